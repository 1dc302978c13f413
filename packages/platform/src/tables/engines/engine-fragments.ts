import type { TablePart } from '@tributary/sql/internal'
import type {
  InstanceAttempt,
  RecordedTable,
  ReplaceJob,
  WrittenPartition,
} from '../material-tables.ts'
import { type PartitionSpan, pickRecordedPartitions } from '../partitions.ts'

/** The recorded place of a table that is kept in an engine. */
export interface EngineLayout {
  /** `PlanSchema.place` */
  readonly place: string
  /** Makes the names of its fragments those of this table alone. */
  readonly id: string
  /** The column of the partitions; null for a table without. */
  readonly partition: string | null
  /** The names of fragments that count no more and may still be there. */
  readonly retired: readonly string[]
}

/** A table in the engine, with rows of one version of the data, and the partitions for which it counts. */
export interface Fragment {
  readonly name: string
  readonly writer: InstanceAttempt
  /** In the partitions for which it counts. */
  readonly rows: number
  readonly days: TablePart['days']
}

/** The layout of a table in a place; null for a table that is elsewhere. */
export function parseLayout(
  { layout }: Pick<RecordedTable, 'layout'>,
  place: string,
): EngineLayout | null {
  if (!layout.startsWith('{')) return null
  const engineLayout = JSON.parse(layout) as EngineLayout
  return engineLayout.place === place ? engineLayout : null
}

/** The beginning of the names of all fragments of a table. */
export function toNamePrefix(table: readonly string[], { id }: Pick<EngineLayout, 'id'>): string {
  const plainName = table
    .at(-1)!
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
  return `${plainName.slice(0, 20)}_${id}_`
}

/** The name of the fragment that an attempt of an instance writes. */
export function toFragmentName(
  table: readonly string[],
  layout: Pick<EngineLayout, 'id'>,
  { id, attempt }: InstanceAttempt,
): string {
  return `${toNamePrefix(table, layout)}${id}_${attempt}`
}

/** The records of a table, and where it is. */
export interface EngineTable {
  readonly table: readonly string[]
  readonly recorded: RecordedTable
  readonly layout: EngineLayout
}

/**
 * The fragments that count: those with partitions of the version of the data that was read last. Rows of that version are
 * in partitions that are recorded, and of each in one fragment; `without` leaves out partitions.
 */
export function listFragments(
  { table, recorded, layout }: EngineTable,
  without: (value: string) => boolean = () => false,
): readonly Fragment[] {
  const fresh = recorded.partitions
    .filter(({ sourceVersion }) => sourceVersion === recorded.sourceVersion)
    .toSorted((a, b) => (a.value < b.value ? -1 : 1))
  const runs = groupWriterRuns(
    fresh.map((partition) => (without(partition.value) ? null : partition)),
  )
  const runsByWriter = Map.groupBy(runs, ([{ writer }]) => `${writer.id} ${writer.attempt}`)
  return Array.from(runsByWriter.values(), (some) => {
    const [[{ writer }]] = some as [Run]
    const ranges = some.map((run) => [run[0].value, run.at(-1)!.value] as const)
    return {
      name: toFragmentName(table, layout, writer),
      writer,
      rows: some.flat().reduce((sum, { rows }) => sum + rows, 0),
      days: layout.partition === null ? null : { column: layout.partition, ranges },
    }
  })
}

type Run = readonly [WrittenPartition, ...WrittenPartition[]]

/** Partitions one after another that one attempt has written. */
function groupWriterRuns(partitions: readonly (WrittenPartition | null)[]): readonly Run[] {
  const runs: [WrittenPartition, ...WrittenPartition[]][] = []
  let before: WrittenPartition | null = null
  for (const partition of partitions) {
    if (partition !== null && before !== null && isSame(partition.writer, before.writer)) {
      runs.at(-1)!.push(partition)
    } else if (partition !== null) runs.push([partition])
    before = partition
  }
  return runs
}

function isSame(first: InstanceAttempt, second: InstanceAttempt): boolean {
  return first.id === second.id && first.attempt === second.attempt
}

/** The most fragments that a question reads, and how many of them are written together when there are more. */
const MOST = 16
const TOGETHER = 8

/**
 * The fragments that a job merges into its own, so that there are few: the smallest, when there would be too many. Of each
 * only those partitions that the job does not write.
 */
export function pickFragmentsToMerge(
  storedTable: EngineTable,
  { sourceVersion }: Pick<ReplaceJob, 'sourceVersion'>,
  span: PartitionSpan | null,
): readonly Fragment[] {
  if (span === null || storedTable.recorded.sourceVersion !== sourceVersion) return []
  const written = new Set(span.values)
  const remainingFragments = listFragments(storedTable, (value) => written.has(value))
  if (remainingFragments.length < MOST) return []
  return remainingFragments.toSorted((a, b) => a.rows - b.rows).slice(0, TOGETHER)
}

/** The fragment that a job has written. */
export interface WrittenFragment {
  readonly job: ReplaceJob
  /** Every partition of its range with its number of rows, in order. */
  readonly partitions: readonly { readonly value: string; readonly rows: number }[]
  /** The fragments whose rows were written into it. */
  readonly merged: readonly Fragment[]
}

/** The records of a table after a job: its fragment counts for its partitions and for the merged ones. */
export function recordFragment(
  { table, recorded, layout }: EngineTable,
  { job, partitions, merged }: WrittenFragment,
): RecordedTable {
  const { instance: writer, sourceVersion, frontier, at: refreshedAt, materialisation } = job
  const [first, last] = [partitions[0]!.value, partitions.at(-1)!.value]
  const remainingPartitions = recorded.partitions
    .filter(({ value }) => value < first || value > last)
    .map((partition) => {
      const isMoved =
        partition.sourceVersion === sourceVersion &&
        merged.some((from) => isSame(from.writer, partition.writer))
      return isMoved ? { ...partition, writer } : partition
    })
  const written = pickRecordedPartitions(partitions, job).map((partition) => {
    return { ...partition, sourceVersion, refreshedAt, writer }
  })
  const after = { sourceVersion, frontier, partitions: [...remainingPartitions, ...written] }
  const next = { ...layout, partition: materialisation.partition?.column ?? null }
  const namesIn = (record: Omit<RecordedTable, 'layout'>, as: EngineLayout): readonly string[] =>
    listFragments({ table, layout: as, recorded: { ...record, layout: '' } }).map(
      ({ name }) => name,
    )
  const counting = new Set(namesIn(after, next))
  const retired = [...layout.retired, ...namesIn(recorded, layout)].filter(
    (name) => !counting.has(name),
  )
  return { ...after, layout: JSON.stringify({ ...next, retired: [...new Set(retired)] }) }
}
