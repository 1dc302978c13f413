import {
  ATOMS,
  type Atom,
  Decimal,
  type Formula,
  isLinear,
  isQuotient,
  resultOf,
} from './metrics.ts'
import type { Order } from './orders.ts'
import { pathWeightsOf } from './path.ts'

/** A stretch of days, in milliseconds; `to` is not included. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** A question in the oracle's own words. */
export interface Question {
  readonly rows: readonly Order[]
  readonly formula: Formula
  /** Of the metric: rows of every aggregate alone. */
  readonly ownFilter: (row: Order) => boolean
  readonly windows: Readonly<
    Record<Side, { readonly time: Range; readonly filter: (row: Order) => boolean }>
  >
  readonly drillDown: ((row: Order) => boolean) | null
  readonly average: boolean
  readonly grain: Grain
  readonly groupings: readonly ((row: Order) => string)[]
}

export type Side = 'current' | 'compare'
export type Grain = 'DAY' | 'WEEK' | 'MONTH'

/** The numbers of one row of a table. */
export interface Numbers {
  readonly current: Decimal | null
  readonly compare: Decimal | null
  /** In units of the metric; null where it is not defined. */
  readonly contribution: number | null
}

/** The oracle's answer. */
export interface Expected {
  /** Which windows have no row at all. */
  readonly missing: readonly Side[]
  readonly total: Numbers
  /** Change of the whole, without the drill-down. */
  readonly rootChange: number | null
  readonly groups: readonly ReadonlyMap<string, Numbers>[]
  readonly periods: Readonly<Record<Side, { readonly count: number; readonly asked: number }>>
  readonly overlap: number
  /** Whether contributions are meant to add up: no distinct values among the aggregates. */
  readonly closes: boolean
  /** Why there are no contributions at all; null when there could be some. */
  readonly whole: boolean
}

const DAY = 86_400_000
const SIDES: readonly Side[] = ['current', 'compare']

/** Answers a question by going through the rows again for every number. */
export function expectedAnswer(question: Question, names: readonly string[]): Expected {
  const { rows, drillDown, windows } = question
  const atoms = ATOMS.filter(({ name }) => names.includes(name))
  const scope = rows.filter((row) => drillDown?.(row) ?? true)
  const periods = {
    current: periodsOf(question, 'current'),
    compare: periodsOf(question, 'compare'),
  }
  const context: Context = { question, atoms, periods }
  const whole = atoms.some(
    ({ aggregate }) => !['SUM', 'COUNT', 'COUNT_DISTINCT'].includes(aggregate),
  )
  const weights = (list: readonly Order[]) => (whole ? null : weightsOf(context, list))
  const scopeWeights = weights(scope)
  const root = numbersOf(context, rows, weights(rows))
  const inAny = scope.filter((row) => SIDES.some((side) => isIn(question, side, row)))
  return {
    missing: SIDES.filter((side) => !rows.some((row) => isIn(question, side, row))),
    total: numbersOf(context, scope, scopeWeights),
    rootChange: changeOf(root),
    groups: question.groupings.map((key) => {
      const parts = Map.groupBy(inAny, key)
      return new Map(
        [...parts].map(([name, part]) => [name, numbersOf(context, part, scopeWeights)]),
      )
    }),
    periods,
    overlap: apart(windows)
      ? 0
      : rows.filter((row) => SIDES.every((side) => isIn(question, side, row))).length,
    closes: !atoms.some(({ aggregate }) => aggregate === 'COUNT_DISTINCT'),
    whole,
  }
}

/** The change of a total; null when its contributions are not defined. */
export function changeOf({ current, compare, contribution }: Numbers): number | null {
  if (contribution === null || current === null || compare === null) return null
  const change = current.minus(compare)
  // Sixty digits of a third less sixty digits of two sixths.
  return change.abs().lessThan(1e-40) ? 0 : change.toNumber()
}

interface Context {
  readonly question: Question
  readonly atoms: readonly Atom[]
  readonly periods: Expected['periods']
}

function apart(windows: Question['windows']): boolean {
  const { current, compare } = windows
  return current.time.to <= compare.time.from || compare.time.to <= current.time.from
}

function isIn({ windows }: Question, side: Side, row: Order): boolean {
  const { time, filter } = windows[side]
  return row.at !== null && row.at >= time.from && row.at < time.to && filter(row)
}

