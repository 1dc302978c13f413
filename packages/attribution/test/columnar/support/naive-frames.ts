import { evaluate, type TypedExpr, toText, type Value } from '@tributary/expression'
import { valueToNumber } from '@tributary/expression/internal'
import type {
  AggregateFrame,
  AggregateRequest,
  Measure,
  NumberColumn,
} from '../../../src/request/source.ts'
import type { Row } from './random-table.ts'

/** The groups of a frame by the JSON of their keys: rows and measure values of both windows, as numbers. */
export type Groups = Readonly<Record<string, readonly (number | null)[]>>

type Joined = Readonly<Record<string, Row | null>>

/** What a request means, said in plain loops over rows. */
export function naiveFrames(
  request: AggregateRequest,
  tables: Readonly<Record<string, readonly Row[]>>,
): readonly Groups[] {
  const kept = join(request, tables).filter(
    (row) => request.filter === null || valueIn(request.filter, row) === true,
  )
  const pairs = [request.windows, ...(request.otherWindows ?? [])].map(({ current, compare }) =>
    [current, compare].map((side) => kept.filter((row) => valueIn(side, row) === true)),
  )
  return request.groupings.map((keys) => {
    const keyOf = (row: Joined) => JSON.stringify(keys.map(({ value }) => textOf(value, row)))
    const names = new Set([...(keys.length === 0 ? ['[]'] : []), ...pairs.flat(2).map(keyOf)])
    return Object.fromEntries(
      [...names].map((name) => {
        const groups = pairs.map((sides) =>
          sides.map((rows) => rows.filter((row) => keyOf(row) === name)),
        )
        const measures = request.measures.flatMap((measure) =>
          groups[measure.otherWindow === undefined ? 0 : measure.otherWindow + 1]!.map((rows) =>
            measureValue(measure, rows),
          ),
        )
        return [name, [...groups[0]!.map((rows) => rows.length), ...measures]]
      }),
    )
  })
}

function valueIn(typed: TypedExpr, row: Joined): Value {
  const value = evaluate(typed, ({ table, name }) => row[table ?? '']?.[name] ?? null)
  return typeof value === 'number' && !Number.isFinite(value) ? null : value
}

function textOf(typed: TypedExpr, row: Joined): string | null {
  return toText(valueIn(typed, row), typed.type)
}

function join(
  { rows }: AggregateRequest,
  tables: Readonly<Record<string, readonly Row[]>>,
): readonly Joined[] {
  return tables[rows.base.table.join('.')]!.map((base) => {
    let row: Joined = { [rows.base.alias]: base }
    for (const { alias, table, on } of rows.lookups) {
      const match = tables[table.join('.')]!.find((other) =>
        on.every(({ left, right }) => {
          const wanted = textOf(left, row)
          return wanted !== null && wanted === textOf(right, { [alias]: other })
        }),
      )
      row = { ...row, [alias]: match ?? null }
    }
    return row
  })
}

function measureValue(measure: Measure, rows: readonly Joined[]): number | null {
  const counted = rows.filter(
    (row) => measure.filter === null || valueIn(measure.filter, row) === true,
  )
  const plain = (some: readonly Joined[]) => aggregate(measure, some)
  if (measure.nested === undefined) return plain(counted)
  const { per, aggregate: outer } = measure.nested
  const combinations = Map.groupBy(counted, (row) =>
    JSON.stringify(per.map((one) => textOf(one, row))),
  )
  const all = [...combinations.values()].map(plain)
  const values = all.filter((value) => value !== null)
  if (outer === 'COUNT') return values.length
  if (outer === 'COUNT_DISTINCT') {
    const known = [...combinations.values()].filter((_, index) => all[index] !== null)
    return new Set(known.map((some) => identityOf(measure, some))).size
  }
  if (values.length === 0) return null
  const sum = values.reduce((total, one) => total + one, 0)
  if (outer === 'SUM') return sum
  if (outer === 'AVG') return sum / values.length
  return outer === 'MIN' ? Math.min(...values) : Math.max(...values)
}

/** What tells the value of a measure from others: whole numbers beyond 2^53 have digits that a number loses. */
function identityOf(measure: Measure, rows: readonly Joined[]): string {
  const value = aggregate(measure, rows)!
  const { aggregate: kind, argument } = measure
  if (kind !== 'SUM' && kind !== 'MIN' && kind !== 'MAX') return String(value + 0)
  const values = rows.map((row) => valueIn(argument!, row)).filter((one) => one !== null)
  if (values.some((one) => typeof one === 'number')) return String(value + 0)
  const units = values.map(unitsOf)
  const exact = units.reduce((best, one) => {
    if (kind === 'SUM') return best + one
    return (kind === 'MIN' ? one < best : one > best) ? one : best
  })
  return String(exact)
}

