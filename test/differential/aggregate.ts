import { DAY, type Grain, moved, nextPeriod, startOf, weekday } from './calendar.ts'
import { holds, numberOf } from './condition.ts'
import type { Cell, Row } from './dataset.ts'
import { type Aggregate, type Period, type SamePeriod, TAGS } from './metric.ts'
import { BAND, type Key, type Question, type SideQuestion, VIEWS } from './question.ts'
import {
  add,
  compare,
  divide,
  fromDouble,
  fromText,
  multiply,
  type Rational,
  rational,
  subtract,
  sum,
  toText,
} from './rational.ts'
import { ADDED, type Measure, type Move } from './resolve.ts'
import { isWithin, type Stretch, stretchesOf, type Window } from './window.ts'

export type Side = 'current' | 'compare'
export const SIDES: readonly Side[] = ['current', 'compare']

/** A question with its rows, and what both say of its windows. */
export interface Asked {
  readonly question: Question
  readonly rows: readonly Row[]
  readonly windows: Readonly<Record<Side, Window>>
  /** The first and the last time of the rows; null without any. */
  readonly reach: Stretch | null
  readonly grain: Grain
}

export function asked(question: Question, rows: readonly Row[]): Asked {
  const time = timeField(question)
  const times = rows.map((row) => row[time]).filter((cell) => cell !== null) as { time: number }[]
  const all = times.map((cell) => cell.time)
  const own = question.temporaries.find(({ key }) => key === question.metric)?.grain
  return {
    question,
    rows,
    windows: {
      current: question.current.window ?? question.window!,
      compare: question.compare.window ?? question.window!,
    },
    reach: all.length === 0 ? null : { from: Math.min(...all), to: Math.max(...all) },
    grain: own ?? VIEWS[question.view].grain,
  }
}

function timeField({ view }: Question): string {
  return VIEWS[view].time
}

/** The time of a row; null when it has none. */
export function timeOf({ question }: Asked, row: Row): number | null {
  const cell = row[timeField(question)] as { time: number } | null
  return cell === null ? null : cell.time
}

/** Whether a row is in a window of the question; in the window that moves lead to from there. */
export function isIn(of: Asked, side: Side, row: Row, moves: readonly Move[] = []): boolean {
  const time = timeOf(of, row)
  if (time === null || !passes(of.question[side].filters, row)) return false
  if (moves.length === 0) return isWithin(of.windows[side], time)
  const { from, to } = movedStretch(of, side, moves)!
  return time >= from && time < to
}

export function passes(conditions: SideQuestion['filters'], row: Row): boolean {
  return conditions.every((one) => holds(one, row) === true)
}

/** The one stretch that a side's window moves to; null when its window is not one bounded stretch. */
export function movedStretch(of: Asked, side: Side, moves: readonly Move[]): Stretch | null {
  const stretches = stretchesOf(of.windows[side])
  const [only, ...others] = stretches ?? []
  if (only === undefined || others.length > 0) return null
  if (!Number.isFinite(only.from) || !Number.isFinite(only.to)) return null
  return moves.reduce<Stretch>(
    (from, move) =>
      move.op === 'same' ? shifted(from, move.same) : periodAt(move.period, from.to - 0.001),
    only,
  )
}

/** The same stretch in another period: a whole month stays one, otherwise the last day moves as a day. */
function shifted({ from, to }: Stretch, { grain, count, part }: SamePeriod): Stretch {
  if (part !== 'same') {
    const period = moved(startOf(from, grain), count, grain)
    const day = part === 'start' ? period : moved(period, 1, grain) - DAY
    return { from: day, to: day + DAY }
  }
  const isMonth = startOf(to, 'MONTH') === to
  // The last moment, a millisecond before the end, moves with its day.
  const end = isMonth ? moved(to, count, grain) : moved(to - 1, count, grain) + 1
  return { from: moved(from, count, grain), to: end }
}

