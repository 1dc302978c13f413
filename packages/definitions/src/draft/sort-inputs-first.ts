/** Options of {@link sortInputsFirst}. */
export interface SortInputsOptions<T> {
  /** Whether an item is wanted even when no other needs it. */
  readonly isWanted: (item: T) => boolean
  /** The names of the items that it refers to. */
  readonly listInputs: (item: T) => readonly string[]
  /** Throws for an item that refers to itself through the named one. */
  readonly failForCycle: (item: T, through: string) => never
}

/**
 * The wanted items and their inputs in topological order, otherwise in the given order. Unknown names are ignored. Throws for
 * a cycle.
 */
export function sortInputsFirst<T>(
  items: ReadonlyMap<string, T>,
  { isWanted, listInputs, failForCycle }: SortInputsOptions<T>,
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
        for (const name of listInputs(item).toReversed()) {
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
