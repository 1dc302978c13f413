import type { TableContents } from '@tributary/catalog/internal'
import type { TableState } from './material-tables.ts'

const known = new WeakMap<
  TableState,
  { readonly version: string; readonly contents: TableContents }
>()

/**
 * What a recorded state means while the source has a version: a partition is fresh when it was written from that very
 * version, and how far the data reaches is known when it was looked up in it. Null: the version is not known, and nothing
 * is fresh.
 */
export function tableContents(state: TableState, version: string | null): TableContents {
  const before = known.get(state)
  if (before !== undefined && before.version === version) return before.contents
  const { partitions, frontier } = state
  const contents: TableContents = {
    partitions: new Map(
      partitions.map(({ value, sourceVersion, rows }) => [
        value,
        { isFresh: sourceVersion === version, rows },
      ]),
    ),
    frontier:
      frontier?.sourceVersion === version ? { first: frontier.first, last: frontier.last } : null,
  }
  if (version !== null) known.set(state, { version, contents })
  return contents
}
