import { peer } from '../measure/peer.ts'
import { conditionSql } from './conditions.ts'
import { measureSql } from './measures.ts'
import type { BenchQuestion } from './questions.ts'
import { collectValues, type GroupValues, groupingName, type Rival } from './rival.ts'

interface ChDbSession {
  query(sql: string, format?: string): string
}

interface ChDb {
  readonly Session: new (path?: string) => ChDbSession
}

/** A chDB, of which a process can have one. */
export interface ChDbRival extends Rival {
  /** Puts the rows of a file into a MergeTree ordered by day, texts in low cardinality. */
  load(parquet: string, columns: ChDbColumns): void
}

/** What there is to load besides the day. */
export interface ChDbColumns {
  readonly dimensions: readonly string[]
  readonly numbers: readonly string[]
}

/** Opens chDB in a folder; null when it is not installed. */
export async function openChDb(folder: string): Promise<ChDbRival | null> {
  const loaded = await peer<ChDb>('attribution', 'chdb')
  if (loaded === null) return null
  const session = new loaded.Session(folder)
  session.query('CREATE DATABASE bench')
  return {
    name: 'chDB, MergeTree',
    load(parquet, { dimensions, numbers }) {
      const texts = dimensions.map((name) => `toLowCardinality(assumeNotNull(${name})) AS ${name}`)
      const others = numbers.map((name) => `assumeNotNull(${name}) AS ${name}`)
      session.query('DROP TABLE IF EXISTS bench.sales')
      session.query(`CREATE TABLE bench.sales ENGINE = MergeTree ORDER BY day AS
        SELECT assumeNotNull(day) AS day, ${[...texts, ...others].join(', ')}
        FROM file('${parquet}', Parquet)`)
    },
    ask(question) {
      // A hundred columns of conditions a row: minutes.
      if (question.metrics.length >= 1000) return null
      const statements = chDbStatements(question)
      return {
        run: () => statements.reduce((size, sql) => size + session.query(sql, 'Arrow').length, 0),
        values: async () => chDbValues(session, statements, question),
      }
    },
  }
}

function chDbStatements(question: BenchQuestion): readonly string[] {
  const { measures, current, compare, filter = [], dimensions } = question
  const sides = [current, compare].map((side) => `(${conditionSql([...side, ...filter])})`)
  const values = Object.values(measures).flatMap((measure) => [
    measureSql(measure, current),
    measureSql(measure, compare),
  ])
  return dimensions.map((columns) => {
    const group = columns.join(', ')
    return `SELECT ${group}, ${values.join(', ')} FROM bench.sales WHERE ${sides.join(' OR ')} GROUP BY ${group}`
  })
}

function chDbValues(
  session: ChDbSession,
  statements: readonly string[],
  { dimensions }: BenchQuestion,
): GroupValues {
  const { add, values } = collectValues()
  for (const [index, columns] of dimensions.entries()) {
    const { data } = JSON.parse(session.query(statements[index]!, 'JSONCompact')) as {
      readonly data: readonly (readonly unknown[])[]
    }
    for (const row of data) {
      const key = row.slice(0, columns.length)
      const numbers = row.slice(columns.length)
      for (const [place, value] of numbers.entries()) add(groupingName(columns), key, place, value)
    }
  }
  return values
}
