import { compareCodePoints } from '../numbers/code-points.ts'

/** The values of a key as texts, null for the NULL group. */
export type KeyColumn = readonly (string | null)[]

/** The text at whose place the group without a value is sorted among the values of a key. */
export const NULL_TEXT = '(null)'

/** The keys of the groups of a table. */
export interface RowKeys {
  /** A column per key. */
  readonly columns: readonly KeyColumn[]
  /** Whether groups without NULL ascend by these texts. @defaultValue false */
  readonly ordered?: boolean
}

/** How groups are ordered by the texts of their keys, by code point, the first key first. */
export interface KeyOrder {
  /** Whether the groups ascend by their numbers. */
  readonly ascending: boolean
  /** Negative where a group comes before another. */
  compare(a: number, b: number): number
}

/** The order of groups by their keys; texts are read only where their numbers do not tell it. */
export function keyOrder(keys: RowKeys): KeyOrder {
  const byTexts = (a: number, b: number): number => compareTexts(keys, a, b)
  if (keys.ordered !== true) return { ascending: false, compare: byTexts }
  const nulls = keys.columns.map(rowsWithNull).filter(({ size }) => size > 0)
  const byNumbers = (a: number, b: number): number => a - b
  if (nulls.length === 0) return { ascending: true, compare: byNumbers }
  const hasNull = (row: number): boolean => nulls.some((rows) => rows.has(row))
  return {
    ascending: false,
    compare: (a, b) => (hasNull(a) || hasNull(b) ? byTexts(a, b) : a - b),
  }
}

/** Many tables share the keys of one frame, which are scanned once. */
const nullRows = new WeakMap<KeyColumn, ReadonlySet<number>>()

/** The groups that have no value of a key. */
export function rowsWithNull(column: KeyColumn): ReadonlySet<number> {
  const cachedRows = nullRows.get(column)
  if (cachedRows !== undefined) return cachedRows
  const rows = new Set<number>()
  for (let row = column.indexOf(null); row >= 0; row = column.indexOf(null, row + 1)) rows.add(row)
  nullRows.set(column, rows)
  return rows
}

function compareTexts({ columns }: RowKeys, a: number, b: number): number {
  for (const column of columns) {
    const left = column[a] ?? null
    const right = column[b] ?? null
    const order = compareCodePoints(left ?? NULL_TEXT, right ?? NULL_TEXT)
    if (order !== 0) return order
    // A value may be that text; it comes before the group without a value.
    if ((left === null) !== (right === null)) return left === null ? 1 : -1
  }
  return 0
}
