import type { DuckDBConnection } from '@duckdb/node-api'
import { conditionSql } from './conditions.ts'
import { type BenchMeasure, measureSql } from './measures.ts'
import type { BenchQuestion } from './questions.ts'
import { collectValues, type GroupValues, groupingName, type Rival } from './rival.ts'

/** The ways of asking DuckDB: two on dimensions that are enums, and one on texts. */
const DUCKDB_FORMS = ['grouping sets', 'a query a dimension', 'as users write it'] as const
export type DuckDbForm = (typeof DUCKDB_FORMS)[number]

/** The forms to ask of so many rows: on texts of a million at most, for it is never the best and takes the longest. */
export function duckDbForms(rows: number | null): readonly DuckDbForm[] {
  const isMany = (rows ?? 0) > 1_000_000
  return DUCKDB_FORMS.filter((form) => !isMany || form !== 'as users write it')
}

/** DuckDB asked in one form. */
export function duckDbRival(connection: DuckDBConnection, form: DuckDbForm): Rival {
  return {
    name: `DuckDB, ${form}`,
    ask(question) {
      if (form !== 'grouping sets' && isLarge(question)) return null
      const statements = duckDbStatements(question, form)
      return {
        run: () => runDuckDb(connection, statements),
        values: () => duckDbValues(connection, statements),
      }
    },
  }
}

/** Whether a question has so many aggregates that DuckDB takes seconds for it, whatever the number of rows. */
export function isLarge({ measures }: BenchQuestion): boolean {
  return Object.keys(measures).length > 100
}

/** DuckDB asked a sum for every metric by itself, as a service does that asks metric by metric; only of very many. */
export function metricByMetric(connection: DuckDBConnection, asked: number): Rival {
  return {
    name: 'DuckDB, metric by metric',
    ask(question) {
      if (question.metrics.length < 1000) return null
      const alone = question.metrics.slice(0, asked).map((formula) => {
        const named = [...formula.matchAll(/\[(\w+)\]/g)].map(([, name = '']) => name)
        const measures = Object.fromEntries(named.map((name) => [name, question.measures[name]!]))
        return duckDbStatements({ ...question, measures }, 'grouping sets')
      })
      return {
        run: async () => {
          for (const statements of alone) await runDuckDb(connection, statements)
        },
        values: () => duckDbValues(connection, duckDbStatements(question, 'grouping sets')),
      }
    },
  }
}

/** A statement, and which measures of its question it has: all from one on, as many as it says. */
export interface DuckDbStatement {
  readonly sql: string
  readonly firstMeasure: number
  readonly measures: number
}

/** The statements of a question; together their rows are the aggregates that our tables are made of. */
export function duckDbStatements(
  question: BenchQuestion,
  form: DuckDbForm,
): readonly DuckDbStatement[] {
  const measures = Object.values(question.measures)
  return Array.from({ length: Math.ceil(measures.length / MOST_MEASURES) }, (_, index) => {
    const firstMeasure = index * MOST_MEASURES
    const some = measures.slice(firstMeasure, firstMeasure + MOST_MEASURES)
    return statementsOf(question, form, some).map((sql) => {
      return { sql, firstMeasure, measures: some.length }
    })
  }).flat()
}

/** A statement of a thousand aggregates does not end within minutes, whatever the number of rows. */
const MOST_MEASURES = 50

function statementsOf(
  { current, compare, filter = [], dimensions }: BenchQuestion,
  form: DuckDbForm,
  measures: readonly BenchMeasure[],
): readonly string[] {
  const table = form === 'as users write it' ? 'sales' : 'coded_sales'
  const values = measures.flatMap((measure) => [
    measureSql(measure, current),
    measureSql(measure, compare),
  ])
  const sides = [current, compare].map((side) => `(${conditionSql([...side, ...filter])})`)
  const where = sides.join(' OR ')
  if (form === 'a query a dimension') {
    return dimensions.map((columns) => {
      const group = columns.join(', ')
      return `SELECT ${group}, ${values.join(', ')} FROM ${table} WHERE ${where} GROUP BY ${group}`
    })
  }
  const names = [...new Set(dimensions.flat())].join(', ')
  const sets = dimensions.map((columns) => `(${columns.join(', ')})`).join(', ')
  return [
    `SELECT ${names}, ${values.join(', ')} FROM ${table} WHERE ${where} GROUP BY GROUPING SETS (${sets}, ())`,
  ]
}

/** Runs statements and fetches every row. */
export async function runDuckDb(
  connection: DuckDBConnection,
  statements: readonly DuckDbStatement[],
): Promise<number> {
  let rows = 0
  for (const { sql } of statements) {
    const result = await connection.run(sql)
    for (const chunk of await result.fetchAllChunks()) rows += chunk.rowCount
  }
  return rows
}

async function duckDbValues(
  connection: DuckDBConnection,
  statements: readonly DuckDbStatement[],
): Promise<GroupValues> {
  const { add, values } = collectValues()
  for (const { sql, firstMeasure, measures } of statements) {
    const count = measures * 2
    const result = await connection.run(sql)
    const names = result.columnNames().slice(0, -count)
    for (const chunk of await result.fetchAllChunks()) {
      for (const row of chunk.getRows()) {
        // The columns that a row is not grouped by are NULL; no dimension has a NULL of its own here.
        const present = names.filter((_, index) => row[index] !== null)
        const key = row.slice(0, names.length).filter((value) => value !== null)
        for (let place = 0; place < count; place++) {
          add(groupingName(present), key, firstMeasure * 2 + place, row[names.length + place])
        }
      }
    }
  }
  return values
}
