import { runInSlices } from '@tributary/core/internal'
import type { ValueType } from '@tributary/expression'
import type { AggregateOptions, AggregateRequest, AggregateSource } from '../../request/source.ts'
import { answerFrames } from '../aggregate/answer-frames.ts'
import { type JobResult, runJob } from '../aggregate/pass.ts'
import {
  listPlannedJobs,
  type PlannedJob,
  type PlannedRows,
  planFromCache,
  planInSlices,
  type RequestPlan,
} from '../aggregate/request-plan.ts'
import { timeFrontier } from '../aggregate/time-frontier.ts'
import type { ColumnType, MemoryTable } from '../columns/column.ts'
import {
  getColumnValueType,
  isLoadedTable,
  type LoadedTable,
  loadTable,
  readLoadedTable,
} from '../load/load-table.ts'
import type { TableData } from '../load/table-data.ts'
import { rowLimit } from '../select/block.ts'
import { createTableRegistry } from '../select/table-registry.ts'
import { writeSnapshot } from '../snapshot/write-snapshot.ts'
import { createWorkerPool } from '../workers/worker-pool.ts'
import { type SourceStats, sourceStats } from './source-stats.ts'

/** How to load a table into a {@link ColumnarSource}. */
export interface ColumnarOptions {
  /** The name of the table in requests: its parts joined by `.`. @defaultValue `table` */
  readonly name?: string
  /** The column of dates or times to sort rows by. @defaultValue rows keep their order */
  readonly time?: string
  /** Types of columns that values do not determine: DATE, DECIMAL. @defaultValue by the values */
  readonly types?: Readonly<Record<string, ColumnType>>
  /** The columns to load. @defaultValue all */
  readonly columns?: readonly string[]
  /** The most bytes that the table's columns may take; loading throws beyond that. @defaultValue no limit */
  readonly maxBytes?: number
  /**
   * Worker threads for large requests. They share the columns and are started by the first such
   * request. The answer does not depend on their number. @defaultValue 0: the calling thread works
   * alone
   */
  readonly threads?: number
  /** Tables that requests may look up from this one, by name. @defaultValue none */
  readonly related?: Readonly<Record<string, TableData | RelatedTable | LoadedTable>>
}

/** A related table with types for its columns. */
export interface RelatedTable {
  readonly data: TableData
  readonly types?: Readonly<Record<string, ColumnType>>
}

/** Columns in memory that answer aggregate requests. */
export interface ColumnarSource extends AggregateSource {
  /** The name of its table in requests. */
  readonly name: string
  /** The columns of its table and their types; NULL for one without a value. */
  columnTypes(): ReadonlyMap<string, ValueType>
  /** The rows and bytes in memory. */
  stats(): SourceStats
  /**
   * Saves the table, without related ones, as an Arrow IPC file, which {@link openSnapshot} and
   * every Arrow tool read.
   */
  write(path: string): Promise<void>
  /** Stops the threads, if any were started, and closes a snapshot's file. */
  close(): Promise<void>
}

/**
 * Creates a source over a table in memory; the given data is copied. Integers may be numbers or
 * bigints; a DATE or TIMESTAMP may be a Date, milliseconds or text; null, undefined, NaN and the
 * infinities are NULL. A {@link LoadedTable} is used as it is, so `time`, `types`, `columns` and
 * `maxBytes` have no effect on it. Sums of INT and DECIMAL are exact, sums of doubles are rounded
 * once. Throws {@link AttributionError} for columns of unequal length or mixed types. A request
 * rejects with one for unknown tables and columns and for lookups whose key is not unique.
 *
 * @example
 * ```ts
 * import { createColumnarSource } from '@tributary/attribution'
 * const sales = createColumnarSource(
 *   { day: ['2026-05-31', '2026-06-01'], shop: ['A', null], amount: [10, 20.5] },
 *   { time: 'day', types: { day: 'DATE', amount: 'DECIMAL' } },
 * )
 * Object.fromEntries(sales.columnTypes()) // => { day: 'DATE', shop: 'STRING', amount: 'DECIMAL' }
 * ```
 */
export function createColumnarSource(
  data: TableData | LoadedTable,
  options: ColumnarOptions = {},
): ColumnarSource {
  const { name = 'table', related = {}, threads = 0, ...load } = options
  const base = isLoadedTable(data) ? readLoadedTable(data) : loadTable(data, { name, ...load })
  return sourceOver(name, new Map([[name, base], ...loadRelatedTables(related)]), { threads })
}

