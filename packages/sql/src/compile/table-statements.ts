import type { Materialisation } from '@tributary/attribution/internal'
import { DAY } from '@tributary/expression/internal'
import type { SqlDialect } from '../dialects/dialect.ts'
import type { TypedColumn } from '../results/sql-result.ts'
import { literalIn, tableName } from '../text/names.ts'
import { plain, type SqlStatement, toStatement } from '../text/sql-statement.ts'
import { bind, raw, type SqlText, sqlText } from '../text/sql-text.ts'
import { type MomentRange, materialisedColumns } from './compile-materialisation.ts'

/**
 * The statements that create, fill, read and drop tables, which are given by the parts of their names. They run in
 * DuckDB and PostgreSQL, those that only read in every engine. A `select` is a whole query as text, with its values written into it.
 */
export interface TableStatements {
  /** Creates a schema unless it exists. */
  createSchema(schema: readonly string[]): SqlStatement
  /** Creates a table without rows. */
  create(table: readonly string[], columns: readonly TypedColumn[]): SqlStatement
  /** Creates a table without rows that has the columns of a query. */
  createAs(table: readonly string[], select: string): SqlStatement
  /** Drops a table if it exists. */
  drop(table: readonly string[]): SqlStatement
  /** Inserts the rows of a query into the table of a materialisation; it selects `materialisedColumns` in their order. */
  insert(table: readonly string[], materialisation: Materialisation, select: string): SqlStatement
  /** Deletes the rows of the chosen partitions. */
  deletePartitions(table: readonly string[], partitions: PartitionChoice): SqlStatement
  /** Gives `partition, count` of the partitions that have rows, in order; a table without partitions gives one `count`. */
  countPartitions(table: readonly string[], partitions: PartitionChoice): SqlStatement
  /** Reads columns of a table, in the order given. */
  select(table: readonly string[], columns: readonly string[]): SqlStatement
  /** Gives the names of the tables of a schema that begin with a text, on every engine. */
  tablesIn(schema: string, prefix: string): SqlStatement
  /**
   * The query of the rows of several tables, each with those days of its partitions that count, both included; null for all
   * of them. All have the columns, in any order. It has no parameters.
   */
  union(tables: readonly TablePart[], columns: readonly string[] | null): string
}

/** Rows of a table. */
export interface TablePart {
  readonly table: readonly string[]
  /** The column of the partitions, and ranges `YYYY-MM-DD` of them; null for all rows. */
  readonly days: {
    readonly column: string
    readonly ranges: readonly (readonly [from: string, to: string])[]
  } | null
}

/** A choice of the partitions of a table. */
export interface PartitionChoice {
  readonly partition: Materialisation['partition']
  /** The moments at which the chosen partitions begin; null for all. A table without partitions has no choice. */
  readonly range: MomentRange | null
}

/** The statements in a dialect. */
export function tableStatements(dialect: SqlDialect): TableStatements {
  const { identifier } = dialect
  const named = (table: readonly string[]): string => tableName(table, dialect)
  const listed = (columns: readonly string[]): string => columns.map(identifier).join(', ')
  return {
    createSchema: (schema) => plain(`CREATE SCHEMA IF NOT EXISTS ${named(schema)}`),
    create: (table, columns) => {
      const list = columns.map(({ name, type }) => `${identifier(name)} ${type}`)
      return plain(`CREATE TABLE ${named(table)} (${list.join(', ')})`)
    },
    createAs: (table, select) => plain(`CREATE TABLE ${named(table)} AS ${select} LIMIT 0`),
    drop: (table) => plain(`DROP TABLE IF EXISTS ${named(table)}`),
    insert: (table, materialisation, select) => {
      const columns = listed(materialisedColumns(materialisation))
      return plain(`INSERT INTO ${named(table)} (${columns})\n${select}`)
    },
    deletePartitions: (table, partitions) => {
      const whereClause = inRange(partitions, dialect)
      return toStatement(sqlText`DELETE FROM ${raw(named(table))}${whereClause}`, dialect)
    },
    countPartitions: (table, partitions) => countPartitions(named(table), partitions, dialect),
    select: (table, columns) => plain(`SELECT ${listed(columns)} FROM ${named(table)}`),
    tablesIn: (schema, prefix) =>
      toStatement(
        sqlText`SELECT CAST(table_name AS varchar) FROM information_schema.tables WHERE CAST(table_schema AS varchar) = ${text(schema)} AND substring(CAST(table_name AS varchar), 1, ${raw(String([...prefix].length))}) = ${text(prefix)}`,
        dialect,
      ),
    union: (tables, columns) =>
      tables
        .map((part) => {
          const selected = columns === null ? '*' : listed(columns)
          return `SELECT ${selected} FROM ${named(part.table)}${onDays(part, dialect)}`
        })
        .join('\nUNION ALL\n'),
  }
}

function onDays({ days }: TablePart, dialect: SqlDialect): string {
  if (days === null) return ''
  const column = dialect.identifier(days.column)
  const day = (value: string): string =>
    `CAST(${literalIn(dialect, value)} AS ${dialect.typeName('DATE')})`
  const ranges = days.ranges.map(([from, to]) =>
    from === to
      ? `${column} = ${day(from)}`
      : `${column} >= ${day(from)} AND ${column} <= ${day(to)}`,
  )
  return ` WHERE ${ranges.map((range) => `(${range})`).join(' OR ')}`
}

function text(value: string): SqlText {
  return bind({ type: 'STRING', value })
}

function countPartitions(
  name: string,
  { partition, range }: PartitionChoice,
  dialect: SqlDialect,
): SqlStatement {
  if (partition === null) return plain(`SELECT COUNT(*) FROM ${name}`)
  const column = dialect.identifier(partition.column)
  const where =
    range === null ? raw(` WHERE ${column} IS NOT NULL`) : inRange({ partition, range }, dialect)
  const grouped = raw(` GROUP BY ${column} ORDER BY ${column}`)
  return toStatement(
    sqlText`SELECT ${raw(column)}, COUNT(*) FROM ${raw(name)}${where}${grouped}`,
    dialect,
  )
}

/** The WHERE clause for the rows of a range; empty for all rows. */
function inRange({ partition, range }: PartitionChoice, { identifier }: SqlDialect): SqlText {
  if (partition === null || range === null) return raw('')
  const column = raw(identifier(partition.column))
  const [from, to] = [range.from, range.to].map((at) =>
    bind({ type: 'DATE', value: Number(at / DAY) }),
  )
  return sqlText` WHERE ${column} >= ${from!} AND ${column} < ${to!}`
}
