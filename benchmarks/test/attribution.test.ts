import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { createColumnarSource } from '@tributary/attribution'
import { createDuckDb, readColumns } from '@tributary/sql'
import { expect, test } from 'vitest'
import { salesData } from '../attribution/bench-data.ts'
import { checkRival } from '../attribution/check-answer.ts'
import { duckDbForms, duckDbRival, isLarge } from '../attribution/duckdb-rival.ts'
import { javaScriptRivals } from '../attribution/javascript-rivals.ts'
import { ourValues } from '../attribution/ours.ts'
import { makeCodedSales } from '../data/coded.ts'

test('rivals that are installed answer every question of the benchmark like us', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-bench-test-'))
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const duckdb = await createDuckDb()
  try {
    const data = salesData(2_000, true)
    await data.make(connection)
    await makeCodedSales(connection, data.dimensions)
    const path = join(folder, 'sales.parquet')
    await connection.run(`COPY sales TO '${path}' (FORMAT parquet)`)
    await duckdb.registerFile({ catalog: 'bench', schema: 'files', table: 'sales', path })
    const columns = await readColumns(duckdb, ['bench', 'files', 'sales'])
    const ours = createColumnarSource(columns, { name: 'sales', time: 'day' })
    const forms = duckDbForms(data.rows)
    const rivals = [
      ...forms.map((form) => duckDbRival(connection, form)),
      ...(await javaScriptRivals(connection, data)),
    ]
    const questions = data.questions.filter((question) => !isLarge(question))
    let compared = 0
    for (const question of questions) {
      const values = await ourValues(ours, question)
      for (const rival of rivals) {
        const asked = rival.ask(question)
        if (asked === null) continue
        checkRival(`${question.name}, ${rival.name}`, values, await asked.values())
        compared++
      }
    }
    expect(compared).toBe(questions.length * forms.length + 4)
  } finally {
    await duckdb.close()
    connection.closeSync()
    await rm(folder, { recursive: true, force: true })
  }
})

test('checkRival rejects an answer with a different value or group', () => {
  const ours = new Map([['d0', new Map([['a', [1, 2]]])]])
  const other = (values: [string, number[]][]) => new Map([['d0', new Map(values)]])
  expect(() => checkRival('x', ours, other([['a', [1, 2 + 1e-12]]]))).not.toThrow()
  expect(() => checkRival('x', ours, other([['a', [1, 3]]]))).toThrow('d0 a, value 1 is 3')
  expect(() => checkRival('x', ours, other([]))).toThrow('value 0 is undefined')
  const more = other([
    ['a', [1, 2]],
    ['b', [1, 1]],
  ])
  expect(() => checkRival('x', ours, more)).toThrow('has "b"')
})
