import { compile, evaluate } from '@tributary/expression'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDuckDb, type DuckDb } from '../../src/drivers/duckdb/duckdb.ts'
import { keyText } from '../../src/results/key-text.ts'

let duckdb: DuckDb
beforeAll(async () => {
  duckdb = await createDuckDb({ threads: 1 })
})
afterAll(() => duckdb.close())

test.each(['Lower', 'Upper'])('DuckDB has the same %s for every character', async (name) => {
  const changed = `${name}(chr(i::INTEGER))`
  const { columns } = await duckdb.run({
    text: `SELECT chr(i::INTEGER) || ${changed} FROM range(1, 1114112) AS t(i)
           WHERE i NOT BETWEEN 55296 AND 57343 AND ${changed} <> chr(i::INTEGER) ORDER BY i`,
    parameters: [],
  })
  expect(changedBy(name)).toEqual(keyText(columns[0]!))
})

/** Every character that a function of one text changes, and after it what it becomes. */
function changedBy(name: string): readonly string[] {
  const scope = {
    resolve: () => ({
      found: { kind: 'reference', table: 't', name: 's', type: 'STRING' } as const,
    }),
    names: () => [],
  }
  const typed = compile(`${name}([s])`, scope, { path: 'test' })
  const changed: string[] = []
  for (let point = 1; point < 0x110000; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    const character = String.fromCodePoint(point)
    const other = evaluate(typed, () => character)
    if (other !== character) changed.push(`${character}${other}`)
  }
  return changed
}
