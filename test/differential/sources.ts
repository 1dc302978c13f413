import { join } from 'node:path'
import {
  type AggregateSource,
  attribute,
  type ColumnData,
  type ColumnType,
  createColumnarSource,
  type LoadedTable,
  loadColumns,
  openSnapshot,
  type RowSet,
  toWireTable,
} from '@tributary/attribution'
import { type Catalog, planAttribution, type TemporaryMetric } from '@tributary/catalog'
import {
  createSqlSource,
  type DuckDb,
  readColumns,
  type SqlDialect,
  type SqlDriver,
} from '@tributary/sql'
import { readLoadedTable } from '../../packages/attribution/src/columnar/load/load-table.ts'
import { sourceOver } from '../../packages/attribution/src/columnar/source/columnar-source.ts'
import { toTemporaryMetrics } from '../../packages/platform/src/requests/located-texts.ts'
import { momentText, wallClock } from './calendar.ts'
import { type Dataset, TABLES, type TableName } from './dataset.ts'
import type { Door } from './doors.ts'
import type { Answer, Given } from './judge.ts'
import { type Question, requestOf } from './question.ts'
import { TABLE_NAMES } from './tables.ts'

/** A source and how its tables are called there. */
interface NamedSource {
  readonly source: AggregateSource
  nameOf(table: TableName): readonly string[]
}

/** Asks a source through the catalog, as the platform does. */
export function sourceDoor(
  name: string,
  opened: () => NamedSource & { readonly catalog: Catalog },
): Door {
  return {
    name,
    ask: (question) =>
      given(async () => {
        const { catalog, source: aggregates, nameOf } = opened()
        const plan = planAttribution(catalog, questionOf(question))
        const answer = await attribute(aggregates, { ...plan, rows: renamed(plan.rows, nameOf) })
        return {
          tables: answer.tables.map(
            ({ dimension, table, warning, empty, residual, missingRow, missingRows }) => ({
              ...{ dimension, table: toNamedTable(table, missingRows), warning, empty },
              ...(question.contributions && { residual, missingRow, missingRows }),
            }),
          ),
          warning: answer.warning,
        }
      }),
  }
}

/** A table with the name that an answer has for a missing value. */
function toNamedTable(
  table: Parameters<typeof toWireTable>[0],
  missingRows: Readonly<Record<string, readonly number[]>>,
) {
  const columns = toWireTable(table)
  for (const [key, rows] of Object.entries(missingRows)) {
    for (const row of rows) columns[key]![row] = '(null)'
  }
  return columns
}

/** What was given: an answer, or the code of an error that has one. */
export async function given(ask: () => Promise<Answer>): Promise<Given> {
  try {
    return { answer: await ask() }
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: string }
    if (typeof code !== 'string') throw error
    return { refused: code, message: String(message) }
  }
}

function questionOf(question: Question): Parameters<typeof planAttribution>[1] {
  // biome-ignore lint/suspicious/noExplicitAny: the body is JSON
  const body = requestOf(question) as any
  const at = (text: string | undefined) => (text === undefined ? null : { text, path: 'question' })
  const all = (texts: readonly string[]) => texts.map((text) => ({ text, path: 'question' }))
  const { attribution } = body
  const peer = (one: { filters: readonly string[]; timeConstraint?: string }) => ({
    filters: all(one.filters),
    timeConstraint: at(one.timeConstraint),
  })
  const over = (text: string) => ({ filters: [], timeConstraint: at(text) })
  const peers = question.compareDimension !== null
  return {
    metric: { text: body.metric, path: 'metric' },
    metricDefinitions: toTemporaryMetrics(body.metricDefinitions ?? {}) as ReadonlyMap<
      string,
      TemporaryMetric
    >,
    dimensions: all(body.dimensions),
    calculation: attribution.attributionCalculateType,
    filters: all(attribution.filters),
    timeConstraint: at(attribution.timeConstraint),
    current: peers ? peer(attribution.currentObject) : over(attribution.currentTimeConstraint),
    compare: peers ? peer(attribution.compareObject) : over(attribution.compareTimeConstraint),
    compareDimension: at(attribution.compareDimension),
    contributions: question.contributions,
    now: 0n,
  }
}

