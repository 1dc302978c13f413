import {
  addGrain,
  isRange,
  parseTime,
  rangeCondition,
  rangeText,
  readComparedRanges,
  readCompareRange,
  readRange,
  type TimeRange,
  toText,
} from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const DAY = 86_400_000

/** The days of a range that begins and ends at midnight, as numbers since 1970-01-01, by JavaScript's own calendar. */
function daysOf({ from, to }: TimeRange): readonly number[] {
  const [first, end] = [Number(from / 1000n), Number(to / 1000n)]
  expect([Math.abs(first % DAY), Math.abs(end % DAY)]).toEqual([0, 0])
  return Array.from({ length: (end - first) / DAY }, (_, i) => first / DAY + i)
}

/** All days with a property, found by looking at each of the years around. */
function daysWith(years: readonly number[], has: (date: Date) => boolean): readonly number[] {
  const found: number[] = []
  for (let day = at(Math.min(...years)); day < at(Math.max(...years) + 1); day++) {
    if (has(new Date(day * DAY))) found.push(day)
  }
  return found
}

function at(year: number, month = 1, day = 1): number {
  return Date.UTC(year, month - 1, day) / DAY
}

/** Year and number of the week of a day, by counting the Thursdays of its year. */
function weekOf(date: Date): string {
  const monday = date.getTime() / DAY - ((date.getUTCDay() + 6) % 7)
  const year = new Date((monday + 3) * DAY).getUTCFullYear()
  let thursdays = 0
  for (let day = at(year); day <= monday + 3; day++) {
    if (new Date(day * DAY).getUTCDay() === 4) thursdays++
  }
  return `${year}-W${String(thursdays).padStart(2, '0')}`
}

const isoDay = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)
const options = (moment: Date) => ({ now: BigInt(moment.getTime()) * 1000n, path: 'range' })
const anyYear = fc.integer({ min: 1950, max: 2060 })
const moments = fc
  .integer({ min: at(1950) * 24, max: at(2060) * 24 })
  .map((hour) => new Date(hour * 3_600_000))
const anyDay = fc.integer({ min: at(1950), max: at(2060) })
const noMoment = options(new Date(0))

describe('a period of the calendar', () => {
  test('has the days that JavaScript finds in it', () => {
    fc.assert(
      fc.property(anyYear, fc.integer({ min: 1, max: 12 }), (year, month) => {
        const quarter = Math.ceil(month / 3)
        const inYear = (date: Date) => date.getUTCFullYear() === year
        const inQuarter = (date: Date) => Math.floor(date.getUTCMonth() / 3) === quarter - 1
        expect(daysOf(readRange(`${year}`, noMoment))).toEqual(daysWith([year], inYear))
        expect(daysOf(readRange(`${year}-Q${quarter}`, noMoment))).toEqual(
          daysWith([year], inQuarter),
        )
        for (const text of [`${year}-${month}`, `${year}-${String(month).padStart(2, '0')}`]) {
          expect(daysOf(readRange(text, noMoment))).toEqual(
            daysWith([year], (date) => date.getUTCMonth() === month - 1),
          )
        }
      }),
      { numRuns: 40 },
    )
  })

  test('of a week has the days whose week it is', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const text = weekOf(new Date(day * DAY))
        const days = daysOf(readRange(text, noMoment))
        expect(days).toContain(day)
        expect(days.map((one) => weekOf(new Date(one * DAY)))).toEqual(Array(7).fill(text))
      }),
    )
  })

  test('of a week that the year does not have is refused', () => {
    fc.assert(
      fc.property(anyYear, (year) => {
        const last = weekOf(new Date(Date.UTC(year, 11, 28)))
        const next = `${year}-W${Number(last.slice(6)) + 1}`
        expect(() => readRange(next, noMoment)).toThrow(`go from W01 to ${last.slice(5)}`)
      }),
    )
  })
})

