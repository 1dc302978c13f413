/** How {@link sortInputsFirst} looks at things. */
export interface SortInputsOptions<T> {
  /** Whether a thing is wanted for itself. */
  readonly isWanted: (item: T) => boolean
  /** The names of the things that it stands on. */
  readonly inputsOf: (item: T) => readonly string[]
  /** Refuses a thing that refers to itself through the named one. */
  readonly failForCycle: (item: T, through: string) => never
}

/**
 * The things that are wanted and those that they stand on, each after those, otherwise in their order. Names of nothing are
 * passed over. Throws for a cycle.
 */
export function sortInputsFirst<T>(
  items: ReadonlyMap<string, T>,
  { isWanted, inputsOf, failForCycle }: SortInputsOptions<T>,
): readonly T[] {
  const state = new Map<T, 'open' | 'done'>()
  const ordered: T[] = []
  for (const root of items.values()) {
    if (!isWanted(root) || state.has(root)) continue
    // A stack of its own: a chain may be longer than calls may be nested.
    const stack: T[] = [root]
    while (stack.length > 0) {
      const item = stack.at(-1)!
      if (state.get(item) === undefined) {
        state.set(item, 'open')
        for (const name of inputsOf(item).toReversed()) {
          const input = items.get(name)
          if (input === undefined) continue
          if (state.get(input) === 'open') failForCycle(item, name)
          if (state.get(input) === undefined) stack.push(input)
        }
        continue
      }
      stack.pop()
      if (state.get(item) === 'done') continue
      state.set(item, 'done')
      ordered.push(item)
    }
  }
  return ordered
}