function renamed({ base, lookups }: RowSet, nameOf: NamedSource['nameOf']): RowSet {
  const tableOf = ([, , file]: readonly string[]) =>
    nameOf(file!.replace(/_(parquet|csv)$/, '') as TableName)
  return {
    base: { ...base, table: tableOf(base.table) },
    lookups: lookups.map((one) => ({ ...one, table: tableOf(one.table) })),
  }
}

/** The tables as the driver reads them from an engine. */
export async function columnsFrom(
  duckdb: DuckDb,
): Promise<Readonly<Record<TableName, Readonly<Record<string, ColumnData>>>>> {
  const read = await Promise.all(
    TABLE_NAMES.map(async (table) => [table, await readColumns(duckdb, [table])] as const),
  )
  return Object.fromEntries(read) as never
}

const inMemory = { nameOf: (table: TableName) => [table] }

/** Columns in memory, sorted by a time; threads answer every request, however small. */
export function memorySource(
  columns: Awaited<ReturnType<typeof columnsFrom>>,
  { time, threads }: { readonly time: string; readonly threads: number },
): NamedSource & { close(): Promise<void> } {
  const loaded = TABLE_NAMES.map((table): [string, LoadedTable] => [
    table,
    loadColumns(columns[table], { name: table, ...(table === 'facts' && { time }) }),
  ])
  const tables = new Map(loaded.map(([name, one]) => [name, readLoadedTable(one)]))
  const source = sourceOver('facts', tables, { threads, threadFrom: 0 })
  return { ...inMemory, source, close: () => source.close() }
}

const TYPE_OF: Readonly<Record<string, ColumnType>> = {
  VARCHAR: 'STRING',
  BOOLEAN: 'BOOLEAN',
  BIGINT: 'INT',
  DECIMAL: 'DECIMAL',
  DOUBLE: 'DOUBLE',
  DATE: 'DATE',
  TIMESTAMP: 'TIMESTAMP',
  TIMESTAMPTZ: 'TIMESTAMP',
}

/** Columns in memory from plain values, in the order of the rows. */
export function plainSource(dataset: Dataset, zone: string): NamedSource {
  const plain = (table: TableName) => {
    const columns = Object.entries(TABLES[table])
    const data = columns.map(([name, type]) => [
      name,
      dataset[table].map((row) =>
        plainValue((row as unknown as Record<string, unknown>)[name], type, zone),
      ),
    ])
    const types = Object.fromEntries(columns.map(([name, type]) => [name, TYPE_OF[type]!]))
    return { data: Object.fromEntries(data) as Record<string, unknown[]>, types }
  }
  const { data, types } = plain('facts')
  const related = { shops: plain('shops'), countries: plain('countries') }
  return { ...inMemory, source: createColumnarSource(data, { name: 'facts', types, related }) }
}

function plainValue(value: unknown, type: string, zone: string): unknown {
  if (value === null || value === undefined) return null
  if (type === 'BIGINT') return BigInt(String(value))
  if (type === 'DOUBLE' || type === 'DECIMAL') return Number(value)
  if (type === 'TIMESTAMPTZ') return momentText(wallClock(Date.parse(String(value)), zone))
  return value
}

/** A snapshot of a source in memory, opened from its file. */
export async function snapshotSource(
  columns: Awaited<ReturnType<typeof columnsFrom>>,
  folder: string,
): Promise<NamedSource & { close(): Promise<void> }> {
  const path = join(folder, 'facts.arrow')
  const written = createColumnarSource(columns.facts, { name: 'facts', time: 'day' })
  await written.write(path)
  await written.close()
  const { shops, countries } = columns
  const source = await openSnapshot(path, { name: 'facts', related: { shops, countries } })
  return { ...inMemory, source, close: () => source.close() }
}

/** The tables of an engine whose connections read times in a time zone. */
export function engineSource(
  driver: SqlDriver,
  dialect: SqlDialect,
  timeZone: string,
): NamedSource {
  return { source: createSqlSource({ driver, dialect, timeZone }), nameOf: (table) => [table] }
}