function aggregate(
  { aggregate, argument, fraction = 0.5 }: Measure,
  rows: readonly Joined[],
): number | null {
  const values = rows
    .map((row) => (argument === null ? true : valueIn(argument, row)))
    .filter((value) => value !== null)
  if (aggregate === 'COUNT') return values.length
  if (aggregate === 'COUNT_DISTINCT') {
    return new Set(values.map((value) => toText(value, argument!.type))).size
  }
  const numbers = values.map(valueToNumber).sort((a, b) => a - b)
  if (numbers.length === 0) return null
  const sum = exactSum(values)
  switch (aggregate) {
    case 'SUM':
      return sum
    case 'MIN':
      return numbers[0]!
    case 'MAX':
      return numbers.at(-1)!
    case 'PERCENTILE': {
      const rank = fraction * (numbers.length - 1)
      const [below, above] = [numbers[Math.floor(rank)]!, numbers[Math.ceil(rank)]!]
      return below + (above - below) * (rank - Math.floor(rank))
    }
    case 'PERCENTILE_DISC':
      return numbers.find((_, before) => before + 1 >= fraction * numbers.length)!
    default: {
      if (numbers.length < 2) return null
      const shifted = numbers.map((one) => one - numbers[0]!)
      const mean = exactSumOfDoubles(shifted) / numbers.length
      const squares = shifted.map((one) => (one - mean) ** 2)
      const variance = exactSumOfDoubles(squares) / (numbers.length - 1)
      return aggregate === 'VARIANCE' ? variance : Math.sqrt(variance)
    }
  }
}

/** Whole numbers beyond 2^53 and decimals cancel exactly; all decimals here have at most 12 digits behind the point. */
function exactSum(values: readonly NonNullable<Value>[]): number {
  if (values.some((value) => typeof value === 'number')) {
    return exactSumOfDoubles(values.map(valueToNumber))
  }
  return Number(values.map(unitsOf).reduce((total, one) => total + one, 0n)) / 1e12
}

function unitsOf(value: NonNullable<Value>): bigint {
  return typeof value === 'object'
    ? value.units * 10n ** BigInt(12 - value.scale)
    : BigInt(value as bigint) * 10n ** 12n
}

/** The sum of doubles as multiples of the smallest of them, rounded once. */
function exactSumOfDoubles(values: readonly number[]): number {
  const total = values.reduce((sum, value) => sum + unitsOfDouble(value), 0n)
  const size = total.toString(2).length
  const shift = Math.max(0, size - 70)
  return Number(total >> BigInt(shift)) * 2 ** (shift - 537) * 2 ** -537
}

function unitsOfDouble(value: number): bigint {
  let scaled = value
  let exponent = 0
  while (!Number.isInteger(scaled)) {
    scaled *= 2
    exponent++
  }
  return BigInt(scaled) << BigInt(1074 - exponent)
}

/** A frame in the same form. */
export function groupsOf(frame: AggregateFrame): Groups {
  return Object.fromEntries(
    Array.from({ length: frame.rowCount }, (_, row) => [
      JSON.stringify(frame.keys.map((key) => key[row])),
      [
        frame.present.current[row]!,
        frame.present.compare[row]!,
        ...frame.measures.flatMap(({ current, compare }) => [
          numberAt(current, row),
          numberAt(compare, row),
        ]),
      ],
    ]),
  )
}

function numberAt(numbers: NumberColumn, row: number): number | null {
  if (numbers.kind === 'exact') {
    const units = numbers.units[row] ?? null
    return units === null ? null : Number(units) / 10 ** numbers.scale
  }
  const value = numbers.kind === 'safe' ? numbers.units[row]! : numbers.values[row]!
  if (Number.isNaN(value)) return null
  return numbers.kind === 'safe' ? value / 10 ** numbers.scale : value
}

/** The groups with numbers to ten digits: a plain loop adds in another order. */
export function rounded(frames: readonly Groups[]): readonly Groups[] {
  const round = (value: number | null) =>
    value === null ? null : Number(value.toPrecision(10)) + 0
  return frames.map((groups) =>
    Object.fromEntries(Object.entries(groups).map(([name, values]) => [name, values.map(round)])),
  )
}
