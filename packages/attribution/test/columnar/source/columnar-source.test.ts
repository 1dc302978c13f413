import type { TypedExpr, TypedReference, ValueType } from '@tributary/expression'
import { ColumnTable, desc, table } from 'arquero'
import { describe, expect, test } from 'vitest'
import {
  type ColumnarOptions,
  createColumnarSource,
} from '../../../src/columnar/source/columnar-source.ts'
import type { AggregateRequest, Measure } from '../../../src/request/source.ts'

const column = (name: string, type: ValueType, alias = 'f'): TypedReference => ({
  kind: 'reference',
  type,
  table: alias,
  name,
})
const int = (value: bigint): TypedExpr => ({
  kind: 'constant',
  type: 'INT',
  constant: { type: 'INT', value },
})
const is = (left: TypedExpr, right: TypedExpr): TypedExpr => ({
  kind: 'comparison',
  type: 'BOOLEAN',
  op: '=',
  left,
  right,
})
const measure = (
  aggregate: Measure['aggregate'],
  argument: TypedExpr | null,
  filter: TypedExpr | null = null,
): Measure => ({ name: aggregate, aggregate, argument, filter })

function requestOf(change: Partial<AggregateRequest>): AggregateRequest {
  const w = column('w', 'INT')
  return {
    rows: { base: { table: ['main', 'flights'], alias: 'f' }, lookups: [] },
    filter: null,
    windows: { current: is(w, int(1n)), compare: is(w, int(0n)) },
    measures: [measure('COUNT', null)],
    groupings: [[]],
    time: null,
    ...change,
  }
}

function aggregate(
  flights: ColumnTable,
  change: Partial<AggregateRequest>,
  options: ColumnarOptions = {},
) {
  const source = createColumnarSource(flights, { name: 'main.flights', ...options })
  return source.aggregate(requestOf(change))
}

const exact = (...units: (bigint | null)[]) => ({ kind: 'exact', scale: 0, units })
const safe = (...units: (number | null)[]) => ({
  kind: 'safe',
  scale: 0,
  units: Float64Array.from(units, (one) => one ?? Number.NaN),
})

