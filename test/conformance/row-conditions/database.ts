import { randomUUID } from 'node:crypto'
import { execute } from '../../support/postgres.ts'
import { type ColumnType, listColumns, type TableName, type Tables } from './tables.ts'

const TYPES: Readonly<Record<ColumnType, string>> = {
  VARCHAR: 'text',
  BIGINT: 'bigint',
  DECIMAL: 'numeric(38, 2)',
  DOUBLE: 'double precision',
  DATE: 'date',
}

/** Creates some tables with their rows in a new schema of a PostgreSQL database. Gives its name. */
export async function createSchema(
  { url, tables }: { readonly url: string; readonly tables: readonly TableName[] },
  rows: Tables,
): Promise<string> {
  const schema = `s${randomUUID().replaceAll('-', '')}`
  const statements = tables.flatMap((table) => {
    const columns = listColumns(table)
    const named = columns.map(([name, type]) => `"${name}" ${TYPES[type]}`).join(', ')
    const lines = rows[table].map(
      (row) => `(${columns.map(([name]) => toLiteral(row[name] ?? null)).join(', ')})`,
    )
    return [
      `CREATE TABLE ${schema}.${table} (${named})`,
      ...(lines.length > 0 ? [`INSERT INTO ${schema}.${table} VALUES ${lines.join(', ')}`] : []),
    ]
  })
  await execute(url, `CREATE SCHEMA ${schema}`, ...statements)
  return schema
}

/** Drops a schema with its tables. */
export function dropSchema(url: string, schema: string): Promise<void> {
  return execute(url, `DROP SCHEMA ${schema} CASCADE`)
}

/** The datasource of a workspace for the tables of a schema. */
export function toDatasource(name: string, url: string, schema: string): object {
  const { host, pathname, username } = new URL(url)
  return {
    ...{ name, type: 'POSTGRESQL', address: host, database: pathname.slice(1), schema },
    credentials: { user: username },
  }
}

function toLiteral(cell: string | null): string {
  return cell === null ? 'NULL' : `'${cell.replaceAll("'", "''")}'`
}
