import { toText, type Value } from '@tributary/expression'
import fc from 'fast-check'
import type { ColumnType, MemoryTable } from '../../../src/columnar/columns/column.ts'
import { loadTable } from '../../../src/columnar/load/load-table.ts'

/** A row: values of the language by column. */
export type Row = Readonly<Record<string, Value>>

/** The columns of random tables: texts beyond U+FFFF, whole numbers beyond 2^53, times at odd moments. */
export const TYPES = {
  s: 'STRING',
  b: 'BOOLEAN',
  n: 'INT',
  big: 'INT',
  x: 'DOUBLE',
  p: 'DECIMAL',
  d: 'DATE',
  at: 'TIMESTAMP',
} as const satisfies Readonly<Record<string, ColumnType>>

export const WORDS: readonly string[] = ['a', 'b', 'ä', 'a|b', '"', '\uFFFD', '😀', '']
const START = 11_323
const MICROSECONDS_PER_DAY = 86_400_000_000n

const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 4, nil: null })

/** Arbitrary values of each column; decimals and doubles in quarters, so that plain arithmetic on them is exact. */
export const VALUES = {
  s: fc.constantFrom(...WORDS),
  b: fc.boolean(),
  n: fc.integer({ min: -4, max: 4 }).map(BigInt),
  big: fc.constantFrom(0n, 1n, -7n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 62n), 2n ** 63n - 1n),
  x: fc.integer({ min: -8, max: 8 }).map((n) => n / 4),
  p: fc.integer({ min: -8, max: 8 }).map((n) => ({ units: BigInt(n * 25), scale: 2 })),
  d: fc.integer({ min: 0, max: 70 }).map((day) => START + day),
  at: fc
    .integer({ min: -3, max: 70 * 24 })
    .map((hour) => (BigInt(START) * 24n + BigInt(hour)) * (MICROSECONDS_PER_DAY / 24n) + 7n),
}

/** Rows with NULLs everywhere, in any number. */
export const rows: fc.Arbitrary<readonly Row[]> = fc.array(
  fc.record({
    s: nullable(VALUES.s),
    b: nullable(VALUES.b),
    n: nullable(VALUES.n),
    big: nullable(VALUES.big),
    x: nullable(VALUES.x),
    p: nullable(VALUES.p),
    d: nullable(VALUES.d),
    at: nullable(VALUES.at),
  }),
  { maxLength: 40 },
)

/** The rows loaded, sorted by a column when one is named. */
export function tableOf(data: readonly Row[], time?: keyof typeof TYPES): MemoryTable {
  const cells = (name: keyof typeof TYPES) =>
    data.map((row) => {
      const value = row[name] ?? null
      if (name === 'p') return value === null ? null : Number(toText(value, 'DECIMAL'))
      return name === 'd' || name === 'at' ? toText(value, TYPES[name]) : value
    })
  const names = Object.keys(TYPES) as (keyof typeof TYPES)[]
  const columns = Object.fromEntries(names.map((name) => [name, cells(name)]))
  return loadTable(columns, { name: 'facts', types: TYPES, ...(time !== undefined && { time }) })
}
