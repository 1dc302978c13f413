import { assertNever } from '@tributary/core'
import type { SlicedWork } from '@tributary/core/internal'
import { type Constant, parseTime, toText, type ValueType } from '@tributary/expression'
import { DAY, parseDecimal, unitsAt } from '@tributary/expression/internal'
import type { SqlColumn, SqlResult, TableColumn } from '../../results/sql-result.ts'
import { literal } from '../../text/names.ts'
import type { SqlStatement } from '../../text/sql-statement.ts'

/** A column as the server describes it. */
export interface TrinoColumn {
  readonly name: string
  /** Its type, such as `decimal(12,2)` or `timestamp(6) with time zone`. */
  readonly type: string
}

/** A value of a row: whole numbers beyond 2^53 are bigints, decimals and times are texts. */
export type TrinoValue = string | number | bigint | boolean | null | object

/** A page of the answer to a statement, as JSON. */
export function parsePage(text: string): unknown {
  // Reading the digits of every number takes long, and few pages have numbers that need it.
  return LONG_NUMBER.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text)
}

const LONG_NUMBER = /[0-9]{16}/

function exactNumber(
  _key: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source ?? ''
  return /^-?[0-9]+$/.test(source) ? BigInt(source) : value
}

/** Reads the columns of a result. Types without a column kind of their own become text. Yields after some thousand values. */
export function* readTrinoColumns(
  columns: readonly TrinoColumn[],
  rows: readonly (readonly TrinoValue[])[],
): SlicedWork<SqlResult> {
  const read: SqlColumn[] = []
  for (const [index, { type }] of columns.entries()) {
    const values: TrinoValue[] = []
    for (let row = 0; row < rows.length; row++) {
      values.push(rows[row]![index] ?? null)
      if (row % BLOCK === 0) yield
    }
    read.push(yield* readColumn(type, values))
  }
  return { rowCount: rows.length, columns: read }
}

/** Values that are converted between two yields. */
const BLOCK = 4_096

function* readColumn(type: string, raw: readonly TrinoValue[]): SlicedWork<SqlColumn> {
  function* values<T>(
    convert: (value: NonNullable<TrinoValue>) => T | null,
  ): SlicedWork<(T | null)[]> {
    const converted: (T | null)[] = []
    for (let at = 0; at < raw.length; at++) {
      const value = raw[at] ?? null
      converted.push(value === null ? null : convert(value))
      if (at % BLOCK === 0) yield
    }
    return converted
  }
  switch (isZonedType(type) ? null : findTrinoValueType(type)) {
    case 'BOOLEAN':
      return { kind: 'boolean', values: yield* values((value) => value === true) }
    case 'INT':
      return { kind: 'exact', scale: 0, units: yield* values((value) => BigInt(value as number)) }
    case 'DECIMAL': {
      const scale = Number(/,\s*(\d+)\)$/.exec(type)?.[1] ?? 0)
      const units = yield* values((value) => unitsAt(parseDecimal(String(value))!, scale))
      return { kind: 'exact', scale, units }
    }
    case 'DOUBLE':
      return {
        kind: 'double',
        values: Float64Array.from(yield* values(parseTrinoDouble), (value) => value ?? Number.NaN),
      }
    case 'DATE':
      return {
        kind: 'date',
        values: yield* values((value) => toTrinoDays(parseTime(String(value)))),
      }
    case 'TIMESTAMP':
      return {
        kind: 'timestamp',
        values: yield* values((value) => parseTime(toMicroseconds(value))),
      }
    default:
      return { kind: 'text', values: yield* values(toTrinoText) }
  }
}

/** NaN stands for NULL in a column of doubles. */
function parseTrinoDouble(value: NonNullable<TrinoValue>): number {
  return value === 'NaN' ? Number.POSITIVE_INFINITY : Number(value)
}

function toTrinoDays(time: bigint | null): number | null {
  return time === null ? null : Number(time / DAY)
}

/** A time without the digits beyond microseconds. */
function toMicroseconds(value: TrinoValue): string {
  return String(value).replace(/(\.[0-9]{6})[0-9]+$/, '$1')
}

function toTrinoText(value: NonNullable<TrinoValue>): string {
  return typeof value === 'object' ? JSON.stringify(value, withoutBigints) : String(value)
}

function withoutBigints(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/** The columns of a table, in order. */
export function toTrinoTableColumns(columns: readonly TrinoColumn[]): readonly TableColumn[] {
  return columns.map(({ name, type }) => ({ name, type, valueType: findTrinoValueType(type) }))
}

/** The type of the language for a type of Trino; null for none. */
function findTrinoValueType(type: string): ValueType | null {
  return TYPES.get(type.replace(/\([^)]*\)/, '')) ?? null
}

function isZonedType(type: string): boolean {
  return type.endsWith(' with time zone')
}

const TYPES: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ['boolean', 'BOOLEAN'],
  ['tinyint', 'INT'],
  ['smallint', 'INT'],
  ['integer', 'INT'],
  ['bigint', 'INT'],
  ['decimal', 'DECIMAL'],
  ['real', 'DOUBLE'],
  ['double', 'DOUBLE'],
  ['varchar', 'STRING'],
  ['char', 'STRING'],
  ['date', 'DATE'],
  ['timestamp', 'TIMESTAMP'],
  ['timestamp with time zone', 'TIMESTAMP'],
])

/** The text of a statement with its parameters in it. Every placeholder is cast to its type, so each value is a text. */
export function textWithParameters({ text, parameters }: SqlStatement): string {
  if (parameters.length === 0) return text
  return `EXECUTE IMMEDIATE ${literal(text)} USING ${parameters.map(parameterText).join(', ')}`
}

function parameterText(constant: Constant): string {
  const { type, value } = constant
  switch (type) {
    case 'STRING':
    case 'DECIMAL':
      return literal(value)
    case 'BOOLEAN':
    case 'INT':
    case 'DOUBLE':
      return literal(String(value))
    case 'DATE':
    case 'TIMESTAMP':
      return literal(toText(value, type)!)
    case 'NULL':
      return 'NULL'
    default:
      return assertNever(type)
  }
}