/** The related tables of {@link ColumnarOptions}, loaded. */
export function loadRelatedTables(
  related: NonNullable<ColumnarOptions['related']>,
): readonly (readonly [string, MemoryTable])[] {
  return Object.entries(related).map(([name, relatedTable]) => {
    if (isLoadedTable(relatedTable)) return [name, readLoadedTable(relatedTable)]
    const { data, types } = isRelatedTable(relatedTable) ? relatedTable : { data: relatedTable }
    return [name, loadTable(data, { name, ...(types && { types }) })]
  })
}

function isRelatedTable(candidate: TableData | RelatedTable): candidate is RelatedTable {
  return 'data' in candidate && typeof candidate.data === 'object' && !('numRows' in candidate)
}

/** How a source over tables works. */
export interface SourceOptions {
  /** Loads what a request needs, or everything for null; null when all is in memory. */
  prepare?(request: AggregateRequest | null, signal?: AbortSignal): Promise<void> | null
  /** Closes what the tables hold open. */
  close?(): Promise<void>
  /** @defaultValue 0 */
  readonly threads?: number
  /**
   * Rows times groupings from which threads are used, and rows of a table from which a thread
   * derives its codes. @defaultValue 2,000,000: a few milliseconds of work
   */
  readonly threadFrom?: number
}

const THREAD_FROM = 2_000_000

/** Rows are selected and numbered once for all measures of a request; their sums of all groups are held at once. */
const MEASURES_AT_ONCE = 64

/** Creates a source over loaded tables. */
export function sourceOver(
  name: string,
  tables: ReadonlyMap<string, MemoryTable>,
  { threads = 0, threadFrom = THREAD_FROM, prepare, close }: SourceOptions = {},
): ColumnarSource {
  const registry = createTableRegistry(tables)
  const { columns } = registry.table(name)
  const pool = createWorkerPool(threads, registry)
  const work = (
    plan: RequestPlan,
    request: AggregateRequest,
    { signal, maxGroups }: AggregateOptions,
  ) => {
    const jobs = listPlannedJobs(plan)
    return threads > 0 && estimateWork(plan) >= threadFrom
      ? pool.run(request, jobs.length, signal)
      : runInSlices(runJobs(jobs, plan, maxGroups), signal)
  }
  const planned = async (request: AggregateRequest, signal?: AbortSignal): Promise<PlannedRows> => {
    const { rowCount } = registry.table(request.rows.base.table.join('.'))
    const spread = threads > 0 && rowCount >= threadFrom
    const plannedRows = spread ? planFromCache(request, registry, pool.parts) : null
    if (spread && plannedRows === null) await pool.prepare(request, signal)
    return plannedRows ?? runInSlices(planInSlices(request, registry, pool.parts), signal)
  }
  return {
    name,
    measuresAtOnce: MEASURES_AT_ONCE,
    columnTypes: () =>
      new Map(
        [...columns].map(
          ([column, tableColumn]) => [column, getColumnValueType(tableColumn)] as const,
        ),
      ),
    async aggregate(request, options = {}) {
      const { signal, maxGroups } = options
      signal?.throwIfAborted()
      await prepare?.(request, signal)
      signal?.throwIfAborted()
      const { space, plan } = await planned(request, signal)
      const results = await work(plan, request, options)
      signal?.throwIfAborted()
      return {
        frames: await runInSlices(answerFrames(request, plan, results, maxGroups), signal),
        frontier: request.time === null ? null : timeFrontier(request.time, space),
        executed: describe(request, space.rowCount),
      }
    },
    stats: () => sourceStats(tables, registry.cache),
    async write(path) {
      await prepare?.(null)
      await writeSnapshot(registry.table(name), path)
    },
    async close() {
      await pool.close()
      await close?.()
    },
  }
}

function estimateWork({ main, nested }: RequestPlan): number {
  return [main, ...nested.map(({ pass }) => pass)].reduce(
    (sum, { windows, groupings }) =>
      sum +
      windows.reduce((rows, passWindow) => rows + rowLimit(passWindow.rows), 0) * groupings.length,
    0,
  )
}

/** The groups of inner aggregates are not those of the answer, so that they are not limited. */
function* runJobs(
  jobs: readonly PlannedJob[],
  { main }: RequestPlan,
  maxGroups?: number,
): Generator<void, readonly JobResult[]> {
  const results: JobResult[] = []
  for (const { pass, job } of jobs) {
    results.push(yield* runJob(pass, job, pass === main ? maxGroups : undefined))
  }
  return results
}

function describe({ rows, groupings }: AggregateRequest, count: number): string {
  const tables = [rows.base, ...rows.lookups].map((use) => use.table.join('.'))
  const groups = groupings.map((keys) => `(${keys.map((key) => key.name).join(', ')})`)
  return `in memory: ${tables.join(' ⟕ ')}, ${count} rows, grouped by ${groups.join(', ')}`
}
