import { bind, type SqlText, sqlList, sqlText } from '@tributary/expression'
import {
  type RunInTransaction,
  type SqlColumn,
  type SqlDialect,
  type SqlResult,
  type SqlStatement,
  toStatement,
} from '@tributary/sql'
import type { InstanceAttempt, PartitionRecord, ReplaceJob, TableState } from './material-tables.ts'

/** What is written down beside materialised tables, in the same database: one wording for every engine. */
export interface TableRecords {
  /** Makes the tables of the records, when there are none. */
  make(run: RunInTransaction): Promise<void>
  /** Puts down that an attempt began; false when a later one did. */
  begin(run: RunInTransaction, instance: InstanceAttempt): Promise<boolean>
  /** Whether the attempt is the last one; takes hold of its row, so that none can begin before the transaction's end. */
  hold(run: RunInTransaction, instance: InstanceAttempt): Promise<boolean>
  /** What the columns of a table were when it was made; null when it was not. */
  layoutOf(run: RunInTransaction, table: readonly string[]): Promise<string | null>
  /** Puts partitions down in place of what was said of them. */
  replace(run: RunInTransaction, job: ReplaceJob, written: Written): Promise<void>
  /** What is recorded of a table. */
  state(run: RunInTransaction, table: readonly string[]): Promise<TableState | null>
  /** Forgets a table. */
  drop(run: RunInTransaction, table: readonly string[]): Promise<void>
}

/** What was written of a table. */
export interface Written {
  readonly layout: string
  /** Every partition of the range with its number of rows. */
  readonly partitions: readonly { readonly value: string; readonly rows: number }[]
}

/** Records in tables of `schema`, a name that is quoted already. */
export function tableRecords(schema: string, dialect: SqlDialect): TableRecords {
  const raw = (text: string): SqlText => ({ chunks: [text] })
  const fence = raw(`${schema}.fence`)
  const record = raw(`${schema}.table_record`)
  const partition = raw(`${schema}.partition_record`)
  const statement = (text: SqlText): SqlStatement => toStatement(text, dialect)
  const forget = async (run: RunInTransaction, name: string): Promise<void> => {
    await run(statement(sqlText`DELETE FROM ${record} WHERE table_name = ${text(name)}`))
  }
  return {
    make: async (run) => {
      for (const definition of definitions(schema)) await run({ text: definition, parameters: [] })
    },
    begin: async (run, { id, attempt }) => {
      // An attempt may begin twice: its first beginning may have been cut off from its answer.
      const begun = sqlText`INSERT INTO ${fence} AS known (instance, attempt) VALUES (${int(id)}, ${int(attempt)}) ON CONFLICT (instance) DO UPDATE SET attempt = excluded.attempt WHERE known.attempt <= excluded.attempt RETURNING attempt`
      return (await run(statement(begun))).rowCount > 0
    },
    hold: async (run, { id, attempt }) => {
      const same = sqlText`instance = ${int(id)} AND attempt = ${int(attempt)}`
      const held = sqlText`UPDATE ${fence} SET attempt = ${int(attempt)} WHERE ${same} RETURNING instance`
      return (await run(statement(held))).rowCount > 0
    },
    layoutOf: async (run, table) => {
      const sql = sqlText`SELECT layout FROM ${record} WHERE table_name = ${text(nameOf(table))}`
      const [layout] = textsIn(await run(statement(sql)), 0)
      return layout ?? null
    },
    replace: async (run, job, { layout, partitions }) => {
      const name = nameOf(job.materialisation.table)
      await forget(run, name)
      const { frontier, sourceVersion, at } = job
      const reach = [frontier?.first, frontier?.last].map((one) =>
        one === undefined ? NULL : int(one),
      )
      await run(
        statement(
          sqlText`INSERT INTO ${record} (table_name, layout, source_version, first_time, last_time) VALUES (${text(name)}, ${text(layout)}, ${text(sourceVersion)}, ${reach[0]!}, ${reach[1]!})`,
        ),
      )
      const values = partitions.map(({ value }) => value)
      const [first, last] = [values[0]!, values.at(-1)!]
      await run(
        statement(
          sqlText`DELETE FROM ${partition} WHERE table_name = ${text(name)} AND value >= ${text(first)} AND value <= ${text(last)}`,
        ),
      )
      for (const some of batches(partitions)) {
        const rows = some.map(
          ({ value, rows: count }) =>
            sqlText`(${text(name)}, ${text(value)}, ${int(job.instance.id)}, ${int(job.instance.attempt)}, ${text(sourceVersion)}, ${int(at.getTime())}, ${int(count)})`,
        )
        await run(
          statement(
            sqlText`INSERT INTO ${partition} (table_name, value, instance, attempt, source_version, refreshed_at, row_count) VALUES ${sqlList(rows)}`,
          ),
        )
      }
    },
    state: async (run, table) => {
      const name = text(nameOf(table))
      const head = await run(
        statement(
          sqlText`SELECT source_version, first_time, last_time FROM ${record} WHERE table_name = ${name}`,
        ),
      )
      if (head.rowCount === 0) return null
      const rows = await run(
        statement(
          sqlText`SELECT value, source_version, refreshed_at, row_count FROM ${partition} WHERE table_name = ${name} ORDER BY value`,
        ),
      )
      return { partitions: partitionsIn(rows), frontier: frontierIn(head) }
    },
    drop: async (run, table) => {
      const name = nameOf(table)
      await forget(run, name)
      await run(statement(sqlText`DELETE FROM ${partition} WHERE table_name = ${text(name)}`))
    },
  }
}

