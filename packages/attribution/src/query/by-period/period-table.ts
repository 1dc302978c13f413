import { type Interval, parseTime } from '@tributary/expression'
import { compensatedSum } from '../../numbers/compensated-sum.ts'
import {
  type AggregateFrame,
  isTextExtreme,
  type Measure,
  type NumberColumn,
} from '../../request/source.ts'

/** Aggregates by base period, which add up to those of longer times. */
export interface PeriodTable {
  readonly rowCount: number
  /** The groups: a column per key but the period. */
  readonly keys: AggregateFrame['keys']
  /** A measure in whole base periods, by group. */
  column(measure: number, interval: Interval): NumberColumn
}

const FOLDED: ReadonlySet<Measure['aggregate']> = new Set(['SUM', 'COUNT', 'MIN', 'MAX'])

/** Whether the value of a measure over a time follows from those over its parts. */
export function addsUp(measure: Measure): boolean {
  const isPlain = measure.nested === undefined && measure.snapshot === undefined
  return isPlain && FOLDED.has(measure.aggregate) && !isTextExtreme(measure)
}

/**
 * The table of a frame whose first key is the start of a base period, of measures that add up. Rows without a period are left
 * out. Whole numbers add up exactly, doubles with compensation.
 */
export function periodTable(
  { rowCount, keys: [periods = [], ...keys], measures }: AggregateFrame,
  added: readonly Measure[],
): PeriodTable {
  const groups = new Map<string, number[]>()
  const moments = periods.map((text) => (text === null ? null : parseTime(text)))
  for (let row = 0; row < rowCount; row++) {
    if (moments[row] == null) continue
    const identity = JSON.stringify(keys.map((key) => key[row] ?? null))
    const groupRows = groups.get(identity)
    if (groupRows === undefined) groups.set(identity, [row])
    else groupRows.push(row)
  }
  const order: number[] = []
  const ends: number[] = [0]
  const inTime = (a: number, b: number): number => (moments[a]! < moments[b]! ? -1 : 1)
  for (const rows of groups.values()) ends.push(order.push(...rows.toSorted(inTime)))
  const times = BigInt64Array.from(order, (row) => moments[row]!)
  const sums = measures.map(({ current }, index) =>
    createSpanAggregator(current, { order, measure: added[index]! }),
  )
  const first = [...groups.values()].map(([row]) => row!)
  return {
    rowCount: first.length,
    keys: keys.map((key) => first.map((row) => key[row] ?? null)),
    column(measure, { from, to }) {
      const at = (group: number, moment: bigint | null, otherwise: number): number =>
        moment === null ? otherwise : firstFrom(times, moment, ends[group]!, ends[group + 1]!)
      const spans = first.map((_, group): Span => {
        return [at(group, from, ends[group]!), at(group, to, ends[group + 1]!)]
      })
      return sums[measure]!(spans)
    },
  }
}

/** From one place to before another. */
type Span = readonly [begin: number, end: number]

/** The first place from `begin` to `end` whose time is not before a moment. */
function firstFrom(times: BigInt64Array, moment: bigint, begin: number, end: number): number {
  let [low, high] = [begin, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! < moment) low = middle + 1
    else high = middle
  }
  return low
}

/** Aggregates the values of a column in spans of an order of its rows. */
function createSpanAggregator(
  column: NumberColumn,
  {
    order,
    measure: { aggregate },
  }: { readonly order: readonly number[]; readonly measure: Measure },
): (spans: readonly Span[]) => NumberColumn {
  if (column.kind === 'double') {
    const values = Float64Array.from(order, (row) => column.values[row]!)
    return (spans) => ({
      kind: 'double',
      values: Float64Array.from(spans, ([begin, end]) =>
        aggregateDoubles(values.subarray(begin, end), aggregate),
      ),
    })
  }
  const { scale } = column
  const units = order.map((row) => {
    const unit = column.units[row] ?? null
    return typeof unit === 'number' ? (Number.isNaN(unit) ? null : BigInt(unit)) : unit
  })
  const unitsOf =
    aggregate === 'MIN' || aggregate === 'MAX'
      ? extremes(units, aggregate)
      : totals(units, aggregate)
  return (spans) => ({ kind: 'exact', scale, units: spans.map(unitsOf) })
}

function aggregateDoubles(values: Float64Array, aggregate: Measure['aggregate']): number {
  const presentValues = values.filter((value) => !Number.isNaN(value))
  if (presentValues.length === 0) return Number.NaN
  if (aggregate === 'MIN') return presentValues.reduce((a, b) => Math.min(a, b))
  if (aggregate === 'MAX') return presentValues.reduce((a, b) => Math.max(a, b))
  return compensatedSum(presentValues)
}

function extremes(
  units: readonly (bigint | null)[],
  aggregate: 'MIN' | 'MAX',
): (span: Span) => bigint | null {
  return ([begin, end]) => {
    let best: bigint | null = null
    for (let at = begin; at < end; at++) {
      const unit = units[at]!
      if (unit === null) continue
      if (best === null || (aggregate === 'MIN' ? unit < best : unit > best)) best = unit
    }
    return best
  }
}

/** Sums of spans from running totals; without a value null, for counts 0. */
function totals(
  units: readonly (bigint | null)[],
  aggregate: Measure['aggregate'],
): (span: Span) => bigint | null {
  const sums: bigint[] = [0n]
  const counts: number[] = [0]
  for (const [at, unit] of units.entries()) {
    sums.push(sums[at]! + (unit ?? 0n))
    counts.push(counts[at]! + Number(unit !== null))
  }
  return ([begin, end]) => {
    if (counts[begin] === counts[end]) return aggregate === 'COUNT' ? 0n : null
    return sums[end]! - sums[begin]!
  }
}
