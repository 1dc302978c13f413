import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { doubleQuoteName, literal } from '../../src/text/names.ts'
import { compactSql } from '../../src/text/sql-statement.ts'
import { linesOf } from '../support/lines-of.ts'
import { PATIENCE, runs } from '../support/runs.ts'
import { DUCKDB, type TestDatabase } from '../support/test-databases.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await DUCKDB.open()
})
afterAll(() => database.close())

const run = (text: string) => database.driver.run({ text, parameters: [] })

/** Texts that are made of what matters. */
const nasty = fc
  .array(fc.constantFrom('a', ' ', '  ', '\n', '\t', "'", '"', '--', '/*', '\\', '$1', '('))
  .map((parts) => parts.join(''))
const space = fc.constantFrom(' ', '\n', '\n  ', '  \n\t')

test(
  'a statement in one line says the same',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(nasty, { minLength: 1, maxLength: 3 }),
        nasty.filter((name) => name.trim() !== ''),
        space,
        async (texts, name, gap) => {
          const values = texts.map(literal)
          const list = values.join(`,${gap}`)
          const text = `${gap}SELECT${gap}[${list}]::VARCHAR${gap}AS${gap}${doubleQuoteName(name)}${gap}`
          const compact = compactSql(text)
          expect(linesOf(await run(compact))).toEqual(linesOf(await run(text)))
          expect(compact).toBe(`SELECT [${values.join(', ')}]::VARCHAR AS ${doubleQuoteName(name)}`)
          expect(compactSql(compact)).toBe(compact)
        },
      ),
      runs(25, 2_000),
    ),
  PATIENCE,
)
