import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AggregateSource,
  attribute,
  createColumnarSource,
  openSnapshot,
  questionRequest,
  toWireTable,
} from '@tributary/attribution'
import { expect, test } from 'vitest'
import { createSqlSource } from '../../src/source/create-sql-source.ts'
import { insertTexts } from '../support/replace-table.ts'
import { TEST_ENGINES } from '../support/test-databases.ts'

/** A ledger in which a large entry is reversed, ten times over. */
type Entry = readonly [account: string, amount: number, month: number]
const LEDGER = Array.from({ length: 10 }, (): readonly Entry[] => [
  ['a', 1e16, 6],
  ['a', 0.1, 6],
  ['a', 1, 6],
  ['a', -1e16, 6],
  ['b', 2, 6],
]).flat()
const ROWS: readonly Entry[] = [...LEDGER, ['a', 1, 5], ['b', 1, 5]]

const memory = createColumnarSource(
  {
    account: ROWS.map(([account]) => account),
    amount: ROWS.map(([, amount]) => amount),
    month: ROWS.map(([, , month]) => month),
  },
  { name: 'ledger', types: { account: 'STRING', amount: 'DOUBLE', month: 'INT' } },
)
const sum = { sum: '[amount]' }
const mean = {
  measures: { sum, entries: { count: '[amount]' } },
  formula: '[sum] / [entries]',
}

async function answers(source: AggregateSource): Promise<unknown> {
  const tables = []
  for (const metric of [sum, mean]) {
    const request = questionRequest(memory, {
      metric,
      dimensions: ['account'],
      current: '[month] = 6',
      compare: '[month] = 5',
    })
    tables.push(...(await attribute(source, request)).tables.map(({ table }) => toWireTable(table)))
  }
  return tables
}

test('memory gives the exact remainder when large amounts cancel', async () => {
  expect(await answers(memory)).toMatchObject([
    { '@currentValue': [31], '@compareValue': [2], '@growth': ['29'] },
    {
      account: ['b', 'a'],
      '@currentValue': [20, 11],
      '@relativeContributionRate': [0.6551724138, 0.3448275862],
    },
    { '@currentValue': [0.62] },
    { '@currentValue': expect.arrayContaining([2, 0.275]) },
  ])
})

test('a snapshot gives the same digits as memory', async () => {
  const path = join(tmpdir(), `ledger-${process.pid}.arrow`)
  await memory.write(path)
  const snapshot = await openSnapshot(path, { name: 'ledger' })
  try {
    expect(await answers(snapshot)).toEqual(await answers(memory))
  } finally {
    await snapshot.close()
    rmSync(path)
  }
})

test.each(TEST_ENGINES)('$name gives the same digits as memory', async ({ open, types }) => {
  const database = await open()
  try {
    const run = (text: string) => database.driver.run({ text, parameters: [] })
    await run(
      `CREATE TABLE ledger (account ${types.STRING}, amount ${types.DOUBLE}, month ${types.INT})`,
    )
    const rows = ROWS.map((row) => row.map(String))
    await insertTexts(database.driver, 'ledger', [types.STRING, types.DOUBLE, types.INT], rows)
    expect(await answers(createSqlSource(database))).toEqual(await answers(memory))
  } finally {
    await database.close()
  }
})
