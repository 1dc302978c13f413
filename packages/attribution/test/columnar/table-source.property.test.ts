import type { TypedExpr, ValueType } from '@tributary/expression'
import { table } from 'arquero'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTableSource } from '../../src/columnar/table-source.ts'
import type { AggregateFrame, AggregateRequest, NumberColumn } from '../../src/source.ts'

interface Row {
  readonly w: number
  readonly g: string | null
  readonly h: boolean
  readonly v: number | null
}

const row: fc.Arbitrary<Row> = fc.record({
  w: fc.integer({ min: 0, max: 2 }),
  g: fc.constantFrom('a', 'b', '"', '', null),
  h: fc.boolean(),
  v: fc.option(fc.integer({ min: -5, max: 5 })),
})

const column = (name: string, type: ValueType): TypedExpr => ({
  kind: 'reference',
  type,
  table: 't',
  name,
})
const inWindow = (value: bigint): TypedExpr => ({
  kind: 'comparison',
  type: 'BOOLEAN',
  op: '=',
  left: column('w', 'INT'),
  right: { kind: 'constant', type: 'INT', constant: { type: 'INT', value } },
})

const v = column('v', 'INT')
const leaves = (['SUM', 'COUNT', 'COUNT_DISTINCT', 'MIN', 'MAX'] as const).map((aggregate) => ({
  name: aggregate,
  aggregate,
  argument: v,
  filter: column('h', 'BOOLEAN'),
}))

const request: AggregateRequest = {
  rows: { base: { table: ['rows'], alias: 't' }, lookups: [] },
  filter: null,
  windows: { current: inWindow(1n), compare: inWindow(0n) },
  leaves,
  groupings: [
    [],
    [
      { name: 'g', value: column('g', 'STRING') },
      { name: 'h', value: column('h', 'BOOLEAN') },
    ],
  ],
  time: null,
}

function numbers(column: NumberColumn): readonly (number | null)[] {
  if (column.kind === 'double') return [...column.values]
  return column.units.map((units) => (units === null ? null : Number(units)))
}

/** A frame as text per group, for comparison in any order. */
function textsOf(frame: AggregateFrame): readonly string[] {
  const leaves = frame.leaves.map(({ current, compare }) => [numbers(current), numbers(compare)])
  return Array.from({ length: frame.rowCount }, (_, row) =>
    JSON.stringify([
      frame.keys.map((key) => key[row]),
      [frame.present.current[row], frame.present.compare[row]],
      leaves.map((pair) => pair.map((side) => side[row])),
    ]),
  ).sort()
}

function naive(rows: readonly Row[], keyOf: (row: Row) => readonly unknown[], keyless: boolean) {
  const groups = new Map<string, Row[]>(keyless ? [['[]', []]] : [])
  for (const one of rows.filter(({ w }) => w < 2)) {
    const key = JSON.stringify(keyOf(one))
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups]
    .map(([key, members]) => {
      const side = (w: number) => members.filter((one) => one.w === w)
      const values = (w: number) =>
        side(w)
          .filter(({ h }) => h)
          .map((one) => one.v)
          .filter((value) => value !== null)
      const each = (of: (values: readonly number[]) => number | null) => [
        of(values(1)),
        of(values(0)),
      ]
      return JSON.stringify([
        JSON.parse(key),
        [side(1).length, side(0).length],
        [
          each((list) => (list.length === 0 ? null : list.reduce((a, b) => a + b, 0))),
          each((list) => list.length),
          each((list) => new Set(list).size),
          each((list) => (list.length === 0 ? null : Math.min(...list))),
          each((list) => (list.length === 0 ? null : Math.max(...list))),
        ],
      ])
    })
    .sort()
}

test('aggregates like a plain loop', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (rows) => {
      const columns = {
        w: rows.map((one) => one.w),
        g: rows.map((one) => one.g),
        h: rows.map((one) => one.h),
        v: rows.map((one) => one.v),
      }
      const { frames } = await createTableSource({ rows: table(columns) }).aggregate(request)
      expect(textsOf(frames[0]!)).toEqual(naive(rows, () => [], true))
      expect(textsOf(frames[1]!)).toEqual(naive(rows, ({ g, h }) => [g, String(h)], false))
    }),
  )
})
