import { setImmediate } from 'node:timers/promises'

/** Mutual exclusion by key: work of the same key runs one after the other, work of different keys at the same time. */
export interface KeyedMutex {
  /** Runs `work` when all earlier work of `key` has settled; settles as `work` does. A failure does not stop later work. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Resolves when no work of any key is running or waiting. */
  idle(): Promise<void>
}

/** Creates an empty keyed mutex. */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<void>>()
  return {
    run: (key, work) => {
      const result = (last.get(key) ?? Promise.resolve()).then(work)
      const settled = result.then(ignore, ignore)
      last.set(key, settled)
      void settled.then(() => {
        if (last.get(key) === settled) last.delete(key)
      })
      return result
    },
    idle: async () => {
      while (last.size > 0) await Promise.all(last.values())
    },
  }
}

/** Runs `work` when all earlier work of the same mutex has settled; settles as `work` does. */
export type Mutex = <T>(work: () => Promise<T> | T) => Promise<T>

/** Creates a mutex. A failure does not stop later work. */
export function createMutex(): Mutex {
  let last: Promise<void> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.then(ignore, ignore)
    return result
  }
}

/** Results of asynchronous work by key; work of a key that is under way is shared. */
export interface AsyncMemo<T> {
  /** The result of `key`, under way or done; undefined when there is none. */
  get(key: string): Promise<T> | undefined
  /** The result of `key`; runs `make` when there is none. A failure is forgotten, so that the next call tries again. */
  getOrMake(key: string, make: () => Promise<T>): Promise<T>
  /** Keeps a result under a key; a failure is forgotten. */
  set(key: string, result: Promise<T>): void
  /** Forgets the result of `key`. */
  delete(key: string): void
}

/** Creates an empty memo. */
export function createAsyncMemo<T>(): AsyncMemo<T> {
  const results = new Map<string, Promise<T>>()
  const set = (key: string, result: Promise<T>): void => {
    results.set(key, result)
    result.catch(() => {
      if (results.get(key) === result) results.delete(key)
    })
  }
  return {
    get: (key) => results.get(key),
    getOrMake: (key, make) => {
      const pending = results.get(key)
      if (pending !== undefined) return pending
      const result = make()
      set(key, result)
      return result
    },
    set,
    delete: (key) => {
      results.delete(key)
    },
  }
}

/**
 * Does `work` once for all calls with the same key in one turn of the event loop. It begins after the last of these calls, so
 * the result is never older than the call. Later calls do not share it.
 */
export function coalesceByKey<Given, T>(
  toKey: (input: Given) => string,
  work: (input: Given) => Promise<T>,
): (input: Given) => Promise<T> {
  const waiting = new Map<string, Promise<T>>()
  const begin = async (key: string, input: Given): Promise<T> => {
    await setImmediate()
    waiting.delete(key)
    return work(input)
  }
  return (input) => {
    const key = toKey(input)
    let begun = waiting.get(key)
    if (begun === undefined) {
      begun = begin(key, input)
      waiting.set(key, begun)
    }
    return begun
  }
}

/** A resource that is opened at its first use. */
export interface LazyResource<T> {
  /** The resource, the same for every caller. A failed opening is tried again by the next call; after `close` it rejects. */
  open(): Promise<T>
  /** Closes the resource if it was opened. */
  close(): Promise<void>
}

/** Creates a resource that is not open yet. `closedError` makes what `open` rejects with after `close`. */
export function createLazyResource<T extends { close(): Promise<void> }>(
  make: () => Promise<T>,
  closedError: () => Error,
): LazyResource<T> {
  let opened: Promise<T> | null = null
  let isClosed = false
  return {
    open: async () => {
      if (isClosed) throw closedError()
      if (opened === null) {
        opened = make()
        opened.catch(() => {
          opened = null
        })
      }
      return opened
    },
    close: async () => {
      isClosed = true
      await opened?.then(
        (resource) => resource.close(),
        () => {},
      )
    },
  }
}

function ignore(): void {}
