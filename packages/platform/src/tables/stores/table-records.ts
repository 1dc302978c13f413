import type { RunInTransaction, SqlColumn, SqlDialect, SqlResult } from '@tributary/sql'
import { type CountedPartition, recordStatements } from '@tributary/sql/internal'
import { iterateChunks } from '../../store/statements.ts'
import type {
  InstanceAttempt,
  RecordedTable,
  ReplaceJob,
  TableState,
  WrittenPartition,
} from '../material-tables.ts'
import { pickRecordedPartitions } from '../partitions.ts'

/** The records of materialised tables, in the same database. */
export interface TableRecords {
  /** Makes the tables of the records, when there are none. */
  make(run: RunInTransaction): Promise<void>
  /** Records that an attempt began; false when a later one has begun. */
  begin(run: RunInTransaction, instance: InstanceAttempt): Promise<boolean>
  /** Whether the attempt is the last one; locks its row, so that none can begin before the transaction ends. */
  hold(run: RunInTransaction, instance: InstanceAttempt): Promise<boolean>
  /** The columns of a table when it was made; null when it was not. */
  readLayout(run: RunInTransaction, table: readonly string[]): Promise<string | null>
  /** The full record of a table, wherever it is; null when it was never written. */
  recorded(run: RunInTransaction, table: readonly string[]): Promise<RecordedTable | null>
  /** Replaces the full record of a table. */
  put(run: RunInTransaction, table: readonly string[], recorded: RecordedTable): Promise<void>
  /** Replaces the records of partitions. */
  replace(run: RunInTransaction, job: ReplaceJob, written: Written): Promise<void>
  /** The recorded state of a table; null for one that is elsewhere. */
  state(run: RunInTransaction, table: readonly string[]): Promise<TableState | null>
  /** Deletes the records of a table. */
  drop(run: RunInTransaction, table: readonly string[]): Promise<void>
}

/** The rows of a table that were written. */
export interface Written {
  readonly layout: string
  /** Every partition of the range with its number of rows, in order. */
  readonly partitions: readonly CountedPartition[]
}

/** Records in tables of a schema, which is given by the parts of its name. */
export function createTableRecords(schema: readonly string[], dialect: SqlDialect): TableRecords {
  const statements = recordStatements(schema, dialect)
  const recorded: TableRecords['recorded'] = async (run, table) => {
    const head = await run(statements.table(toRecordName(table)))
    if (head.rowCount === 0) return null
    const rows = await run(statements.partitions(toRecordName(table)))
    return {
      layout: readTexts(head, 0)[0]!,
      sourceVersion: readTexts(head, 1)[0]!,
      frontier: readRecordedFrontier(head),
      partitions: readPartitions(rows),
    }
  }
  return {
    make: async (run) => {
      for (const statement of statements.make) await run(statement)
    },
    begin: async (run, instance) => (await run(statements.begin(instance))).rowCount > 0,
    hold: async (run, instance) => (await run(statements.hold(instance))).rowCount > 0,
    readLayout: async (run, table) => {
      const [layout] = readTexts(await run(statements.table(toRecordName(table))), 0)
      return layout ?? null
    },
    replace: async (run, job, { layout, partitions }) => {
      const name = toRecordName(job.materialisation.table)
      const { instance, sourceVersion, frontier, at } = job
      await run(statements.dropTable(name))
      await run(statements.putTable({ name, layout, sourceVersion, frontier }))
      await run(statements.dropPartitions(name, partitions[0]!.value, partitions.at(-1)!.value))
      for (const some of iterateChunks(pickRecordedPartitions(partitions, job))) {
        await run(statements.putPartitions({ name, instance, sourceVersion, at }, some))
      }
    },
    recorded,
    put: async (run, table, { layout, sourceVersion, frontier, partitions }) => {
      const name = toRecordName(table)
      await run(statements.dropTable(name))
      await run(statements.dropAllPartitions(name))
      await run(statements.putTable({ name, layout, sourceVersion, frontier }))
      const writings = Map.groupBy(partitions, ({ writer, sourceVersion: version, refreshedAt }) =>
        JSON.stringify([writer.id, writer.attempt, version, refreshedAt.getTime()]),
      )
      for (const written of writings.values()) {
        const [{ writer, sourceVersion: version, refreshedAt }] = written as [WrittenPartition]
        const writing = { name, instance: writer, sourceVersion: version, at: refreshedAt }
        for (const some of iterateChunks(written))
          await run(statements.putPartitions(writing, some))
      }
    },
    state: async (run, table) => {
      const recordedTable = await recorded(run, table)
      if (recordedTable === null || isElsewhere(recordedTable)) return null
      const { partitions, frontier, sourceVersion } = recordedTable
      return { partitions, frontier: frontier && { sourceVersion, ...frontier } }
    },
    drop: async (run, table) => {
      await run(statements.dropTable(toRecordName(table)))
      await run(statements.dropAllPartitions(toRecordName(table)))
    },
  }
}

function toRecordName(table: readonly string[]): string {
  return table.join('.')
}

/** Whether the table is in an engine of its own, of which the layout tells as an object. */
function isElsewhere({ layout }: RecordedTable): boolean {
  return layout.startsWith('{')
}

function readPartitions(result: SqlResult): readonly WrittenPartition[] {
  const versions = readTexts(result, 1)
  const times = readNumbers(result, 2)
  const counts = readNumbers(result, 3)
  const [instances, attempts] = [readNumbers(result, 4), readNumbers(result, 5)]
  return readTexts(result, 0).map((value, i) => ({
    value: value!,
    sourceVersion: versions[i]!,
    refreshedAt: new Date(times[i]!),
    rows: counts[i]!,
    writer: { id: instances[i]!, attempt: attempts[i]! },
  }))
}

function readRecordedFrontier(head: SqlResult): RecordedTable['frontier'] {
  const [first, last] = [2, 3].map((index) => readUnits(head.columns[index]!)[0])
  return first == null || last == null ? null : { first, last }
}

function readTexts({ columns }: SqlResult, index: number): readonly (string | null)[] {
  const column = columns[index]!
  if (column.kind !== 'text') throw new TypeError(`Expected texts, found ${column.kind}`)
  return column.values
}

function readNumbers({ columns }: SqlResult, index: number): readonly number[] {
  return readUnits(columns[index]!).map(Number)
}

function readUnits(column: SqlColumn): readonly (bigint | null)[] {
  if (column.kind !== 'exact') throw new TypeError(`Expected whole numbers, found ${column.kind}`)
  return column.units
}