/** The stretch of a period at a moment. */
function periodAt(period: Period, moment: number): Stretch {
  const today = startOf(moment, 'DAY')
  switch (period.op) {
    case 'last': {
      const last = startOf(moment, period.grain)
      return {
        from: moved(last, 1 - period.count, period.grain),
        to: nextPeriod(last, period.grain),
      }
    }
    case 'toDate':
      return { from: startOf(moment, period.within), to: today + DAY }
    case 'relative': {
      const day = startOf(moved(today, period.count, period.grain), 'DAY')
      return { from: day, to: day + DAY }
    }
    case 'part': {
      const start = moved(startOf(moment, period.within), period.count, period.within)
      const day = period.part === 'start' ? start : nextPeriod(start, period.within) - DAY
      return { from: day, to: day + DAY }
    }
  }
}

/** How many base periods a window touches; `reached` of them lie between the first and the last time of the data. */
export interface Periods {
  /** Null for a window without an end or a beginning. */
  readonly asked: number | null
  readonly reached: number
}

/** The base periods of some stretches. Each group of an answer asks for the same ones. */
export function periodsOf(of: Asked, stretches: readonly Stretch[]): Periods {
  const known = periodsKnown.get(of) ?? new Map<string, Periods>()
  const key = JSON.stringify(stretches)
  const periods = known.get(key) ?? countedPeriods(of, stretches)
  periodsKnown.set(of, known.set(key, periods))
  return periods
}

const periodsKnown = new WeakMap<Asked, Map<string, Periods>>()

function countedPeriods({ reach, grain }: Asked, stretches: readonly Stretch[]): Periods {
  const bounded = stretches.every(({ from, to }) => Number.isFinite(from) && Number.isFinite(to))
  const asked = bounded ? startsIn(stretches, grain).size : null
  if (reach === null) return { asked, reached: 0 }
  const data = { from: startOf(reach.from, grain), to: nextPeriod(reach.to, grain) }
  const met = stretches.map(({ from, to }) => ({
    from: Math.max(from, data.from),
    to: Math.min(to, data.to),
  }))
  return { asked, reached: startsIn(met, grain).size }
}

/** The beginnings of the periods that some stretches touch. */
function startsIn(stretches: readonly Stretch[], grain: Grain): ReadonlySet<number> {
  const starts = new Set<number>()
  for (const { from, to } of stretches) {
    if (from >= to) continue
    for (let one = startOf(from, grain); one < to; one = nextPeriod(one, grain)) starts.add(one)
  }
  return starts
}

/** The text of a key for a row; null for the group without a value. */
export function keyOf(of: Asked, { name, grain }: Key, row: Row): string | null {
  if (name === 'band') {
    if (holds(BAND.large, row) === true) return 'large'
    return holds(BAND.none, row) === true ? 'none' : 'small'
  }
  const { view } = of.question
  const isTime = name === 'metric_time'
  const cell = row[isTime ? VIEWS[view].time : name]!
  const by = isTime ? (grain ?? VIEWS[view].grain) : grain
  if (typeof cell !== 'object' || cell === null || !('time' in cell)) return cellText(cell)
  if (by !== null) return timeText(startOf(cell.time, by), by === 'HOUR')
  return timeText(cell.time, name === 'at' || name === 'moment')
}

function timeText(moment: number, clock: boolean): string {
  const [day, rest = ''] = new Date(moment).toISOString().split('T')
  if (!clock) return day!
  const fraction = rest.slice(9, 12)
  return `${day} ${rest.slice(0, 8)}${fraction === '000' ? '' : `.${fraction}000`}`
}

function cellText(cell: Exclude<Cell, { time: number }> | Cell): string | null {
  if (cell === null || typeof cell === 'string') return cell
  if (typeof cell === 'boolean') return String(cell)
  return 'time' in cell ? String(cell.time) : toText(cell, 30)
}