describe('createColumnarSource', () => {
  test('gives one row without keys, also over no rows', async () => {
    const { frames } = await aggregate(table({ w: [2, 3] }), {
      measures: [measure('COUNT', null), measure('SUM', column('w', 'INT'))],
    })
    expect(frames).toEqual([
      {
        rowCount: 1,
        keys: [],
        measures: [
          { current: safe(0), compare: safe(0) },
          { current: safe(null), compare: safe(null) },
        ],
        present: { current: Float64Array.of(0), compare: Float64Array.of(0) },
      },
    ])
  })

  test('gives no row with keys over no rows', async () => {
    const { frames } = await aggregate(table({ w: [] }), {
      groupings: [[{ name: 'w', value: column('w', 'INT') }]],
    })
    expect(frames[0]).toMatchObject({ rowCount: 0, keys: [[]] })
  })

  test('keeps groups apart whose texts could run together', async () => {
    const flights = table({
      w: [1, 1, 1, 1],
      a: ['x"|"y', 'x', null, 'null'],
      b: ['z', 'y"|"z', '', ''],
    })
    const keys = ['a', 'b'].map((name) => ({ name, value: column(name, 'STRING') }))
    const { frames } = await aggregate(flights, { groupings: [keys] })
    const [a, b] = frames[0]!.keys
    expect(new Set(a!.map((text, row) => JSON.stringify([text, b![row]])))).toEqual(
      new Set(
        [
          ['x"|"y', 'z'],
          ['x', 'y"|"z'],
          [null, ''],
          ['null', ''],
        ].map((pair) => JSON.stringify(pair)),
      ),
    )
  })

  test('puts a row into both windows when both conditions hold', async () => {
    const always = is(int(1n), int(1n))
    const { frames } = await aggregate(table({ w: [1, 0] }), {
      windows: { current: always, compare: is(column('w', 'INT'), int(0n)) },
    })
    expect(frames[0]!.measures[0]).toEqual({ current: safe(2), compare: safe(1) })
  })

  test('aggregates integers beyond 2^53 exactly', async () => {
    const flights = table({ w: [1, 1], v: [2n ** 60n, 1n] })
    const v = column('v', 'INT')
    const { frames } = await aggregate(flights, {
      measures: [measure('SUM', v), measure('MIN', v), measure('MAX', v)],
    })
    expect(frames[0]!.measures.map(({ current }) => current)).toEqual([
      exact(2n ** 60n + 1n),
      exact(1n),
      exact(2n ** 60n),
    ])
  })

  test('sums decimals and doubles exactly', async () => {
    const flights = table({ w: [1, 1, 1], v: [0.1, 0.2, -0.3], d: [1, 1e100, -1e100] })
    const { frames } = await aggregate(flights, {
      measures: [measure('SUM', column('v', 'DECIMAL')), measure('SUM', column('d', 'DOUBLE'))],
    })
    expect(frames[0]!.measures[0]!.current).toEqual({
      kind: 'safe',
      scale: 1,
      units: Float64Array.of(0),
    })
    expect(frames[0]!.measures[1]!.current).toEqual({
      kind: 'double',
      values: Float64Array.of(1),
    })
  })

  test('skips NULLs, and rows that a measure filters out', async () => {
    const flights = table({ w: [1, 1, 1, 1], v: [5, null, undefined, Number.NaN] })
    const v = column('v', 'DOUBLE')
    const { frames } = await aggregate(flights, {
      measures: [
        measure('COUNT', v),
        measure('COUNT_DISTINCT', v),
        measure('SUM', v, is(column('w', 'INT'), int(2n))),
        measure('COUNT', null, is(v, int(5n))),
      ],
    })
    expect(frames[0]!.measures.map(({ current }) => current)).toEqual([
      safe(1),
      safe(1),
      { kind: 'double', values: Float64Array.of(Number.NaN) },
      safe(1),
    ])
    expect(frames[0]!.present.current).toEqual(Float64Array.of(4))
  })

  test('leaves rows out for which the filter is not true', async () => {
    const { frames } = await aggregate(table({ w: [1, 1, 1], v: [1, null, 2] }), {
      filter: is(column('v', 'INT'), int(1n)),
    })
    expect(frames[0]!.measures[0]!.current).toEqual(safe(1))
  })

  test('answers the time that the table spans, before any filter', async () => {
    const flights = table({
      w: [1, 1, 0, 2],
      day: [new Date('2001-05-01'), null, new Date('2001-06-01T12:00:00Z'), new Date(-1)],
    })
    const { frontier } = await aggregate(flights, {
      filter: is(column('w', 'INT'), int(1n)),
      time: column('day', 'TIMESTAMP'),
    })
    expect(frontier).toEqual({ first: -1000n, last: BigInt(Date.UTC(2001, 5, 1, 12)) * 1000n })
    const none = await aggregate(flights.slice(1, 2), { time: column('day', 'TIMESTAMP') })
    expect(none.frontier).toBeNull()
  })

  test('reads a table that is filtered and ordered', async () => {
    const flights = table({ w: [1, 1, 0], v: [1, 2, 4] })
      .filter((row: { v: number }) => row.v > 1)
      .orderby(desc('v'))
    const { frames } = await aggregate(flights, { measures: [measure('SUM', column('v', 'INT'))] })
    expect(frames[0]!.measures[0]).toEqual({ current: safe(2), compare: safe(4) })
  })

  test('reads a column called __proto__', async () => {
    const flights = new ColumnTable({ w: [1, 1], ['__proto__']: ['a', 'b'] })
    const { frames } = await aggregate(flights, {
      groupings: [[{ name: '__proto__', value: column('__proto__', 'STRING') }]],
    })
    expect(frames[0]!.keys).toEqual([['a', 'b']])
  })

  test('stops between groupings when aborted', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    const source = createColumnarSource(table({ w: [1] }), { name: 'main.flights' })
    const answer = source.aggregate(requestOf({ groupings: [[], []] }), {
      signal: controller.signal,
    })
    controller.abort(reason)
    await expect(answer).rejects.toBe(reason)
  })

  test('says what it ran', async () => {
    const { executed } = await aggregate(table({ w: [1, 2] }), {
      groupings: [[], [{ name: 'w', value: column('w', 'INT') }]],
    })
    expect(executed).toBe('in memory: main.flights, 2 rows, grouped by (), (w)')
  })

  test('names an unknown table, an unknown column and a wrong value', async () => {
    const source = createColumnarSource(table({ w: [1] }), { name: 'main.flight' })
    await expect(source.aggregate(requestOf({}))).rejects.toMatchObject({
      code: 'ATTRIBUTION_UNKNOWN_TABLE',
      details: { table: 'main.flights', near: ['main.flight'] },
    })
    await expect(aggregate(table({ week: [1] }), {})).rejects.toMatchObject({
      code: 'ATTRIBUTION_UNKNOWN_COLUMN',
      details: { table: 'main.flights', column: 'w' },
    })
    await expect(aggregate(table({ w: [1, 1.5] }), {})).rejects.toMatchObject({
      code: 'ATTRIBUTION_COLUMN_TYPE',
      details: { column: 'w', row: 1, expected: 'INT' },
    })
  })

  test('refuses a combination of more groups than can be numbered', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const values = Array.from({ length: 256 }, (_, row) => `value ${row}`)
    const columns = Object.fromEntries(names.map((name) => [name, values]))
    const flights = table({ w: values.map(() => 1), ...columns })
    const keys = names.map((name) => ({ name, value: column(name, 'STRING') }))
    await expect(aggregate(flights, { groupings: [keys] })).rejects.toMatchObject({
      code: 'ATTRIBUTION_TOO_MANY_GROUPS',
    })
    const { frames } = await aggregate(flights, { groupings: [keys.slice(1)] })
    expect(frames[0]!.rowCount).toBe(256)
  })
})