/** No further keys: DuckDB minds a key that is taken away and put back in one transaction. Writers of a table take turns. */
function definitions(schema: string): readonly string[] {
  return [
    `CREATE SCHEMA IF NOT EXISTS ${schema}`,
    `CREATE TABLE IF NOT EXISTS ${schema}.fence (instance bigint PRIMARY KEY, attempt bigint NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS ${schema}.table_record (table_name text NOT NULL, layout text NOT NULL, source_version text NOT NULL, first_time bigint, last_time bigint)`,
    `CREATE TABLE IF NOT EXISTS ${schema}.partition_record (table_name text NOT NULL, value text NOT NULL, instance bigint NOT NULL, attempt bigint NOT NULL, source_version text NOT NULL, refreshed_at bigint NOT NULL, row_count bigint NOT NULL)`,
  ]
}

function nameOf(table: readonly string[]): string {
  return table.join('.')
}

const NULL: SqlText = { chunks: ['NULL'] }

function text(value: string): SqlText {
  return bind({ type: 'STRING', value })
}

function int(value: number | bigint): SqlText {
  return bind({ type: 'INT', value: BigInt(value) })
}

/** Rows of one statement: a statement may have 65,535 parameters, of which a row takes seven. */
const BATCH = 1_000

function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH)
}

function partitionsIn(result: SqlResult): readonly PartitionRecord[] {
  const versions = textsIn(result, 1)
  const times = numbersIn(result, 2)
  const counts = numbersIn(result, 3)
  return textsIn(result, 0).map((value, i) => ({
    value: value!,
    sourceVersion: versions[i]!,
    refreshedAt: new Date(times[i]!),
    rows: counts[i]!,
  }))
}

function frontierIn(head: SqlResult): TableState['frontier'] {
  const [first, last] = [1, 2].map((index) => unitsIn(head.columns[index]!)[0])
  if (first == null || last == null) return null
  return { sourceVersion: textsIn(head, 0)[0]!, first, last }
}

function textsIn({ columns }: SqlResult, index: number): readonly (string | null)[] {
  const column = columns[index]!
  if (column.kind !== 'text') throw new TypeError(`Expected texts, found ${column.kind}`)
  return column.values
}

function numbersIn({ columns }: SqlResult, index: number): readonly number[] {
  return unitsIn(columns[index]!).map(Number)
}

function unitsIn(column: SqlColumn): readonly (bigint | null)[] {
  if (column.kind !== 'exact') throw new TypeError(`Expected whole numbers, found ${column.kind}`)
  return column.units
}
