import { readSql } from '@tributary/definitions'
import { check, evaluate, type Scope } from '@tributary/expression'
import { createPostgreSql } from '@tributary/sql'
import { expect, test } from 'vitest'
import { hasPostgres, startPostgres } from '../support/postgres.ts'

const TEXTS = ['', 'a', 'ab', 'AB-12', 'x=1&y=22', 'order 1042 of 7', 'it_is%so', null]

const SQL = [
  "s ~ '^[a-z]+$'",
  "s !~ '[0-9]'",
  "s ~ 'a(b|c)?'",
  "REGEXP_LIKE(s, '[0-9]{2}')",
  "REGEXP_SUBSTR(s, '[0-9]+')",
  "REGEXP_SUBSTR(s, '([a-z])=([0-9])')",
  "REGEXP_SUBSTR(s, '[A-Z]+-[0-9]', 1, 1)",
  "REGEXP_REPLACE(s, '[0-9]+', '#', 'g')",
  "REGEXP_REPLACE(s, '([a-z])=', '', 'g')",
]

const scope: Scope = {
  resolve: () => ({ found: { kind: 'reference', type: 'STRING', table: 't', name: 's' } }),
  names: () => ['s'],
}

function ownValues(sql: string): readonly unknown[] | string {
  const { tree, refusal } = readSql(sql, {
    dialect: 'POSTGRESQL',
    resolve: () => ({
      tree: { kind: 'field', name: 's', span: { start: 0, end: 0 } },
      type: 'STRING',
    }),
  })
  if (tree === null) return `refused: ${refusal.message}`
  const { typed, diagnostics } = check(tree, scope)
  if (typed === null) return `${diagnostics[0]?.name}`
  return TEXTS.map((text) => evaluate(typed, () => text))
}

test.runIf(hasPostgres())('regular expressions have the values that PostgreSQL gives', async () => {
  const { url, stop } = await startPostgres()
  const driver = await createPostgreSql({ url })
  const values = TEXTS.map((text, i) => `(${i}, ${text === null ? 'NULL' : `'${text}'`})`)
  try {
    for (const sql of SQL) {
      // As JSON, a truth value and a text are told apart from NULL whatever the type of the column is.
      const text = `SELECT CAST(json_agg(${sql} ORDER BY n) AS text) AS v FROM (VALUES ${values.join(', ')}) AS t(n, s)`
      const { columns } = await driver.run({ text, parameters: [] })
      const [column] = columns
      const found = column?.kind === 'text' ? column.values[0] : null
      expect(ownValues(sql), sql).toEqual(JSON.parse(String(found)))
    }
  } finally {
    await driver.close()
    await stop()
  }
})
