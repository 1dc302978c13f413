/**
 * A map of a limited number of entries. A further entry takes the place of the one that was least recently read or set.
 * @example
 * ```ts
 * import { LruMap } from '@tributary/core'
 * const answers = new LruMap<string, number>(2)
 * answers.set('a', 1)
 * answers.set('b', 2)
 * answers.get('a')
 * answers.set('c', 3) // => 2
 * answers.entries() // => [['a', 1], ['c', 3]]
 * ```
 */
export class LruMap<Key, Value extends NonNullable<unknown> | null> {
  readonly #limit: number
  /** The least recently used entry first. */
  readonly #entries = new Map<Key, Value>()
  /** The key that was used last, which need not be moved to the end. */
  #latest: Key | undefined

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The value of a key, which counts as used; undefined when there is none. */
  get(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined && key !== this.#latest) this.#use(key, value)
    return value
  }

  /** Sets the value of a key. Returns the value that was dropped for it, undefined for none. */
  set(key: Key, value: Value): Value | undefined {
    this.#use(key, value)
    if (this.#entries.size <= this.#limit) return undefined
    const [oldest, dropped] = this.#entries.entries().next().value!
    this.#entries.delete(oldest)
    return dropped
  }

  /** Drops an entry. */
  delete(key: Key): void {
    this.#entries.delete(key)
  }

  /** Drops every entry. */
  clear(): void {
    this.#entries.clear()
  }

  /** The entries, the least recently used first. */
  entries(): readonly (readonly [Key, Value])[] {
    return [...this.#entries]
  }

  #use(key: Key, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    this.#latest = key
  }
}