describe('lookups', () => {
  const flights = table({ w: [1, 1, 1, 0], origin: ['ATL', 'XXX', null, 'ORD'] })
  const iata = column('iata', 'STRING', 'o')
  const rows = {
    base: { table: ['main', 'flights'], alias: 'f' },
    lookups: [
      {
        table: ['airports'],
        alias: 'o',
        on: [{ left: column('origin', 'STRING'), right: iata }],
      },
    ],
  }
  const ask = (airports: ColumnTable, change: Partial<AggregateRequest> = {}) =>
    createColumnarSource(flights, { name: 'main.flights', related: { airports } }).aggregate(
      requestOf({
        rows,
        groupings: [[{ name: 'state', value: column('state', 'STRING', 'o') }]],
        ...change,
      }),
    )

  test('extend a row by the row with its key, or by NULLs', async () => {
    const airports = table({ iata: ['ORD', 'ATL', null, null], state: ['IL', 'GA', '?', '?'] })
    const { frames } = await ask(airports)
    const [frame] = frames
    const counts = new Map(frame!.keys[0]!.map((key, row) => [key, frame!.present.current[row]]))
    expect(counts).toEqual(
      new Map([
        ['GA', 1],
        [null, 2],
        ['IL', 0],
      ]),
    )
  })

  test('refuse a key that stands twice rather than count a row twice', async () => {
    const airports = table({ iata: ['ATL', 'ATL'], state: ['GA', 'GA'] })
    await expect(ask(airports)).rejects.toMatchObject({
      code: 'ATTRIBUTION_FAN_OUT',
      details: { table: 'airports', key: '["ATL"]' },
    })
  })

  test('may follow one another', async () => {
    const airports = table({ iata: ['ATL', 'ORD'], state: ['GA', 'IL'] })
    const states = table({ code: ['GA', 'IL'], name: ['Georgia', 'Illinois'] })
    const chain = {
      table: ['states'],
      alias: 's',
      on: [{ left: column('state', 'STRING', 'o'), right: column('code', 'STRING', 's') }],
    }
    const source = createColumnarSource(flights, {
      name: 'main.flights',
      related: { airports, states },
    })
    const { frames } = await source.aggregate(
      requestOf({
        rows: { ...rows, lookups: [...rows.lookups, chain] },
        groupings: [[{ name: 'state', value: column('name', 'STRING', 's') }]],
      }),
    )
    expect(new Set(frames[0]!.keys[0])).toEqual(new Set(['Georgia', 'Illinois', null]))
  })
})
