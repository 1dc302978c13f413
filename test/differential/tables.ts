import { type Dataset, SCALES, TABLES, type TableName } from './dataset.ts'

/** An engine in which tables are made by statements. */
export type Engine = 'duckdb' | 'postgresql'

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
}

export const TABLE_NAMES = Object.keys(TABLES) as TableName[]

/** The statements that put a dataset in place of an earlier one. */
export function tableStatements(engine: Engine, dataset: Dataset): readonly string[] {
  return TABLE_NAMES.flatMap((table) => {
    const columns = Object.keys(TABLES[table])
    const types = columns.map((column) => `"${column}" ${typeOf(engine, table, column)}`)
    const rows = dataset[table].map((row) => {
      const cells = columns.map((column) => {
        const value = (row as unknown as Record<string, unknown>)[column]
        return value === null || value === undefined ? 'NULL' : literal(String(value))
      })
      return `(${cells.join(', ')})`
    })
    return [
      `DROP TABLE IF EXISTS ${table} CASCADE`,
      `CREATE TABLE ${table} (${types.join(', ')})`,
      ...(rows.length === 0 ? [] : [`INSERT INTO ${table} VALUES ${rows.join(', ')}`]),
    ]
  })
}

function typeOf(engine: Engine, table: TableName, column: string): string {
  const type = (TABLES[table] as Readonly<Record<string, string>>)[column]!
  if (type === 'DECIMAL')
    return `${engine === 'duckdb' ? 'DECIMAL' : 'numeric'}(18, ${SCALES[column]})`
  return TYPES[engine][type] ?? type
}

/** A backslash is a character like any other in both engines. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
