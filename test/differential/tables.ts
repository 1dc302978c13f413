import { type Dataset, SCALES, TABLES, type TableName } from './dataset.ts'

/** An engine in which tables are made by statements. */
export type Engine = 'duckdb' | 'postgresql' | 'clickhouse' | 'trino'

const TYPES: Readonly<Record<Engine, Readonly<Record<string, string>>>> = {
  duckdb: {
    VARCHAR: 'VARCHAR',
    DOUBLE: 'DOUBLE',
    TIMESTAMP: 'TIMESTAMP',
    TIMESTAMPTZ: 'TIMESTAMPTZ',
  },
  postgresql: {
    VARCHAR: 'text',
    DOUBLE: 'double precision',
    TIMESTAMP: 'timestamp',
    TIMESTAMPTZ: 'timestamptz',
  },
  // Every time of ClickHouse is a moment: what clocks show is only kept where they never change.
  clickhouse: {
    VARCHAR: 'Nullable(String)',
    BOOLEAN: 'Nullable(Bool)',
    BIGINT: 'Nullable(Int64)',
    DOUBLE: 'Nullable(Float64)',
    DATE: 'Nullable(Date32)',
    TIMESTAMP: "Nullable(DateTime64(6, 'UTC'))",
    TIMESTAMPTZ: "Nullable(DateTime64(6, 'UTC'))",
  },
  trino: {
    VARCHAR: 'varchar',
    DOUBLE: 'double',
    TIMESTAMP: 'timestamp(6)',
    TIMESTAMPTZ: 'timestamp(6) with time zone',
  },
}

const DECIMALS: Readonly<Record<Engine, (digits: string) => string>> = {
  duckdb: (digits) => `DECIMAL(${digits})`,
  postgresql: (digits) => `numeric(${digits})`,
  clickhouse: (digits) => `Nullable(Decimal(${digits}))`,
  trino: (digits) => `decimal(${digits})`,
}

export const TABLE_NAMES = Object.keys(TABLES) as TableName[]

/** The statements that put a dataset in place of an earlier one. */
export function tableStatements(engine: Engine, dataset: Dataset): readonly string[] {
  return TABLE_NAMES.flatMap((table) => {
    const columns = Object.keys(TABLES[table])
    const types = columns.map((column) => typeOf(engine, table, column))
    const rows = dataset[table].map((row) => {
      const cells = columns.map((column, index) => {
        const value = (row as unknown as Record<string, unknown>)[column]
        const text = value === null || value === undefined ? 'NULL' : literal(String(value), engine)
        return CASTS[engine]?.(text, types[index]!) ?? text
      })
      return `(${cells.join(', ')})`
    })
    const named = columns.map((column, index) => `"${column}" ${types[index]}`).join(', ')
    return [
      `DROP TABLE IF EXISTS ${table}${CASTS[engine] ? '' : ' CASCADE'}`,
      `CREATE TABLE ${table} (${named})${engine === 'clickhouse' ? ' ENGINE = MergeTree ORDER BY tuple()' : ''}`,
      ...(rows.length === 0 ? [] : [`INSERT INTO ${table} VALUES ${rows.join(', ')}`]),
    ]
  })
}

/** Values of the types of engines that take no text for another one. */
const CASTS: { readonly [Name in Engine]?: (text: string, type: string) => string } = {
  clickhouse: clickhouseValue,
  trino: (text, type) =>
    type.endsWith('time zone')
      ? `CAST(from_iso8601_timestamp_nanos(${text}) AS ${type})`
      : `CAST(${text} AS ${type})`,
}

function clickhouseValue(text: string, type: string): string {
  if (text === 'NULL') return text
  return type.includes('DateTime64')
    ? `parseDateTime64BestEffort(${text}, 6, 'UTC')`
    : `CAST(${text}, ${literal(type, 'clickhouse')})`
}

function typeOf(engine: Engine, table: TableName, column: string): string {
  const type = (TABLES[table] as Readonly<Record<string, string>>)[column]!
  if (type === 'DECIMAL') return DECIMALS[engine](`18, ${SCALES[column]}`)
  return TYPES[engine][type] ?? type
}

/** A backslash is a character like any other, but for ClickHouse. */
function literal(text: string, engine: Engine): string {
  const escaped = engine === 'clickhouse' ? text.replaceAll('\\', '\\\\') : text
  return `'${escaped.replaceAll("'", "''")}'`
}
