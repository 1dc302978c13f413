import fc from 'fast-check'
import {
  dayText,
  type Grain,
  momentText,
  nextPeriod,
  parseMoment,
  startOf,
  weekday,
} from './calendar.ts'

/** A condition on the time of a row, as a time constraint writes it. */
export type Window =
  | {
      readonly op: 'period'
      readonly grain: Grain
      readonly starts: readonly string[]
      readonly written: 'suffix' | 'truncated'
    }
  | { readonly op: 'between'; readonly first: string; readonly last: string }
  | { readonly op: 'range'; readonly from: string | null; readonly to: string | null }
  | { readonly op: 'or'; readonly parts: readonly Window[] }
  | { readonly op: 'weekdays'; readonly days: readonly number[] }

/** A stretch of time; `to` is not included. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The time constraint in the expression language, about the time called so. */
export function windowText(window: Window, name = 'metric_time'): string {
  switch (window.op) {
    case 'period': {
      const left =
        window.written === 'suffix' && name === 'metric_time'
          ? `[${name}__${window.grain.toLowerCase()}]`
          : `DateTrunc([${name}], "${window.grain}")`
      const [only, ...others] = window.starts
      return others.length === 0
        ? `${left} = "${only}"`
        : `IN(${[left, ...window.starts.map((one) => `"${one}"`)].join(', ')})`
    }
    case 'between':
      return `DateTrunc([${name}], "DAY") BETWEEN "${window.first}" AND "${window.last}"`
    case 'range': {
      const parts = [
        ...(window.from === null ? [] : [`[${name}] >= "${window.from}"`]),
        ...(window.to === null ? [] : [`[${name}] < "${window.to}"`]),
      ]
      return parts.join(' AND ')
    }
    case 'or':
      return window.parts.map((part) => `(${windowText(part, name)})`).join(' OR ')
    case 'weekdays':
      return `IN(${[`DayOfWeek([${name}])`, ...window.days].join(', ')})`
  }
}

const known = new WeakMap<Window, readonly Stretch[] | null>()

/** The stretches that a window names, sorted and apart; null for one that names none. */
export function stretchesOf(window: Window): readonly Stretch[] | null {
  const before = known.get(window)
  if (before !== undefined) return before
  const stretches = stretchesIn(window)
  known.set(window, stretches)
  return stretches
}

function stretchesIn(window: Window): readonly Stretch[] | null {
  switch (window.op) {
    case 'period':
      return merged(
        window.starts.map((start) => {
          const from = startOf(parseMoment(start), window.grain)
          return { from, to: nextPeriod(from, window.grain) }
        }),
      )
    case 'between': {
      const [from, last] = [parseMoment(window.first), parseMoment(window.last)]
      return from > last ? [] : [{ from, to: nextPeriod(last, 'DAY') }]
    }
    case 'range': {
      const from = window.from === null ? Number.NEGATIVE_INFINITY : parseMoment(window.from)
      const to = window.to === null ? Number.POSITIVE_INFINITY : parseMoment(window.to)
      return from >= to ? [] : [{ from, to }]
    }
    case 'or': {
      const parts = window.parts.map(stretchesOf)
      return parts.includes(null) ? null : merged(parts.flatMap((part) => part!))
    }
    case 'weekdays':
      return null
  }
}

function merged(all: readonly Stretch[]): readonly Stretch[] {
  const result: Stretch[] = []
  for (const one of all.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last !== undefined && one.from <= last.to) {
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, one.to) }
    } else result.push(one)
  }
  return result
}

/** Whether a moment is in a window. */
export function isWithin(window: Window, moment: number): boolean {
  if (window.op === 'weekdays') return window.days.includes(weekday(moment))
  if (window.op === 'or') return window.parts.some((part) => isWithin(part, moment))
  return stretchesOf(window)!.some(({ from, to }) => moment >= from && moment < to)
}

// Random windows.

const START = Date.UTC(2024, 0, 20)
const day = fc.integer({ min: -5, max: 75 }).map((days) => START + days * 86_400_000)
const grains = fc.constantFrom<Grain>(
  'DAY',
  'WEEK',
  'WEEK',
  'MONTH',
  'MONTH',
  'MONTH',
  'MONTH',
  'QUARTER',
  'QUARTER',
  'YEAR',
)
const written = fc.constantFrom('suffix' as const, 'truncated' as const)

const period = (grain: fc.Arbitrary<Grain>): fc.Arbitrary<Window> =>
  fc
    .record({ grain, days: fc.array(day, { minLength: 1, maxLength: 2 }), written })
    .map(({ grain, days, written }) => ({
      op: 'period',
      grain,
      starts: [...new Set(days.map((one) => textOf(startOf(one, grain), grain)))],
      written,
    }))

function textOf(moment: number, grain: Grain): string {
  return grain === 'HOUR' || grain === 'MINUTE' ? momentText(moment) : dayText(moment)
}

const between: fc.Arbitrary<Window> = fc
  .tuple(day, fc.integer({ min: 0, max: 60 }))
  .map(([first, days]) => ({
    op: 'between',
    first: dayText(first),
    last: dayText(first + days * 86_400_000),
  }))
const range = (hours: boolean): fc.Arbitrary<Window> =>
  fc
    .tuple(
      day,
      fc.integer({ min: 1, max: 45 }),
      fc.integer({ min: 0, max: 23 }),
      fc.constantFrom(0, 0, 0, 0, 1, 2),
    )
    .map(([from, days, hour, open]) => {
      const text = (moment: number) =>
        hours ? momentText(moment + hour * 3_600_000) : dayText(moment)
      return {
        op: 'range',
        from: open === 1 ? null : text(from),
        to: open === 2 ? null : text(from + days * 86_400_000),
      }
    })

/** Windows that are ranges of days and longer periods; of a time with hours, ranges of hours too. */
export function windows(hours: boolean): fc.Arbitrary<Window> {
  const simple: fc.Arbitrary<Window> = fc.oneof(
    { weight: 6, arbitrary: period(grains) },
    { weight: 2, arbitrary: between },
    { weight: 2, arbitrary: range(false) },
    ...(hours
      ? [
          { weight: 1, arbitrary: range(true) },
          { weight: 1, arbitrary: period(fc.constant('HOUR')) },
        ]
      : []),
  )
  return fc.oneof(
    { weight: 12, arbitrary: simple },
    {
      weight: 1,
      arbitrary: fc
        .array(simple, { minLength: 2, maxLength: 2 })
        .map((parts): Window => ({ op: 'or', parts })),
    },
    {
      weight: 1,
      arbitrary: fc
        .uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 })
        .map((days): Window => ({ op: 'weekdays', days })),
    },
  )
}
