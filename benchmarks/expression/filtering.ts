import { DuckDBInstance } from '@duckdb/node-api'
import {
  type ColumnarSource,
  createColumnarSource,
  type NumberColumn,
  questionRequest,
} from '@tributary/attribution'
import { escape as onRow, table, type table as tableOf } from 'arquero'
import type { Case } from '../measure/interleave.ts'
import { PREDICATE } from './corpus.ts'

/** The columns that {@link PREDICATE} reads. */
interface FilteredColumns {
  readonly region: readonly string[]
  readonly amount: Float64Array
  readonly name: readonly string[]
  readonly year: Int32Array
}

/**
 * Counting the rows that pass the predicate of three terms: by ours on columns, by DuckDB on one thread with
 * texts and with enums, by arquero. Throws when one of them counts differently.
 */
export async function filteringCases(rows: number): Promise<readonly Case[]> {
  const columns = makeColumns(rows)
  const cases = [ours(columns), ...(await duckDbCases(columns)), arquero(columns)]
  const counts = await Promise.all(cases.map(({ run }) => run()))
  if (new Set(counts).size > 1) {
    const told = cases.map(({ name }, index) => `${name} ${counts[index]}`)
    throw new Error(`the engines count differently: ${told.join(', ')}`)
  }
  return cases
}

function makeColumns(rows: number): FilteredColumns {
  let state = 20_240_601
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const texts = (values: readonly string[]) =>
    Array.from({ length: rows }, () => values[next(values.length)]!)
  const named = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`)
  return {
    region: texts(['a', 'b', 'c', ...named('r', 17)]),
    amount: Float64Array.from({ length: rows }, () => next(20_000) / 100),
    name: texts(['x', ...named('n', 999)]),
    year: Int32Array.from({ length: rows }, () => 2015 + next(12)),
  }
}

function ours(columns: FilteredColumns): Case {
  const source = createColumnarSource({ ...columns }, { name: 'rows' })
  const request = countRequest(source)
  return {
    name: 'tributary, columns',
    async run() {
      const { frames } = await source.aggregate(request)
      return numberAt(frames[0]!.measures[0]!.current)
    },
  }
}

function countRequest(source: ColumnarSource): Parameters<ColumnarSource['aggregate']>[0] {
  const { metric, rows, windows } = questionRequest(source, {
    metric: { countRows: true },
    dimensions: ['region'],
    current: PREDICATE.tributary,
    compare: '1 = 2',
  })
  return { rows, windows, measures: metric.measures, filter: null, groupings: [[]], time: null }
}

async function duckDbCases(columns: FilteredColumns): Promise<readonly Case[]> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  await connection.run(
    'CREATE TABLE texts (region VARCHAR, amount DOUBLE, name VARCHAR, year INTEGER)',
  )
  const appender = await connection.createAppender('texts')
  for (let row = 0; row < columns.year.length; row++) {
    appender.appendVarchar(columns.region[row]!)
    appender.appendDouble(columns.amount[row]!)
    appender.appendVarchar(columns.name[row]!)
    appender.appendInteger(columns.year[row]!)
    appender.endRow()
  }
  appender.closeSync()
  for (const name of ['region', 'name']) {
    await connection.run(
      `CREATE TYPE ${name}_values AS ENUM (SELECT DISTINCT ${name} FROM texts ORDER BY 1)`,
    )
  }
  await connection.run(`CREATE TABLE codes AS SELECT * REPLACE (
    CAST(region AS region_values) AS region, CAST(name AS name_values) AS name) FROM texts`)
  return Promise.all(
    (['texts', 'codes'] as const).map(async (from) => {
      const text = PREDICATE.sql.replace('SELECT * FROM t', `SELECT count(*) FROM ${from}`)
      const statement = await connection.prepare(text)
      return {
        name: `DuckDB, 1 thread, ${from === 'texts' ? 'texts' : 'enums'}`,
        async run() {
          const [[count]] = (await (await statement.run()).getRows()) as [[bigint]]
          return Number(count)
        },
      }
    }),
  )
}

function arquero(columns: FilteredColumns): Case {
  const rows: ReturnType<typeof tableOf> = table({ ...columns })
  const regions = new Set(['a', 'b', 'c'])
  const passes = onRow(
    (row: { region: string; amount: number; name: string; year: number }) =>
      regions.has(row.region) && row.amount > 100.5 && (row.name === 'x' || row.year >= 2024),
  )
  return { name: 'arquero', run: () => rows.filter(passes).numRows() }
}

function numberAt(column: NumberColumn): number {
  return column.kind === 'double' ? column.values[0]! : Number(column.units[0])
}
