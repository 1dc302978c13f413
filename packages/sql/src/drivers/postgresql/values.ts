import { assertNever } from '@tributary/core'
import type { SlicedWork } from '@tributary/core/internal'
import {
  type Constant,
  type Decimal,
  parseTime,
  toText,
  type ValueType,
} from '@tributary/expression'
import { DAY, parseDecimal, unitsAt } from '@tributary/expression/internal'
import type { PoolClient } from 'pg'
import type { SqlColumn, SqlResult, TableColumn } from '../../results/sql-result.ts'
import { doubleQuoteName } from '../../text/names.ts'

/** The types of the language by the object ids of PostgreSQL's types, which never change. */
const TYPES: ReadonlyMap<number, ValueType> = new Map<number, ValueType>([
  [16, 'BOOLEAN'], // boolean
  [20, 'INT'], // bigint
  [21, 'INT'], // smallint
  [23, 'INT'], // integer
  [25, 'STRING'], // text
  [700, 'DOUBLE'], // real
  [701, 'DOUBLE'], // double precision
  [1042, 'STRING'], // character
  [1043, 'STRING'], // character varying
  [1082, 'DATE'], // date
  [1114, 'TIMESTAMP'], // timestamp
  [1184, 'TIMESTAMP'], // timestamp with time zone
  [1700, 'DECIMAL'], // numeric
])

/**
 * Reads the columns of a result whose values are texts. Types without a column kind of their own stay text. Yields
 * after some thousand values.
 */
export function* readPostgresqlColumns(
  fields: readonly { readonly dataTypeID: number }[],
  rows: readonly (readonly (string | null)[])[],
): SlicedWork<SqlResult> {
  const columns: SqlColumn[] = []
  for (const [index, { dataTypeID }] of fields.entries()) {
    const texts = yield* convertItems(rows, (row) => row[index] ?? null)
    columns.push(yield* readColumn(TYPES.get(dataTypeID), texts))
  }
  return { rowCount: rows.length, columns }
}

/** Values that are converted between two yields. */
const BLOCK = 4_096

function* convertItems<T, R>(items: readonly T[], convert: (item: T) => R): SlicedWork<R[]> {
  const converted: R[] = []
  for (let at = 0; at < items.length; at++) {
    converted.push(convert(items[at]!))
    if (at % BLOCK === 0) yield
  }
  return converted
}

function* readColumn(
  type: ValueType | undefined,
  texts: readonly (string | null)[],
): SlicedWork<SqlColumn> {
  const values = <T>(convert: (text: string) => T | null) =>
    convertItems(texts, (text) => (text === null ? null : convert(text)))
  switch (type) {
    case 'BOOLEAN':
      return { kind: 'boolean', values: yield* values((text) => text === 't') }
    case 'INT':
      return { kind: 'exact', scale: 0, units: yield* values(BigInt) }
    case 'DECIMAL':
      return exactColumn(
        yield* values((text) =>
          text === 'NaN' || text.includes('Inf') ? null : parseDecimal(text),
        ),
      )
    case 'DOUBLE':
      return {
        kind: 'double',
        values: Float64Array.from(texts, (text) => (text === null ? Number.NaN : Number(text))),
      }
    case 'DATE':
      return { kind: 'date', values: yield* values((text) => toPostgresqlDays(parseTime(text))) }
    case 'TIMESTAMP':
      return {
        kind: 'timestamp',
        values: yield* values((text) => parseTime(text.replace(/[+-]\d\d(?::\d\d)*$/, ''))),
      }
    default:
      return { kind: 'text', values: texts }
  }
}

/** Decimals at the largest scale of all, since PostgreSQL gives each value its own scale. */
function exactColumn(decimals: readonly (Decimal | null)[]): SqlColumn {
  const scale = decimals.reduce((most, decimal) => Math.max(most, decimal?.scale ?? 0), 0)
  return {
    kind: 'exact',
    scale,
    units: decimals.map((decimal) => decimal && unitsAt(decimal, scale)),
  }
}

function toPostgresqlDays(time: bigint | null): number | null {
  return time === null ? null : Number(time / DAY)
}

/** A constant as a parameter of PostgreSQL: a text, since every placeholder is cast to its type. */
export function toPostgresqlParameter(constant: Constant): string | null {
  const { type, value } = constant
  switch (type) {
    case 'STRING':
    case 'DECIMAL':
      return value
    case 'BOOLEAN':
    case 'INT':
    case 'DOUBLE':
      return String(value)
    case 'DATE':
    case 'TIMESTAMP':
      return toText(value, type)
    case 'NULL':
      return null
    default:
      return assertNever(type)
  }
}

/** The columns of a table, given by the parts of its name, in order. An enum is a STRING. */
export async function postgresqlTableColumns(
  client: PoolClient,
  table: readonly string[],
): Promise<readonly TableColumn[]> {
  const { fields } = await client.query({
    text: `SELECT * FROM ${table.map(doubleQuoteName).join('.')} LIMIT 0`,
    rowMode: 'array',
  })
  const { rows } = await client.query<{ readonly name: string; readonly isEnum: boolean }>(
    TYPE_NAMES,
    [
      fields.map(({ dataTypeID }) => dataTypeID),
      fields.map(({ dataTypeModifier }) => dataTypeModifier),
    ],
  )
  return fields.map(({ name, dataTypeID }, i) => ({
    name,
    type: rows[i]!.name,
    valueType: rows[i]!.isEnum ? 'STRING' : (TYPES.get(dataTypeID) ?? null),
  }))
}

const TYPE_NAMES = `SELECT format_type(field.oid, field.modifier) AS name, typtype = 'e' AS "isEnum"
FROM unnest($1::oid[], $2::int[]) WITH ORDINALITY AS field(oid, modifier, position)
JOIN pg_type ON pg_type.oid = field.oid
ORDER BY field.position`
