import type { Materialisation } from '@tributary/attribution/internal'
import { addGrain, type Grain, parseTime, toText, truncate } from '@tributary/expression'
import type { RunInTransaction, SqlDialect, SqlResult } from '@tributary/sql'
import { type CountedPartition, type MomentRange, tableStatements } from '@tributary/sql/internal'
import type { ReplaceJob } from './material-tables.ts'

/** Partitions from one date to another, both included. */
interface PartitionRange {
  readonly from: string
  readonly to: string
}

/** A range of whole partitions: its moments, and the name of each partition in order. */
export interface PartitionSpan {
  readonly moments: MomentRange
  readonly values: readonly string[]
}

const DAY = 86_400_000_000n

/** The partitions that a range touches: a date within a month means all of the month. */
export function createPartitionSpan({ from, to }: PartitionRange, grain: Grain): PartitionSpan {
  const first = truncate(parsePartitionDate(from), grain)
  const last = truncate(parsePartitionDate(to), grain)
  const values: string[] = []
  let at = first
  while (at <= last) {
    values.push(toPartitionValue(at))
    at = addGrain(at, 1, grain)
  }
  if (values.length === 0) throw new TypeError(`Expected a range of dates, found ${from} to ${to}`)
  return { moments: { from: first, to: at }, values }
}

/** The name of the partition that begins at a midnight: `YYYY-MM-DD`. */
export function toPartitionValue(moment: bigint): string {
  return toText(Number(moment / DAY), 'DATE')!
}

function parsePartitionDate(date: string): bigint {
  const moment = parseTime(date)
  if (moment === null) throw new TypeError(`Expected a date YYYY-MM-DD, found "${date}"`)
  return moment
}

/** The one partition of a table without partitions. */
const WHOLE_TABLE = 'ALL'

/** A table, and which of its partitions are counted. */
interface CountedTable {
  /** Its name in parts. */
  readonly table: readonly string[]
  /** Null: all that there are. */
  readonly span: PartitionSpan | null
  /** Of the engine that it is in. */
  readonly dialect: SqlDialect
}

/**
 * How many rows each partition has: every one of the span, also those without a row; without a span those that have one.
 * Rows without a time are in none.
 */
export async function countRows(
  run: RunInTransaction,
  { partition }: Materialisation,
  { table, span, dialect }: CountedTable,
): Promise<readonly CountedPartition[]> {
  const range = span?.moments ?? null
  const counted = tableStatements(dialect).countPartitions(table, { partition, range })
  const { columns } = await run(counted)
  if (partition === null) return [{ value: WHOLE_TABLE, rows: readWholeNumbers(columns[0])[0]! }]
  const rows = toRowsByDay(columns)
  const values = span?.values ?? [...rows.keys()]
  return values.map((value) => ({ value, rows: rows.get(value) ?? 0 }))
}

/** By the days of the first column, the counts of the second. */
function toRowsByDay([days, counts]: SqlResult['columns']): ReadonlyMap<string, number> {
  if (days?.kind !== 'date') throw new TypeError(`Expected days, found ${days?.kind}`)
  const numbers = readWholeNumbers(counts)
  return new Map(days.values.map((day, i) => [toPartitionValue(BigInt(day!) * DAY), numbers[i]!]))
}

function readWholeNumbers(column: SqlResult['columns'][number] | undefined): readonly number[] {
  if (column?.kind !== 'exact') throw new TypeError(`Expected counts, found ${column?.kind}`)
  return column.units.map(Number)
}

/**
 * The written partitions that are recorded: those with rows, and those up to the end of the data. Later ones are not
 * needed, and a range that is too wide would record thousands of them; but the last one is recorded, since it has the
 * time of the refresh.
 */
export function pickRecordedPartitions(
  partitions: readonly CountedPartition[],
  { materialisation, frontier }: Pick<ReplaceJob, 'materialisation' | 'frontier'>,
): readonly CountedPartition[] {
  const { partition } = materialisation
  if (partition === null) return partitions
  const reached = frontier === null ? null : toReachedPartitions(frontier, partition.grain)
  const newest = partitions.at(-1)
  return partitions.filter((countedPartition) => {
    const isReached =
      reached !== null &&
      countedPartition.value >= reached.first &&
      countedPartition.value <= reached.last
    return countedPartition.rows > 0 || isReached || countedPartition === newest
  })
}

/** The partitions of the first and of the last time. */
function toReachedPartitions(
  { first, last }: NonNullable<ReplaceJob['frontier']>,
  grain: Grain,
): { readonly first: string; readonly last: string } {
  const toPeriodValue = (at: bigint): string => toPartitionValue(truncate(at, grain))
  return { first: toPeriodValue(first), last: toPeriodValue(last) }
}