describe('two periods', () => {
  test('are both included', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(400), (first, more) => {
        const days = daysOf(readRange(`${isoDay(first)}..${isoDay(first + more)}`, noMoment))
        expect(days).toEqual(Array.from({ length: more + 1 }, (_, i) => first + i))
      }),
    )
  })

  test('in the wrong order are refused, with the right one', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 400 }), (first, more) => {
        const [a, b] = [isoDay(first), isoDay(first + more)]
        expect(() => readRange(`${b}..${a}`, noMoment)).toThrow(`did you mean ${a}..${b}?`)
      }),
    )
    expect(() => readRange('today..2001', options(new Date('2024-01-01')))).toThrow(
      'it ends before it begins',
    )
  })
})

describe('words', () => {
  const keys = {
    day: (date: Date) => date.toISOString().slice(0, 10),
    week: weekOf,
    month: (date: Date) => date.toISOString().slice(0, 7),
    quarter: (date: Date) => `${date.getUTCFullYear()} ${Math.floor(date.getUTCMonth() / 3)}`,
    year: (date: Date) => String(date.getUTCFullYear()),
  }

  test.each(Object.entries(keys))('this, last and to date are those of the %s', (unit, keyOf) => {
    fc.assert(
      fc.property(moments, (moment) => {
        const years = [-1, 0, 1].map((more) => moment.getUTCFullYear() + more)
        const now = keyOf(moment)
        const current = daysWith(years, (date) => keyOf(date) === now)
        const before = keyOf(new Date((current[0]! - 1) * DAY))
        const past = daysWith(years, (date) => keyOf(date) === before)
        expect(daysOf(readRange(`this-${unit}`, options(moment)))).toEqual(current)
        expect(daysOf(readRange(`last-${unit}`, options(moment)))).toEqual(past)
        const last = unit === 'day' ? 'last-1d' : `last 1 ${unit}s`
        expect(daysOf(readRange(last, options(moment)))).toEqual(past)
        if (unit === 'day') return
        const today = Math.floor(moment.getTime() / DAY)
        expect(daysOf(readRange(`${unit.charAt(0)}td`, options(moment)))).toEqual(
          current.filter((day) => day <= today),
        )
      }),
      { numRuns: 25 },
    )
  })

  test('last-N are N periods that end where the current one begins', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 90 }), (moment, count) => {
        const today = Math.floor(moment.getTime() / DAY)
        expect(daysOf(readRange(`last-${count}d`, options(moment)))).toEqual(
          Array.from({ length: count }, (_, i) => today - count + i),
        )
        for (const unit of ['min', 'h', 'd', 'w', 'm', 'q', 'y']) {
          const one = readRange(`last-1${unit}`, options(moment))
          const all = readRange(`last-${count}${unit}`, options(moment))
          expect(all.to).toBe(one.to)
          let { from } = one
          for (let i = 1; i < count; i++) {
            from = readRange(`last-1${unit}`, { now: from, path: 'range' }).from
          }
          expect(all.from).toBe(from)
        }
      }),
      { numRuns: 25 },
    )
  })
})

/** A range of any form, with its moment. */
const texts = fc.oneof(
  anyYear.map(String),
  fc.tuple(anyYear, fc.integer({ min: 1, max: 4 })).map(([year, q]) => `${year}-Q${q}`),
  fc.tuple(anyYear, fc.integer({ min: 1, max: 52 })).map(([year, w]) => `${year}-W${w}`),
  anyDay.map(isoDay),
  fc.tuple(anyDay, fc.nat(80)).map(([day, more]) => `${isoDay(day)}..${isoDay(day + more)}`),
  fc.tuple(anyDay, fc.nat(23)).map(([day, hour]) => `${isoDay(day)}T${hour}`),
  fc
    .tuple(fc.nat(50), fc.constantFrom('min', 'h', 'd', 'w', 'm', 'q', 'y'))
    .map(([count, unit]) => `last-${count + 1}${unit}`),
  fc.constantFrom('today', 'yesterday', 'this-month', 'wtd', 'mtd', 'qtd', 'ytd'),
)

