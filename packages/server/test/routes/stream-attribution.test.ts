import type { AttributionData } from '@tributary/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { jsonOf } from '../../src/routes/stream-attribution.ts'
import { ask, TIME_COMPARISON } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.constant(null))
const table = fc
  .dictionary(fc.string(), fc.array(cell, { maxLength: 5 }), { maxKeys: 4 })
  .chain((columns) => fc.constantFrom(1, 700).map((times) => repeated(columns, times)))
const repeated = (columns: Record<string, (string | number | null)[]>, times: number) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [
      name,
      Array.from({ length: times }, () => values).flat(),
    ]),
  )
const answers = fc.record(
  {
    tables: fc.array(
      fc.record({
        dimension: fc.option(fc.string()),
        table,
        warning: fc.option(fc.string()),
        empty: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    warning: fc.option(fc.string()),
    explanation: fc.object(),
  },
  { requiredKeys: ['tables', 'warning'] },
)

test('pieces are together the JSON that is written at once', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      const data = answer as unknown as AttributionData
      expect([...jsonOf(data)].join('')).toBe(JSON.stringify(data))
    }),
  )
})

test.each([0, 1, 1_000, 1_001, 30_000])('a table of %i rows arrives whole', async (rows) => {
  const table = {
    d: Array.from({ length: rows }, (_, row) => `é${row}`),
    '@currentValue': Array.from({ length: rows }, (_, row) => row / 3),
  }
  const data = {
    tables: [{ dimension: 'd', table, warning: null, empty: rows === 0 }],
    warning: null,
  }
  const app = createApp({ platform: fakePlatform({ compareTimes: async () => data }) })
  const url = '/api/v1/attribution/dim_time_compare'
  const { status, headers, body } = await ask(app, {
    url,
    method: 'POST',
    payload: TIME_COMPARISON,
  })
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  expect(body).toEqual({
    data,
    success: true,
    code: '200',
    errorMsg: null,
    detailErrorMsg: null,
    traceId: body.traceId,
  })
})
