import type { Grain } from '@tributary/expression'
import { expect, test } from 'vitest'
import { attribute } from '../../src/attribute/attribute.ts'
import { createColumnarSource } from '../../src/columnar/source/columnar-source.ts'
import { questionRequest } from '../../src/index.ts'
import type { AttributionRequest } from '../../src/request/request.ts'

const days = Array.from({ length: 50 }, (_, day) =>
  new Date(Date.UTC(2026, 0, 10 + day)).toISOString().slice(0, 10),
)
const source = createColumnarSource(
  { day: days, value: days.map((_, at) => at) },
  { time: 'day', types: { day: 'DATE', value: 'INT' } },
)

/** A question about February, which the data covers, against January, of which it lacks nine days. */
function question(metric: Parameters<typeof questionRequest>[1]['metric']): AttributionRequest {
  return questionRequest(source, {
    metric,
    dimensions: [],
    time: { column: 'day', grain: 'DAY' },
    current: '[day] >= "2026-02-01" AND [day] < "2026-03-01"',
    compare: '[day] >= "2026-01-01" AND [day] < "2026-02-01"',
  })
}

const PARTIAL = 'PARTIAL_RANGE compare=22 of=31'
const LENGTH = 'RANGE_LENGTH_DIFFERS current=28 compare=22'

const two = (formula: string) => ({
  measures: {
    total: { sum: '[value]' },
    most: { max: '[value]' },
    rows: { countRows: true as const },
  },
  formula,
})

test.each([
  ['a sum', question({ sum: '[value]' }), `${PARTIAL}; ${LENGTH}`],
  ['a number of values', question({ countDistinct: '[value]' }), `${PARTIAL}; ${LENGTH}`],
  ['a sum and a maximum', question(two('[total] + [most]')), `${PARTIAL}; ${LENGTH}`],
  ['a mean', question(two('[total] / [rows]')), `${PARTIAL} average=no`],
  ['a maximum', question({ max: '[value]' }), `${PARTIAL} average=no`],
] as const)('%s is warned of where means are a way out', async (_, request, expected) => {
  const { warning } = await attribute(source, request)
  expect(warning).toBe(expected)
})

test('a balance and a measure of another window have no advice to compare means', async () => {
  const request = question({ sum: '[value]' })
  const [measure] = request.metric.measures
  const time = request.time!.value
  const balance = { ...measure!, snapshot: { take: 'LAST', time, grain: 'DAY', per: [] } } as const
  const earlier = { ...measure!, otherWindow: 0 }
  for (const changed of [balance, earlier]) {
    const { warning } = await attribute(source, {
      ...request,
      otherWindows: [request.windows],
      metric: { ...request.metric, measures: [changed] },
    })
    expect(warning).toBe(`${PARTIAL} average=no`)
  }
})

test('a window that cuts a period of rows of another grain is warned of', async () => {
  const { time, ...request } = question({ sum: '[value]' })
  const cut = async (rowGrain: Grain) => {
    const { warnings } = await attribute(source, { ...request, time: { ...time!, rowGrain } })
    return warnings
      .filter(({ code }) => code === 'PART_OF_PERIOD')
      .map(({ details }) => `${details.window} ${details.grain}`)
  }
  expect(await cut('DAY')).toEqual([])
  expect(await cut('MONTH')).toEqual([])
  // February 2026 begins and ends on a Sunday, January on a Thursday and a Saturday.
  expect(await cut('WEEK')).toEqual(['current WEEK', 'compare WEEK'])
  expect(await cut('WEEK(SUNDAY)')).toEqual(['compare WEEK'])
  expect(await cut('QUARTER')).toEqual(['current QUARTER', 'compare QUARTER'])
})

test('means have no advice to compare means', async () => {
  const request = { ...question({ sum: '[value]' }), calculation: 'AVG' } as const
  const { warning } = await attribute(source, request)
  expect(warning).toBe(`${PARTIAL} average=no`)
})
