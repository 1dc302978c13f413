import {
  type Decimal,
  parseDecimal,
  parseTime,
  unitsAt,
  type ValueType,
} from '@tributary/expression'
import type { SqlColumn, SqlResult } from './sql-driver.ts'

const DAY = 86_400_000_000n

interface KnownType {
  readonly type: string
  readonly valueType: ValueType | null
}

/** The types of PostgreSQL that the language has, by their object ids, which never change. */
const TYPES: ReadonlyMap<number, KnownType> = new Map<number, KnownType>([
  [16, { type: 'boolean', valueType: 'BOOLEAN' }],
  [20, { type: 'bigint', valueType: 'INT' }],
  [21, { type: 'smallint', valueType: 'INT' }],
  [23, { type: 'integer', valueType: 'INT' }],
  [25, { type: 'text', valueType: 'STRING' }],
  [700, { type: 'real', valueType: 'DOUBLE' }],
  [701, { type: 'double precision', valueType: 'DOUBLE' }],
  [1042, { type: 'character', valueType: 'STRING' }],
  [1043, { type: 'character varying', valueType: 'STRING' }],
  [1082, { type: 'date', valueType: 'DATE' }],
  [1114, { type: 'timestamp', valueType: 'TIMESTAMP' }],
  [1184, { type: 'timestamp with time zone', valueType: 'TIMESTAMP' }],
  [1700, { type: 'numeric', valueType: 'DECIMAL' }],
])

/** What a type of PostgreSQL is in the expression language; null for one that the language does not have. */
export function valueTypeOfOid(oid: number): KnownType {
  return TYPES.get(oid) ?? { type: `type ${oid}`, valueType: null }
}

/** The columns of a result that came as texts. Types without a column kind of their own stay text. */
export function readPostgresqlColumns(
  fields: readonly { readonly dataTypeID: number }[],
  rows: readonly (readonly (string | null)[])[],
): SqlResult {
  const columns = fields.map(({ dataTypeID }, index) => {
    const texts = rows.map((row) => row[index] ?? null)
    return readColumn(valueTypeOfOid(dataTypeID).valueType, texts)
  })
  return { rowCount: rows.length, columns }
}

function readColumn(type: ValueType | null, texts: readonly (string | null)[]): SqlColumn {
  const values = <T>(convert: (text: string) => T | null) =>
    texts.map((text) => (text === null ? null : convert(text)))
  switch (type) {
    case 'BOOLEAN':
      return { kind: 'boolean', values: values((text) => text === 't') }
    case 'INT':
      return { kind: 'exact', scale: 0, units: values(BigInt) }
    case 'DECIMAL':
      return exactColumn(
        values((text) => (text === 'NaN' || text.includes('Inf') ? null : parseDecimal(text))),
      )
    case 'DOUBLE':
      return {
        kind: 'double',
        values: Float64Array.from(texts, (text) => (text === null ? Number.NaN : Number(text))),
      }
    case 'DATE':
      return { kind: 'date', values: values((text) => daysOf(parseTime(text))) }
    case 'TIMESTAMP':
      return {
        kind: 'timestamp',
        values: values((text) => parseTime(text.replace(/[+-]\d\d(?::\d\d)*$/, ''))),
      }
    default:
      return { kind: 'text', values: texts }
  }
}

/** Every value at the scale of the finest: PostgreSQL gives each its own. */
function exactColumn(decimals: readonly (Decimal | null)[]): SqlColumn {
  const scale = decimals.reduce((most, one) => Math.max(most, one?.scale ?? 0), 0)
  return { kind: 'exact', scale, units: decimals.map((one) => one && unitsAt(one, scale)) }
}

function daysOf(time: bigint | null): number | null {
  return time === null ? null : Number(time / DAY)
}
