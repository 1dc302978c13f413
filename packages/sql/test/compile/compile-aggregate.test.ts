import type { AggregateRequest, Measure } from '@tributary/attribution'
import { expect, test } from 'vitest'
import { compileAggregate } from '../../src/compile/compile-aggregate.ts'
import { duckdbDialect } from '../../src/dialects/duckdb/duckdb.ts'
import { column, compare, int, logical, moment } from '../support/trees.ts'

const date = column('flights', 'date', 'TIMESTAMP')
const delay = column('flights', 'delay', 'INT')
const origin = column('flights', 'origin', 'STRING')
const month = (from: string, to: string) =>
  logical('AND', compare(date, '>=', moment(from)), compare(date, '<', moment(to)))
const late: Measure = {
  name: 'late',
  aggregate: 'COUNT',
  argument: null,
  filter: compare(delay, '>', int(15)),
}

const request: AggregateRequest = {
  rows: {
    base: { table: ['vega', 'files', 'flights-3m.parquet'], alias: 'flights' },
    lookups: [
      {
        table: ['vega', 'files', 'airports.csv'],
        alias: 'airports',
        on: [{ left: origin, right: column('airports', 'iata', 'STRING') }],
      },
    ],
  },
  filter: compare(delay, '<', int(500)),
  windows: {
    current: month('2001-06-01T00:00:00Z', '2001-07-01T00:00:00Z'),
    compare: month('2001-05-01T00:00:00Z', '2001-06-01T00:00:00Z'),
  },
  measures: [{ name: 'total', aggregate: 'SUM', argument: delay, filter: null }, late],
  groupings: [
    [],
    [{ name: 'origin', value: origin }],
    [
      { name: 'state', value: column('airports', 'state', 'STRING') },
      { name: 'from', value: origin },
    ],
  ],
  time: date,
}

test('writes one readable statement for all groupings', () => {
  const { statement, layout } = compileAggregate(request, duckdbDialect)
  expect(statement.text).toBe(`SELECT
  GROUPING(k0, k1) AS g0,
  k0,
  k1,
  COUNT(*) FILTER (WHERE in_current) AS present_current,
  COUNT(*) FILTER (WHERE in_compare) AS present_compare,
  SUM(a0) FILTER (WHERE in_current) AS current_0,
  SUM(a0) FILTER (WHERE in_compare) AS compare_0,
  COUNT(*) FILTER (WHERE in_current AND f0) AS current_1,
  COUNT(*) FILTER (WHERE in_compare AND f0) AS compare_1
FROM (
  SELECT
    TRY_CAST("flights"."date" AS TIMESTAMP) >= $1::TIMESTAMP AND TRY_CAST("flights"."date" AS TIMESTAMP) < $2::TIMESTAMP AS in_current,
    TRY_CAST("flights"."date" AS TIMESTAMP) >= $3::TIMESTAMP AND TRY_CAST("flights"."date" AS TIMESTAMP) < $4::TIMESTAMP AS in_compare,
    CAST("flights"."origin" AS VARCHAR) AS k0,
    CAST("airports"."state" AS VARCHAR) AS k1,
    "flights"."delay" AS a0,
    "flights"."delay" > $5::BIGINT AS f0
  FROM "vega"."files"."flights-3m.parquet" AS "flights"
  LEFT JOIN "vega"."files"."airports.csv" AS "airports" ON "flights"."origin" = "airports"."iata"
  WHERE "flights"."date" >= $6::TIMESTAMP AND "flights"."date" < $7::TIMESTAMP AND "flights"."delay" < $8::BIGINT
) AS windowed
WHERE in_current OR in_compare
GROUP BY GROUPING SETS ((), (k0), (k0, k1))`)
  expect(statement.parameters.map((constant) => constant.type)).toEqual([
    'TIMESTAMP',
    'TIMESTAMP',
    'TIMESTAMP',
    'TIMESTAMP',
    'INT',
    'TIMESTAMP',
    'TIMESTAMP',
    'INT',
  ])
  expect(layout).toEqual({
    checked: false,
    sets: [[], [0], [0, 1]],
    groupings: [
      { set: 0, keys: [] },
      { set: 1, keys: [0] },
      { set: 2, keys: [1, 0] },
    ],
    keyCount: 2,
    measures: [0, 1],
  })
})

test('shares the column of equal arguments and filters', () => {
  const again: Measure = { ...late, name: 'late delay', aggregate: 'SUM', argument: delay }
  const { statement } = compileAggregate(
    { ...request, measures: [...request.measures, again] },
    duckdbDialect,
  )
  expect(statement.text).toContain('SUM(a0) FILTER (WHERE in_current AND f0) AS current_2')
  expect(statement.parameters).toHaveLength(8)
})

test('refuses the sum of a text, and any aggregate but COUNT of nothing', () => {
  const measure = (aggregate: Measure['aggregate'], argument: Measure['argument']) => () =>
    compileAggregate(
      { ...request, measures: [{ name: 'x', aggregate, argument, filter: null }] },
      duckdbDialect,
    )
  expect(measure('SUM', origin)).toThrow(/SUM of the measure x expects a number, found STRING/)
  expect(measure('VARIANCE', date)).toThrow(
    expect.objectContaining({ code: 'SQL_UNSUPPORTED_AGGREGATE' }),
  )
  expect(measure('MAX', date)).not.toThrow()
  expect(measure('MIN', origin)).not.toThrow()
  expect(measure('MIN', null)).toThrow(/found nothing/)
  expect(measure('COUNT_DISTINCT', origin)).not.toThrow()
})
