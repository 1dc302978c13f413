import { closedError } from '../model/errors.ts'

/** Something that is opened when it is first needed. */
export interface Lazily<T> {
  /** The same for everybody; what failed is tried again by the next. After `close`, `PLATFORM_CLOSED`. */
  open(): Promise<T>
  /** Closes what was opened. */
  close(): Promise<void>
}

/** Opens nothing yet. */
export function lazily<T extends { close(): Promise<void> }>(make: () => Promise<T>): Lazily<T> {
  let opening: Promise<T> | null = null
  let closed = false
  return {
    open: async () => {
      if (closed) throw closedError()
      if (opening === null) {
        opening = make()
        opening.catch(() => {
          opening = null
        })
      }
      return opening
    },
    close: async () => {
      closed = true
      await opening?.then(
        (one) => one.close(),
        () => {},
      )
    },
  }
}
