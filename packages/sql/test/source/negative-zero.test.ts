import type { AggregateRequest } from '@tributary/attribution'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSqlSource } from '../../src/source/create-sql-source.ts'
import { replaceTable } from '../support/replace-table.ts'
import { TEST_ENGINES, type TestDatabase } from '../support/test-databases.ts'

const x = { kind: 'reference', table: 't', name: 'x', type: 'DOUBLE' } as const
const yes = { type: 'BOOLEAN', value: true } as const
const isTrue = { kind: 'constant', type: 'BOOLEAN', constant: yes } as const

describe.each(TEST_ENGINES)('$name', ({ open, types }) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
    await replaceTable(
      ...([database.driver, 'zeros', { x: types.DOUBLE }] as const),
      ['0', '-0', '1', '0', '-0'].map((one) => ({ x: one })),
    )
  }, 60_000)
  afterAll(() => database.close())

  test('counts 0 and -0 as one value, and groups them together', async () => {
    const request: AggregateRequest = {
      rows: { base: { table: ['zeros'], alias: 't' }, lookups: [] },
      filter: null,
      windows: { current: isTrue, compare: isTrue },
      measures: [
        { name: 'rows', aggregate: 'COUNT', argument: null, filter: null },
        { name: 'values', aggregate: 'COUNT_DISTINCT', argument: x, filter: null },
      ],
      groupings: [[], [{ name: 'x', value: x }]],
      time: null,
    }
    const { frames } = await createSqlSource(database).aggregate(request)
    const [all, groups] = frames.map(({ measures }) => measures.map(({ current }) => current))
    expect(all).toMatchObject([{ units: [5n] }, { units: [2n] }])
    const [rows] = groups!
    const counts = rows?.kind === 'exact' ? [...rows.units].toSorted() : []
    expect(counts).toEqual([1n, 4n])
  })
})
