import { FUNCTIONS, findFunction, type SqlText, type TypedExpr } from '@tributary/expression'
import { scalarNamed } from '@tributary/expression/internal'
import { describe, expect, test } from 'vitest'
import { compileSample } from '../support/compile-sample.ts'

describe('the functions', () => {
  test('carry their own names and a sentence each', () => {
    for (const [name, definition] of Object.entries(FUNCTIONS)) {
      expect(definition.name).toBe(name)
      expect(definition.description).toMatch(/^[A-Z].*\.$/)
    }
  })

  test('are found in any case, and nothing of the prototype is', () => {
    expect(findFunction('DATETRUNC')).toBe(scalarNamed('DateTrunc'))
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(findFunction(name)).toBeUndefined()
    }
  })
})

describe('the SQL of DuckDB', () => {
  test.each([
    ['IN([region], "a", "b")', '($region IN (?, ?))'],
    ['DateTrunc([metric_time], "WEEK")', "date_trunc('week', $metric_time)"],
    ['DateTrunc([day], "MONTH")', "CAST(date_trunc('month', $day) AS DATE)"],
    ['DateAdd([day], 0, "HOUR")', '($day + to_hours(?))'],
    [
      'DateAdd([day], -2, "QUARTER")',
      "(CASE WHEN $day >= DATE '0001-07-01' THEN CAST(($day + to_months(CAST(? * 3 AS INTEGER))) AS DATE) END)",
    ],
    ['If([late], [delay], 0)', '(CASE WHEN $late THEN $delay ELSE ? END)'],
    ['Coalesce([delay], 0)', 'COALESCE($delay, ?)'],
    ['IsNull([delay])', '($delay IS NULL)'],
    ['Cast([metric_time], "Date")', 'CAST($metric_time AS DATE)'],
  ])('of %s', (text, sql) => {
    expect(templateOf(sqlOf(compileSample(text)))).toBe(sql)
  })
})

function sqlOf(typed: TypedExpr): SqlText {
  if (typed.kind === 'reference') return { chunks: [`$${typed.name}`] }
  if (typed.kind === 'constant') return { chunks: [{ bind: typed.constant }] }
  if (typed.kind !== 'call') throw new TypeError(`No SQL for ${typed.kind} here`)
  const args = typed.args.map((one) => ({ typed: one, text: sqlOf(one) }))
  return scalarNamed(typed.function).sql.duckdb(args, typed)
}

function templateOf(text: SqlText): string {
  return text.chunks.map((chunk) => (typeof chunk === 'string' ? chunk : '?')).join('')
}
