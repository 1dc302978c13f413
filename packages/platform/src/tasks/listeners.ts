/** Adds a listener; gives the way to take it off again. */
export type Subscribe<T> = (listener: (news: T) => void) => () => void

/** Those who want to hear of something within this process. */
export interface Listeners<T> {
  readonly subscribe: Subscribe<T>
  tell(news: T): void
}

/** Nobody listens at first. */
export function createListeners<T>(): Listeners<T> {
  const all = new Set<(news: T) => void>()
  return {
    subscribe: (listener) => {
      all.add(listener)
      return () => all.delete(listener)
    },
    tell: (news) => {
      for (const listener of all) listener(news)
    },
  }
}
