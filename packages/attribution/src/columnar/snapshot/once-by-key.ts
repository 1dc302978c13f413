/** Work by key that is done once: who asks for what is being done waits for it, and what failed may be tried again. */
export interface OnceByKey {
  /** The work of a key; null when nobody has begun it. */
  get(key: string): Promise<void> | null
  /** Begins the work of some keys. */
  begin(keys: readonly string[], work: () => Promise<void>): Promise<void>
}

/** Nothing is begun. */
export function createOnceByKey(): OnceByKey {
  const known = new Map<string, Promise<void>>()
  return {
    get: (key) => known.get(key) ?? null,
    begin(keys, work) {
      const doing = work().catch((error: unknown) => {
        for (const key of keys) known.delete(key)
        throw error
      })
      for (const key of keys) known.set(key, doing)
      return doing
    },
  }
}
