import type {
  AggregateRequest,
  Measure,
  MeasureColumns,
  NumberColumn,
} from '@tributary/attribution'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ALL_BITS, USUAL_BITS } from '../../src/compile/exact-sums.ts'
import { createSqlSource } from '../../src/source/create-sql-source.ts'
import { splitRequest } from '../../src/source/request-parts.ts'
import { replaceTable } from '../support/replace-table.ts'
import { runs } from '../support/runs.ts'
import { DUCKDB } from '../support/test-databases.ts'
import { column, compare, int, TRUE } from '../support/trees.ts'

const side = column('f', 'side', 'INT')
const per = [column('f', 'part', 'INT')]
const kinds: readonly Omit<Measure, 'name'>[] = [
  { aggregate: 'SUM', argument: column('f', 'x', 'DOUBLE'), filter: null },
  { aggregate: 'SUM', argument: side, filter: null },
  { aggregate: 'COUNT', argument: null, filter: null },
  {
    aggregate: 'MAX',
    argument: column('f', 'x', 'DOUBLE'),
    filter: null,
    nested: { per, aggregate: 'AVG' },
  },
  {
    aggregate: 'SUM',
    argument: column('f', 'x', 'DOUBLE'),
    filter: null,
    nested: { per, aggregate: 'SUM' },
  },
]
const otherWindows = Array.from({ length: 9 }, (_, at) => ({
  current: compare(side, '>', int(at)),
  compare: compare(side, '<', int(at)),
}))
const measures = fc.array(
  fc
    .record({ kind: fc.constantFrom(...kinds), window: fc.integer({ min: -1, max: 8 }) })
    .map(({ kind, window }) => (window < 0 ? kind : { ...kind, otherWindow: window })),
  { minLength: 1, maxLength: 60 },
)
const shop = { name: 'shop', value: column('f', 'shop', 'INT') }
const requests = fc
  .record({ measures, groupings: fc.constantFrom([[]], [[shop]], [[], [shop]]) })
  .map((drawn): AggregateRequest => {
    const named = drawn.measures.map((measure, at) => ({ ...measure, name: `m${at}` }))
    return {
      rows: { base: { table: ['lines'], alias: 'f' }, lookups: [] },
      filter: null,
      windows: { current: compare(side, '>', int(0)), compare: TRUE },
      otherWindows,
      measures: named,
      groupings: drawn.groupings,
      time: null,
    }
  })

describe('the parts of a request', () => {
  test('hold each measure once, and few sums of many bits', () => {
    fc.assert(
      fc.property(requests, fc.constantFrom(ALL_BITS, USUAL_BITS), (request, bits) => {
        const parts = splitRequest(request, () => bits)
        const positions = parts.flatMap((part) => part.positions)
        expect(positions.toSorted((a, b) => a - b)).toEqual([...request.measures.keys()])
        for (const part of parts) {
          const { length } = part.request.measures
          const doubles = part.request.measures.filter(
            ({ argument }) => argument?.type === 'DOUBLE',
          )
          if (length > 1 && bits === ALL_BITS) {
            expect(2 * bits.limbs * doubles.length).toBeLessThanOrEqual(300)
          }
        }
      }),
      runs(200, 5_000),
    )
  })

  test('answer as one request does', async () => {
    const database = await DUCKDB.open()
    const { DOUBLE, INT } = DUCKDB.types
    const types = { x: DOUBLE, side: INT, shop: INT, part: INT }
    const numbers = [1e300, -1e-300, 0.1, 1.7e308, -3, 2 ** 60, 5e-324, 12, 0.25, 1e16]
    const rows = numbers.map((x, at) => ({ x, side: at, shop: (at * 7) % 4, part: at % 3 }))
    await replaceTable(database.driver, 'lines', types, rows)
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const whole = await createSqlSource(database).aggregate(request)
        for (const [at, measure] of request.measures.slice(0, 4).entries()) {
          const alone = await createSqlSource(database).aggregate({
            ...request,
            measures: [measure],
          })
          for (const [grouping, frame] of alone.frames.entries()) {
            const column = whole.frames[grouping]!.measures[at]!
            expect(groups(whole.frames[grouping]!.keys, column)).toEqual(
              groups(frame.keys, frame.measures[0]!),
            )
          }
        }
      }),
      runs(10, 300),
    )
    await database.close()
  })
})

/** The numbers of a measure by group. */
function groups(
  keys: readonly (readonly (string | null)[])[],
  { current, compare: before }: MeasureColumns,
): ReadonlyMap<string | null, readonly unknown[]> {
  const [first = [null]] = keys
  const read = (side: NumberColumn, row: number): unknown =>
    side.kind === 'double' ? side.values[row] : side.units[row]
  return new Map(first.map((key, row) => [key, [read(current, row), read(before, row)]]))
}
