import { compareCodePoints } from './code-points.ts'

/** The keys of the groups of a table. */
export interface RowKeys {
  /** A column per key: the value as text, null for the NULL group. */
  readonly columns: readonly (readonly (string | null)[])[]
  /** Whether groups without NULL ascend by these texts. @defaultValue false */
  readonly ordered?: boolean
  /** What the NULL group is called. */
  readonly nullLabel: string
}

/** Orders two groups by the texts of their keys, by code point, the first key first. */
export function compareKeys(
  { columns, ordered = false, nullLabel }: RowKeys,
  a: number,
  b: number,
): number {
  if (ordered && columns.every((column) => column[a] !== null && column[b] !== null)) return a - b
  for (const column of columns) {
    const order = compareCodePoints(column[a] ?? nullLabel, column[b] ?? nullLabel)
    if (order !== 0) return order
  }
  return 0
}

/** The texts of a key for the groups given, in their order. */
export function keyTexts(
  column: readonly (string | null)[],
  nullLabel: string,
  rows: Uint32Array,
): readonly string[] {
  const texts = new Array<string>(rows.length)
  for (let place = 0; place < rows.length; place++) texts[place] = column[rows[place]!] ?? nullLabel
  return texts
}