describe('a range', () => {
  test('is read from the text that is written for it', () => {
    fc.assert(
      fc.property(texts, moments, (text, moment) => {
        const range = readRange(text, options(moment))
        const again = readRange(rangeText(range), noMoment)
        expect([again.from, again.to]).toEqual([range.from, range.to])
        expect(isRange(text)).toBe(true)
        expect(isRange(rangeCondition(range))).toBe(false)
      }),
    )
  })

  test('is read in any case, with blanks or underscores', () => {
    fc.assert(
      fc.property(texts, moments, fc.constantFrom(' ', '_', '-'), (text, moment, between) => {
        const other = /^[a-z]/.test(text) ? text.replaceAll('-', between) : text
        const range = readRange(text, options(moment))
        expect(readRange(` ${other.toUpperCase()} `, options(moment))).toEqual(range)
      }),
    )
  })

  test('has a range before it that ends where it begins, unless it is one to date', () => {
    fc.assert(
      fc.property(texts, moments, (text, moment) => {
        const range = readRange(text, options(moment))
        const previous = readCompareRange('previous', range, options(moment))
        if (range.toDate === null) {
          expect(previous.to).toBe(range.from)
          if (range.unit !== 'MONTH') {
            expect(previous.to - previous.from).toBe(range.to - range.from)
          }
        } else {
          const start = readRange(`${range.toDate.charAt(0)}td`, {
            now: range.from - 1n,
            path: 'range',
          })
          expect(previous.from).toBe(start.from)
          expect(previous.to <= range.from).toBe(true)
          const [last, now] = [previous.to, range.to].map((to) => dayAndMonth(to - 1n))
          const clamped = new Date(Date.UTC(last!.year, last!.month + 1, 0)).getUTCDate()
          if (range.toDate !== 'WEEK') expect(last!.day).toBe(Math.min(now!.day, clamped))
        }
      }),
    )
  })

  test('has the same dates a year before', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(80), (day, more) => {
        const range = readRange(`${isoDay(day)}..${isoDay(day + more)}`, noMoment)
        const before = daysOf(readCompareRange('year', range, noMoment))
        const moved = (one: number) => {
          const date = new Date(one * DAY)
          const [month, number] = [date.getUTCMonth(), date.getUTCDate()]
          const isLeapDay = month === 1 && number === 29
          return at(date.getUTCFullYear() - 1, month + 1, isLeapDay ? 28 : number)
        }
        expect([before[0], before.at(-1)]).toEqual([moved(day), moved(day + more)])
      }),
    )
  })

  test('of a week has the week of the same number a year before', () => {
    fc.assert(
      fc.property(anyYear, fc.integer({ min: 1, max: 52 }), (year, week) => {
        const number = String(week).padStart(2, '0')
        const range = readRange(`${year}-W${number}`, noMoment)
        const before = daysOf(readCompareRange('year', range, noMoment))
        expect(before.map((day) => weekOf(new Date(day * DAY)))).toEqual(
          Array(7).fill(`${year - 1}-W${number}`),
        )
      }),
    )
  })
})

function dayAndMonth(time: bigint): { readonly year: number; month: number; day: number } {
  // Division of big integers rounds towards 1970.
  const date = new Date(Number((time - (((time % 1000n) + 1000n) % 1000n)) / 1000n))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() }
}