function numbersOf(
  context: Context,
  rows: readonly Order[],
  weights: ReadonlyMap<string, number> | null,
): Numbers {
  const { question, atoms } = context
  const undefinedMean = (side: Side) => question.average && context.periods[side].count === 0
  const value = (side: Side) => {
    if (undefinedMean(side)) return null
    const there = rows.filter((row) => isIn(question, side, row))
    if (there.length === 0 && !isLinear(question.formula)) return null
    if (there.length === 0 && context.atoms.some(({ aggregate }) => WHOLE.has(aggregate)))
      return null
    return resultOf(question.formula, (name) => leafOf(context, name, side, rows))
  }
  const contribution =
    weights &&
    !SIDES.some(undefinedMean) &&
    atoms.reduce((sum, { name }) => {
      const [now, then] = SIDES.map((side) => leafOf(context, name, side, rows)!)
      return sum + now!.minus(then!).toNumber() * weights.get(name)!
    }, 0)
  return {
    current: value('current'),
    compare: value('compare'),
    contribution: contribution === false ? null : contribution,
  }
}

const WHOLE: ReadonlySet<string> = new Set(['MIN', 'MAX', 'PERCENTILE'])

/** What a change of each aggregate of the scope is worth. */
function weightsOf(context: Context, rows: readonly Order[]): ReadonlyMap<string, number> | null {
  const { question, atoms } = context
  const names = atoms.map(({ name }) => name)
  const ends = (side: Side) =>
    new Map(names.map((name) => [name, leafOf(context, name, side, rows)!.toNumber()]))
  const present = SIDES.every((side) => rows.some((row) => isIn(question, side, row)))
  if (!present && !isLinear(question.formula) && !isQuotient(question.formula)) return null
  return pathWeightsOf(question.formula, names, {
    current: ends('current'),
    compare: ends('compare'),
  })
}

/** An aggregate on a side, per base period for means. */
function leafOf(
  { question, atoms, periods }: Context,
  name: string,
  side: Side,
  rows: readonly Order[],
) {
  const atom = atoms.find((one) => one.name === name)!
  const there = rows.filter(
    (row) => isIn(question, side, row) && question.ownFilter(row) && atom.where(row),
  )
  if (!question.average) return aggregateOf(atom, there)
  const parts = Map.groupBy(there, (row) => periodOf(row.at!, question.grain))
  const each = [...parts.values()].map((part) => aggregateOf(atom, part))
  const known = each.filter((one) => one !== null)
  if (WHOLE.has(atom.aggregate)) return known.length === 0 ? null : sum(known).div(known.length)
  return sum(known).div(Math.max(1, periods[side].count))
}

function aggregateOf(atom: Atom, rows: readonly Order[]): Decimal | null {
  const values = rows.map(atom.value).filter((value) => value !== null)
  if (atom.aggregate === 'COUNT') return new Decimal(values.length)
  if (atom.aggregate === 'COUNT_DISTINCT') return new Decimal(new Set(values.map(String)).size)
  const numbers = values.filter((value) => typeof value !== 'string')
  if (atom.aggregate === 'SUM') return sum(numbers)
  const sorted = numbers.toSorted((a, b) => a.comparedTo(b))
  if (sorted.length === 0) return null
  if (atom.aggregate === 'MIN') return sorted[0]!
  if (atom.aggregate === 'MAX') return sorted.at(-1)!
  const place = new Decimal(atom.fraction!).times(sorted.length - 1)
  const low = sorted[place.floor().toNumber()]!
  const high = sorted[place.ceil().toNumber()]!
  return low.plus(high.minus(low).times(place.minus(place.floor())))
}

function sum(numbers: readonly Decimal[]): Decimal {
  return numbers.reduce((total, one) => total.plus(one), new Decimal(0))
}

/** The first day of the period that a moment is in. */
function periodOf(time: number, grain: Grain): number {
  const date = new Date(time)
  if (grain === 'MONTH') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  const day = Math.floor(time / DAY) * DAY
  return grain === 'DAY' ? day : day - ((date.getUTCDay() + 6) % 7) * DAY
}

/** Counts the periods of a window's days, all of them and those between the first and the last order. */
function periodsOf(
  { rows, windows, grain }: Question,
  side: Side,
): { count: number; asked: number } {
  const times = rows.map(({ at }) => at).filter((at) => at !== null)
  const { from, to } = windows[side].time
  const days = Array.from({ length: (to - from) / DAY }, (_, i) => periodOf(from + i * DAY, grain))
  const asked = new Set(days)
  const first = periodOf(Math.min(...times), grain)
  const last = periodOf(Math.max(...times), grain)
  return {
    asked: asked.size,
    count: [...asked].filter((one) => one >= first && one <= last).length,
  }
}
