import { check, parse, parseTime, toText } from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'
import { sampleScope } from '../../support/sample-scope.ts'

const DAY = 86_400_000_000n
const FIRST = -719_162
const LAST = 2_932_896
const day = fc.integer({ min: FIRST, max: LAST })
const time = fc.bigInt({ min: BigInt(FIRST) * DAY, max: BigInt(LAST + 1) * DAY - 1n })
const coarse = fc.constantFrom('DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR')
const grain = fc.oneof(fc.constantFrom('SECOND', 'MINUTE', 'HOUR'), coarse)
const count = fc.integer({ min: -20_000, max: 20_000 })

/** The same moment in JavaScript's own calendar, with milliseconds. */
function dateOf(micros: bigint): Date {
  const rest = ((micros % 1000n) + 1000n) % 1000n
  return new Date(Number((micros - rest) / 1000n))
}

/** By ISO 8601: the week that holds the Thursday of a date, counted from the Thursday of its year's first week. */
function weekOf(date: Date): number {
  const thursday = new Date(date)
  thursday.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7))
  const first = new Date(thursday)
  first.setUTCMonth(0, 1)
  return Math.ceil(((thursday.getTime() - first.getTime()) / 86_400_000 + 1) / 7)
}

function dayOfYear(date: Date): number {
  const first = new Date(date)
  first.setUTCMonth(0, 1)
  return Math.round((date.getTime() - first.getTime()) / 86_400_000) + 1
}

function microsOf(text: string | null): bigint {
  return parseTime(text!)!
}

describe('the parts of a time', () => {
  test('match those of the Date of JavaScript', () => {
    fc.assert(
      fc.property(time, (at) => {
        const date = dateOf(at)
        const midnight = new Date(Math.floor(date.getTime() / 86_400_000) * 86_400_000)
        const expected = {
          Year: date.getUTCFullYear(),
          Quarter: Math.ceil((date.getUTCMonth() + 1) / 3),
          Month: date.getUTCMonth() + 1,
          Week: weekOf(midnight),
          Day: date.getUTCDate(),
          DayOfWeek: date.getUTCDay() || 7,
          DayOfYear: dayOfYear(midnight),
          Hour: date.getUTCHours(),
          Minute: date.getUTCMinutes(),
          Second: date.getUTCSeconds(),
        }
        for (const [part, value] of Object.entries(expected)) {
          expect([part, resultOf(`${part}([metric_time])`, { metric_time: at })]).toEqual([
            part,
            String(value),
          ])
          expect(
            resultOf(`Extract([metric_time], "${part.toUpperCase()}")`, { metric_time: at }),
          ).toBe(String(value))
        }
      }),
    )
  })
})

describe('the calendar', () => {
  test('ends at the limit that the error for a constant number of periods names', () => {
    fc.assert(
      fc.property(time, grain, fc.constantFrom(1n, -1n), (at, g, sign) => {
        const text = toText(at, 'TIMESTAMP')!
        const moved = (n: bigint) => `DateAdd(Cast("${text}", "Timestamp"), ${n * sign}, "${g}")`
        const { diagnostics } = check(parse(moved(10n ** 12n)).ast!, sampleScope, {})
        const limit = BigInt(diagnostics[0]!.params.limit!)
        expect(resultOf(moved(limit))).not.toBeNull()
        expect(mistakesIn(moved(limit + 1n))).toEqual(['EXPRESSION_PERIOD_OUT_OF_RANGE'])
        const row = { metric_time: at, delay: (limit + 1n) * sign }
        expect(resultOf(`DateAdd([metric_time], [delay], "${g}")`, row)).toBeNull()
      }),
    )
  })
})

describe('periods', () => {
  test('begin no later than a time in them, and the next one begins after it', () => {
    fc.assert(
      fc.property(time, grain, (at, g) => {
        const start = resultOf(`DateTrunc([metric_time], "${g}")`, { metric_time: at })
        const row = { metric_time: at }
        expect(resultOf(`DateTrunc([metric_time], "${g}") <= [metric_time]`, row)).toBe('true')
        const next = resultOf(`DateAdd(DateTrunc([metric_time], "${g}"), 1, "${g}")`, row)
        if (next !== null) expect(microsOf(next)).toBeGreaterThan(at)
        const again = { metric_time: microsOf(start) }
        expect(resultOf(`DateTrunc([metric_time], "${g}")`, again)).toBe(start)
      }),
    )
  })

  test('end with their last day', () => {
    fc.assert(
      fc.property(day, coarse, (at, g) => {
        const row = { day: at }
        const last = resultOf(`LastDay([day], "${g}")`, row)
        if (last === null) return
        const end = Number(microsOf(last) / DAY)
        const startOf = (one: number) => resultOf(`DateTrunc([day], "${g}")`, { day: one })
        expect(startOf(end)).toBe(startOf(at))
        if (end < LAST) expect(startOf(end + 1)).toBe(toText(end + 1, 'DATE'))
      }),
    )
  })

  test('have a DateDiff equal to the number that DateAdd adds', () => {
    fc.assert(
      fc.property(time, grain, count, (at, g, n) => {
        const row = { metric_time: at, delay: BigInt(n) }
        const moved = resultOf(`DateAdd([metric_time], [delay], "${g}")`, row)
        const back = `DateDiff([metric_time], DateAdd([metric_time], [delay], "${g}"), "${g}")`
        expect(resultOf(back, row)).toBe(moved === null ? null : String(n))
      }),
    )
  })

  test('between three times have differences that add up', () => {
    fc.assert(
      fc.property(time, time, day, grain, (at, to, one, g) => {
        const diff = (from: string, until: string) =>
          BigInt(resultOf(`DateDiff(${from}, ${until}, "${g}")`, { metric_time: at, day: one })!)
        const other = `Cast("${toText(to, 'TIMESTAMP')}", "Timestamp")`
        expect(diff('[metric_time]', '[day]') + diff('[day]', other)).toBe(
          diff('[metric_time]', other),
        )
        expect(diff('[metric_time]', other)).toBe(-diff(other, '[metric_time]'))
      }),
    )
  })
})

describe('formats', () => {
  const separator = fc.constantFrom('-', '/', '.', ' ', '', '年', ' (*) ', '\\\\', '%')
  const format = fc
    .tuple(
      fc.shuffledSubarray(['yyyy', 'MM', 'dd', 'HH', 'mm', 'ss'], { minLength: 6 }),
      fc.array(separator, { minLength: 5, maxLength: 5 }),
    )
    .map(([fields, between]) => fields.map((one, i) => `${one}${between[i] ?? ''}`).join(''))

  test('read what they write', () => {
    fc.assert(
      fc.property(time, format, (at, f) => {
        const second = at - (((at % 1_000_000n) + 1_000_000n) % 1_000_000n)
        const text = resultOf(`DateFormat([metric_time], "${f}")`, { metric_time: at })
        expect(resultOf(`Timestamp([region], "${f}")`, { region: text })).toBe(
          toText(second, 'TIMESTAMP'),
        )
        expect(resultOf(`Date([region], "${f}")`, { region: text })).toBe(
          toText(second, 'TIMESTAMP')!.slice(0, 10),
        )
        expect(resultOf(`Date([region], "${f}")`, { region: `${text}0` })).toBeNull()
      }),
    )
  })

  test('read nothing from random texts but what they would write', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/), (region) => {
        const read = resultOf('Date([region])', { region })
        const date = new Date(`${region}T00:00:00Z`)
        const real = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(region)
        expect(read).toBe(real && !region.startsWith('0000') ? region : null)
      }),
    )
  })
})
