import type { AggregateRequest, AsOf, Measure } from '@tributary/attribution'
import { evaluate, type TypedExpr, toText, type Value } from '@tributary/expression'
import { compareValues, valueToNumber } from '@tributary/expression/internal'

/** A row of a table: values of the language by column. */
export type Row = Readonly<Record<string, Value>>

/** Groups of a grouping by the JSON text of their keys: rows present and measure values of both windows. */
export type Groups = Record<string, { present: number[]; measures: (number | null)[] }>

type Joined = Readonly<Record<string, Row | null>>

/** Goes through the rows with the key and keeps the later one each time. */
function matchAsOf(
  { left: leftTime, right: rightTime, order, after, until }: AsOf,
  {
    matches,
    left,
    right,
  }: {
    readonly matches: readonly Row[]
    readonly left: (typed: TypedExpr) => Value
    readonly right: (typed: TypedExpr, row: Row) => Value
  },
): Row | null {
  const at = left(leftTime)
  let best: Row | null = null
  for (const one of matches) {
    const time = right(rightTime, one)
    if (at === null || time === null || time > at) continue
    const ranks = [rightTime, ...order]
    const isLater = (old: Row): boolean => {
      for (const rank of ranks) {
        const [a, b] = [right(rank, one), right(rank, old)]
        if (a === b) continue
        if (a === null || b === null) return b === null
        const order = compareValues(a, b)
        if (order !== 0) return order > 0
      }
      return false
    }
    if (best === null || isLater(best)) best = one
  }
  if (best === null) return null
  const since = after === undefined ? undefined : left(after)
  if (since !== undefined && (since === null || right(rightTime, best)! <= since)) return null
  const end = until === undefined ? null : right(until, best)
  return end !== null && at! >= end ? null : best
}

/** What a request means, said in plain loops over rows in memory. */
export function naiveGroups(
  request: AggregateRequest,
  tables: Readonly<Record<string, readonly Row[]>>,
): Groups[] {
  const value = (typed: TypedExpr, row: Joined): Value =>
    evaluate(typed, ({ table, name }) => row[table ?? '']?.[name] ?? null)
  const { base, lookups } = request.rows
  const joined = tables[base.table.join('.')]!.map((one): Joined => {
    let row: Joined = { [base.alias]: one }
    for (const { alias, table, on, asOf } of lookups) {
      const matches = tables[table.join('.')]!.filter((other) =>
        on.every(({ left, right }) => {
          const wanted = value(left, row)
          return wanted !== null && wanted === value(right, { [alias]: other })
        }),
      )
      const own = row
      const match =
        asOf === undefined
          ? matches[0]
          : matchAsOf(asOf, {
              matches,
              left: (typed) => value(typed, own),
              right: (typed, other) => value(typed, { [alias]: other }),
            })
      row = { ...row, [alias]: match ?? null }
    }
    return row
  })
  const kept = joined.filter(
    (row) => request.filter === null || value(request.filter, row) === true,
  )
  const pairs = [request.windows, ...(request.otherWindows ?? [])]
  const windows = pairs.map(({ current, compare }) =>
    [current, compare].map((condition) => kept.filter((row) => value(condition, row) === true)),
  )
  return request.groupings.map((keys) => {
    const keyOf = (row: Joined) =>
      JSON.stringify(keys.map((key) => toText(value(key.value, row), key.value.type)))
    const groups: Groups = {}
    for (const group of new Set([
      ...(keys.length === 0 ? ['[]'] : []),
      ...windows.flat(2).map(keyOf),
    ])) {
      const sidesOf = (pair: number) =>
        windows[pair]!.map((rows) => rows.filter((row) => keyOf(row) === group))
      groups[group] = {
        present: sidesOf(0).map((rows) => rows.length),
        measures: request.measures.flatMap((measure) =>
          sidesOf(measure.otherWindow === undefined ? 0 : measure.otherWindow + 1).map((rows) => {
            const counted = rows.filter(
              (row) => measure.filter === null || value(measure.filter, row) === true,
            )
            const valuesOf = (some: readonly Joined[]) =>
              some.map((row) => (measure.argument === null ? true : value(measure.argument, row)))
            const { nested } = measure
            if (nested === undefined) return aggregate(measure, valuesOf(counted))
            const parts = Map.groupBy(counted, (row) =>
              JSON.stringify(nested.per.map((one) => toText(value(one, row), one.type))),
            )
            return outer(
              nested.aggregate,
              [...parts.values()].map((some) => aggregate(measure, valuesOf(some))),
            )
          }),
        ),
      }
    }
    return groups
  })
}

function aggregate(measure: Measure, all: readonly Value[]): number | null {
  const values = all.filter((value) => value !== null)
  if (measure.aggregate === 'COUNT') return values.length
  if (measure.aggregate === 'COUNT_DISTINCT') {
    const type = measure.argument?.type ?? 'BOOLEAN'
    return new Set(values.map((value) => toText(value, type))).size
  }
  if (values.length === 0) return null
  const numbers = values.map(valueToNumber)
  if (measure.aggregate === 'SUM') return numbers.reduce((sum, one) => sum + one)
  return measure.aggregate === 'MIN' ? Math.min(...numbers) : Math.max(...numbers)
}

function outer(
  kind: NonNullable<Measure['nested']>['aggregate'],
  all: readonly (number | null)[],
): number | null {
  const numbers = all.filter((one) => one !== null)
  if (kind === 'COUNT') return numbers.length
  if (kind === 'COUNT_DISTINCT') return new Set(numbers).size
  if (numbers.length === 0) return null
  const sum = numbers.reduce((total, one) => total + one)
  if (kind === 'SUM' || kind === 'AVG') return kind === 'SUM' ? sum : sum / numbers.length
  return kind === 'MIN' ? Math.min(...numbers) : Math.max(...numbers)
}