/** An aggregate over rows on a side, per base period for a mean; null where there is none. */
export function measureValue(
  of: Asked,
  measure: Measure,
  side: Side,
  rows: readonly Row[],
): Rational | null {
  const { atom, filters, tags, moves, step } = measure
  const counted = rows.filter(
    (row) =>
      isIn(of, side, row, moves) &&
      passes(filters, row) &&
      passes(atom.where, row) &&
      tags.every((tag) => TAGS[tag]!.days.includes(weekday(timeOf(of, row)!))),
  )
  const whole = (some: readonly Row[]) =>
    aggregated(atom.aggregate, valuesOf(measure, some), atom.fraction)
  if (step !== null) {
    const parts = Map.groupBy(counted, (row) => partOf(of, step, row))
    return secondStep(step.aggregate, [...parts.values()].map(whole))
  }
  if (!of.question.average) return whole(counted)
  const parts = Map.groupBy(counted, (row) => startOf(timeOf(of, row)!, of.grain))
  const each = [...parts.values()].map(whole).filter((one) => one !== null)
  if (!ADDED.has(atom.aggregate))
    return each.length === 0 ? null : divide(sum(each), rational(BigInt(each.length)))
  const { reached } = periodsOf(of, stretchesAt(of, side, moves))
  return divide(sum(each), rational(BigInt(reached || 1)))
}

/** The stretches that a mean over a side's window, or over the one that moves lead to, is about. */
export function stretchesAt(of: Asked, side: Side, moves: readonly Move[]): readonly Stretch[] {
  return moves.length === 0 ? stretchesOf(of.windows[side])! : [movedStretch(of, side, moves)!]
}

function partOf(of: Asked, step: NonNullable<Measure['step']>, row: Row): string {
  if ('grain' in step) return String(startOf(timeOf(of, row)!, step.grain))
  return JSON.stringify(step.dimensions.map((name) => keyOf(of, { name, grain: null }, row)))
}

function secondStep(aggregate: string, all: readonly (Rational | null)[]): Rational | null {
  const known = all.filter((one) => one !== null)
  switch (aggregate) {
    case 'COUNT':
      return rational(BigInt(known.length))
    case 'COUNT_DISTINCT':
      return rational(BigInt(new Set(known.map((one) => toText(one, 40))).size))
    case 'AVG':
      return known.length === 0 ? null : divide(sum(known), rational(BigInt(known.length)))
    default:
      return aggregated(aggregate as Aggregate, known, undefined)
  }
}

function valuesOf({ atom }: Measure, rows: readonly Row[]): readonly Cell[] {
  const { of } = atom
  if (of === null) return rows.map(() => true)
  return rows.map((row) => (typeof of === 'string' ? row[of]! : numberOf(of, row)))
}

function aggregated(
  aggregate: Aggregate,
  cells: readonly Cell[],
  fraction: number | undefined,
): Rational | null {
  const known = cells.filter((cell) => cell !== null)
  if (aggregate === 'COUNT') return rational(BigInt(known.length))
  if (aggregate === 'COUNT_DISTINCT') return rational(BigInt(new Set(known.map(cellText)).size))
  const numbers = known as readonly Rational[]
  if (numbers.length === 0) return null
  if (aggregate === 'SUM') return sum(numbers)
  const sorted = numbers.toSorted(compare)
  if (aggregate === 'MIN') return sorted[0]!
  if (aggregate === 'MAX') return sorted.at(-1)!
  if (aggregate === 'PERCENTILE') return percentile(sorted, fraction!)
  if (numbers.length === 1) return null
  const mean = divide(sum(numbers), rational(BigInt(numbers.length)))
  const squares = numbers.map((one) => multiply(subtract(one, mean), subtract(one, mean)))
  const variance = divide(sum(squares), rational(BigInt(numbers.length - 1)))
  return aggregate === 'VARIANCE' ? variance : fromDouble(Math.sqrt(Number(toText(variance, 30))))
}

function percentile(sorted: readonly Rational[], fraction: number): Rational {
  const place = multiply(fromText(String(fraction)), rational(BigInt(sorted.length - 1)))
  const at = Number(place.n / place.d)
  const low = sorted[at]!
  const high = sorted[Math.min(at + 1, sorted.length - 1)]!
  return add(low, multiply(subtract(high, low), subtract(place, rational(BigInt(at)))))
}
