import type { PoolClient } from 'pg'
import { doubleQuoted } from '../dialects/double-quoted.ts'
import { valueTypeOfOid } from './postgresql-columns.ts'
import type { TableColumn } from './table-column.ts'

/** The columns of a table given by the parts of its name, in order. An enum is text. */
export async function postgresqlTableColumns(
  client: PoolClient,
  table: readonly string[],
): Promise<readonly TableColumn[]> {
  const { fields } = await client.query({
    text: `SELECT * FROM ${table.map(doubleQuoted).join('.')} LIMIT 0`,
    rowMode: 'array',
  })
  const { rows } = await client.query<{ readonly name: string; readonly isEnum: boolean }>(TYPES, [
    fields.map(({ dataTypeID }) => dataTypeID),
    fields.map(({ dataTypeModifier }) => dataTypeModifier),
  ])
  return fields.map(({ name, dataTypeID }, i) => ({
    name,
    type: rows[i]!.name,
    valueType: rows[i]!.isEnum ? 'STRING' : valueTypeOfOid(dataTypeID),
  }))
}

const TYPES = `SELECT format_type(field.oid, field.modifier) AS name, typtype = 'e' AS "isEnum"
FROM unnest($1::oid[], $2::int[]) WITH ORDINALITY AS field(oid, modifier, position)
JOIN pg_type ON pg_type.oid = field.oid
ORDER BY field.position`