describe('a text that is no range', () => {
  test.each([
    ['', 'write it as 2001'],
    ['2001-13', 'months go from 01 to 12'],
    ['2001-02-29', 'February 2001 has 28 days'],
    ['2001-Q5', 'quarters go from Q1 to Q4'],
    ['2001-W00', 'the weeks of 2001 go from W01 to W52'],
    ['2001-06-01T24', 'hours go from 00 to 23'],
    ['0000', 'years begin with 0001'],
    ['last-0d', 'the number of periods goes from 1 to 100000'],
    ['last-999999999999d', 'the number of periods goes from 1 to 100000'],
    ['last-9999y', 'years go from 0001 to 9999'],
    ['2001..', 'it needs both ends'],
    ['2001-01-01..2001-13-01', 'months go from 01 to 12'],
    ['last-mnth', 'did you mean last-month?'],
    ['yesteday', 'did you mean yesterday?'],
    ['7d', 'did you mean last-7d?'],
    ['last-30-day', 'last-30d', true],
    ['past 30 days', 'did you mean last-30d?'],
    ['2001.06.01', 'did you mean 2001-06-01?'],
    ['200106', 'did you mean 2001-06?'],
    ['Q2 2001', 'did you mean 2001-Q2?'],
    ['2001-06-01/2001-06-15', 'did you mean 2001-06-01..2001-06-15?'],
    ['2001-05...2001-06', 'did you mean 2001-05..2001-06?'],
    ['2001-05..2001/06', 'did you mean 2001-05..2001-06?'],
    ['2001-05..nothing-of-the-kind', '"nothing-of-the-kind" is not a period'],
    ['previous', 'is not a range of time'],
    ['x'.repeat(5000), 'is not a range of time'],
    ['last-m', 'is not a range of time'],
    ['this-7d', 'is not a range of time'],
  ])('%j is refused: %s', (text, says, isRead = false) => {
    const read = () => readRange(text, options(new Date('2024-05-15')))
    if (isRead) return expect(read()).toEqual(readRange(says, options(new Date('2024-05-15'))))
    expect(read).toThrow(
      expect.objectContaining({
        code: 'EXPRESSION_UNKNOWN_RANGE',
        details: expect.objectContaining({
          path: 'range',
          diagnostics: [expect.objectContaining({ code: 'EXP6010' })],
        }),
        message: expect.stringContaining(says),
      }),
    )
  })

  test('to compare with is refused with the words that are allowed', () => {
    const range = readRange('2001', noMoment)
    expect(() => readCompareRange('prevous', range, noMoment)).toThrow('did you mean previous?')
    expect(() => readCompareRange('previous', readRange('0001', noMoment), noMoment)).toThrow(
      'years go from 0001 to 9999',
    )
  })

  test('is refused with EXPRESSION_UNKNOWN_RANGE and no other error', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), moments, (text, moment) => {
        try {
          readRange(text, options(moment))
        } catch (error) {
          expect(error).toMatchObject({ code: 'EXPRESSION_UNKNOWN_RANGE' })
        }
      }),
    )
  })
})

describe('the condition of a range', () => {
  test('leaves the end open after the year 9999', () => {
    const range = readRange('9999', noMoment)
    expect(rangeCondition(range)).toBe('[metric_time] >= "9999-01-01"')
    expect(toText(addGrain(range.to, -1, 'DAY'), 'TIMESTAMP')).toBe('9999-12-31 00:00:00')
  })

  test('has the time of day where it needs it, before 1970 too', () => {
    expect(rangeCondition(readRange('1955-06-01T13', noMoment), 'at')).toBe(
      '[at] >= "1955-06-01 13:00:00" AND [at] < "1955-06-01 14:00:00"',
    )
    expect(parseTime('1955-06-01 13:00:00')).toBe(readRange('1955-06-01T13', noMoment).from)
  })
})

test('the average of so many previous periods is as many times the period before, and ends where the period begins', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 9 }), (moment, count) => {
      const { now } = options(moment)
      const paths = { path: 'current', comparePath: 'compare' }
      const { compare } = readComparedRanges('last-week', `average-of-${count}-previous`, {
        now,
        ...paths,
      })
      let range = readRange('last-week', { now, path: 'current' })
      const end = range.from
      for (let step = 0; step < count; step++) {
        range = readCompareRange('previous', range, { now, path: 'compare' })
      }
      expect([compare.from, compare.to]).toEqual([range.from, end])
    }),
  )
})

test('of a month that is not over the days so far are compared with the same days', () => {
  fc.assert(
    fc.property(moments, (moment) => {
      const { now } = options(moment)
      const read = readComparedRanges('this-month', 'previous', {
        now,
        path: 'a',
        comparePath: 'b',
      })
      const day = moment.getUTCDate()
      const isLast = new Date(moment.getTime() + DAY).getUTCDate() === 1
      expect(read.isElapsed).toBe(!isLast)
      if (!isLast) {
        expect(daysOf(read.current)).toHaveLength(day)
        expect(daysOf(read.compare).length).toBeLessThanOrEqual(day)
        expect(rangeText(read.current)).toBe(rangeText(readRange('mtd', { now, path: 'a' })))
      }
    }),
  )
})
