import { assertNever } from '@tributary/core'
import type { SlicedWork } from '@tributary/core/internal'
import { type Constant, parseTime, toText, type ValueType } from '@tributary/expression'
import { DAY, parseDecimal, unitsAt } from '@tributary/expression/internal'
import type { SqlColumn, SqlResult } from '../../results/sql-result.ts'

/** A result in the format JSONCompact. Whole numbers of 64 bits and more, decimals, NaN and infinities are texts in it. */
export interface JsonResult {
  readonly meta: readonly { readonly name: string; readonly type: string }[]
  readonly data: readonly (readonly unknown[])[]
  readonly rows: number
}

/** A type of ClickHouse without what stands around it: NULL, a dictionary, a function of an aggregate of one value. */
function bareType(type: string): string {
  const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type) ?? SIMPLE.exec(type)
  return inner === null ? type : bareType(inner[1]!)
}

const SIMPLE = /^SimpleAggregateFunction\(\w+, (.*)\)$/

/** The type of the language that a column of a type of ClickHouse has; null for none. */
export function findClickhouseValueType(type: string): ValueType | null {
  const bare = bareType(type)
  const name = /^\w+/.exec(bare)?.[0] ?? ''
  // An unsigned number of 64 bits may be larger than an INT, but hardly is.
  if (/^U?Int(8|16|32|64)$/.test(name)) return 'INT'
  return VALUE_TYPES.get(name) ?? null
}

const VALUE_TYPES: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ['Bool', 'BOOLEAN'],
  ['String', 'STRING'],
  ['FixedString', 'STRING'],
  ['Enum8', 'STRING'],
  ['Enum16', 'STRING'],
  ['UUID', 'STRING'],
  ['Float32', 'DOUBLE'],
  ['Float64', 'DOUBLE'],
  ['Decimal', 'DECIMAL'],
  ['Date', 'DATE'],
  ['Date32', 'DATE'],
  ['DateTime', 'TIMESTAMP'],
  ['DateTime64', 'TIMESTAMP'],
])

/** Reads the columns of a result. Types without a column kind of their own stay text. Yields after some thousand values. */
export function* readClickHouseColumns({ meta, data }: JsonResult): SlicedWork<SqlResult> {
  const columns: SqlColumn[] = []
  for (const [index, { type }] of meta.entries()) {
    const values: unknown[] = []
    for (let at = 0; at < data.length; at++) {
      values.push(data[at]![index])
      if (at % BLOCK === 0) yield
    }
    columns.push(yield* readColumn(bareType(type), values))
  }
  return { rowCount: data.length, columns }
}

/** Values that are converted between two yields. */
const BLOCK = 4_096

function* convertNullableValues<R>(
  values: readonly unknown[],
  convert: (value: unknown) => R,
): SlicedWork<(R | null)[]> {
  const converted: (R | null)[] = []
  for (let at = 0; at < values.length; at++) {
    const value = values[at]
    converted.push(value === null ? null : convert(value))
    if (at % BLOCK === 0) yield
  }
  return converted
}

function* readColumn(type: string, values: readonly unknown[]): SlicedWork<SqlColumn> {
  const name = /^\w+/.exec(type)?.[0] ?? ''
  if (/^U?Int\d+$/.test(name)) {
    return {
      kind: 'exact',
      scale: 0,
      units: yield* convertNullableValues(values, (value) => BigInt(String(value))),
    }
  }
  switch (name) {
    case 'Bool':
      return {
        kind: 'boolean',
        values: yield* convertNullableValues(values, (value) => value === true),
      }
    case 'Decimal': {
      const scale = Number(/(\d+)\)$/.exec(type)?.[1] ?? 0)
      const toDecimalUnits = (value: unknown) => unitsAt(parseDecimal(String(value))!, scale)
      return { kind: 'exact', scale, units: yield* convertNullableValues(values, toDecimalUnits) }
    }
    case 'Float32':
    case 'Float64':
      return { kind: 'double', values: Float64Array.from(values, parseClickhouseDouble) }
    case 'Date':
    case 'Date32': {
      const toEpochDay = (value: unknown) => Number(parseClickhouseTime(value) / DAY)
      return { kind: 'date', values: yield* convertNullableValues(values, toEpochDay) }
    }
    case 'DateTime':
    case 'DateTime64':
      return {
        kind: 'timestamp',
        values: yield* convertNullableValues(values, parseClickhouseTime),
      }
    case 'Nothing':
      return { kind: 'text', values: values.map(() => null) }
    default:
      return {
        kind: 'text',
        values: yield* convertNullableValues(values, (value) =>
          typeof value === 'string' ? value : JSON.stringify(value),
        ),
      }
  }
}

function parseClickhouseDouble(value: unknown): number {
  if (value === null) return Number.NaN
  switch (value) {
    case 'inf':
      return Number.POSITIVE_INFINITY
    case '-inf':
      return Number.NEGATIVE_INFINITY
    // NaN stands for NULL in a column.
    case 'nan':
    case '-nan':
      return Number.POSITIVE_INFINITY
    default:
      return Number(value)
  }
}

/** A time as microseconds; digits beyond these are dropped. */
function parseClickhouseTime(value: unknown): bigint {
  const text = String(value).replace(/(\.\d{6})\d+$/, '$1')
  const time = parseTime(text)
  if (time === null) throw new TypeError(`ClickHouse gave the time ${text}`)
  return time
}

/** A constant as a parameter of ClickHouse: a text, since every placeholder has its type. */
export function toClickHouseParameter(constant: Constant): string | null {
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
