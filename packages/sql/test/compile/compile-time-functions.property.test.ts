import { check, parse } from '@tributary/expression'
import fc from 'fast-check'
import { agreeOnRandom } from '../support/agree-on-random.ts'
import { type JudgedColumn, scopeOf } from '../support/row-judge.ts'

const DAY = 86_400_000_000n
/** The first and the last day that a time may have, and days where weeks, months and centuries turn. */
const DAYS = [
  0, -1, 11_322, 19_782, 19_783, 20_088, 18_628, 18_630, 10_956, -25_509, -719_162, 2_932_896,
]

const columns: Readonly<Record<string, JudgedColumn>> = {
  d: { type: 'DATE', values: DAYS },
  e: { type: 'DATE', values: [19_755, 0, 20_000] },
  at: {
    type: 'TIMESTAMP',
    values: DAYS.map((day, i) => BigInt(day) * DAY + BigInt(i) * 7_777_777_777n),
  },
  to: { type: 'TIMESTAMP', values: [0n, 1_706_832_000_000_001n, -1n] },
  n: { type: 'INT', values: [0n, 1n, -1n, 13n, -400n, 8000n, 2n ** 31n, -(2n ** 63n)] },
  s: {
    type: 'STRING',
    values: [
      '2024-02-29',
      '2023-02-29',
      '2024-13-01',
      '0000-01-01',
      '29.02.2024 23:59',
      '31.04.2024 00:00',
      '29.02.2024 24:00',
      '2024-02-29 13:07:09',
      '2024-02-29T13:07:09.5',
      ' 2024-02-29',
      '',
    ],
  },
}

const COARSE = ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const
/** Grains of calendars, which texts may name whatever the calendar is. */
const OF_CALENDARS = [
  ...['WEEK(SUNDAY)', 'WEEK(THURSDAY)', 'FISCAL_QUARTER(2)', 'FISCAL_QUARTER(7)'],
  ...['FISCAL_YEAR(1)', 'FISCAL_YEAR(7)', 'FISCAL_YEAR(12)'],
] as const
/** Listed periods, of whole weeks and of any days, around the days of the columns. */
const LISTED = ['RETAIL_MONTH(2023-12-31 28*2,35)', 'SEASON(2023-12-30 1,2,60,31)'] as const
const moving = fc.constantFrom(...COARSE, ...OF_CALENDARS)
const coarse = fc.constantFrom(...COARSE, ...OF_CALENDARS, ...LISTED)
const step = fc.constantFrom('SECOND', 'MINUTE', 'HOUR', ...COARSE, ...OF_CALENDARS)
const grain = fc.oneof(step, coarse)
const date: fc.Arbitrary<string> = fc.letrec<{ date: string }>((tie) => ({
  date: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(
      '[d]',
      '[e]',
      'Date("2024-02-29")',
      'Date([s])',
      'Date([s], "dd.MM.yyyy HH:mm")',
    ),
    fc.tuple(tie('date'), coarse).map(([one, g]) => `DateTrunc(${one}, "${g}")`),
    fc
      .tuple(tie('date'), fc.constantFrom('[n]', '1', '-3', '7000', '-90000'), moving)
      .map(([one, n, g]) => `DateAdd(${one}, ${n}, "${g}")`),
    fc.tuple(tie('date'), coarse).map(([one, g]) => `LastDay(${one}, "${g}")`),
  ),
})).date
const time: fc.Arbitrary<string> = fc.letrec<{ time: string }>((tie) => ({
  time: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(
      '[at]',
      '[to]',
      'Timestamp([s])',
      'Timestamp([s], "dd.MM.yyyy HH:mm")',
      'Cast([d], "Timestamp")',
      'Cast([s], "Timestamp")',
    ),
    fc.tuple(tie('time'), grain).map(([one, g]) => `DateTrunc(${one}, "${g}")`),
    fc
      .tuple(tie('time'), fc.constantFrom('[n]', '5', '-25', '7000', '-90000'), step)
      .map(([one, n, g]) => `DateAdd(${one}, ${n}, "${g}")`),
    fc
      .tuple(date, fc.constantFrom('HOUR', 'MINUTE', 'SECOND'))
      .map(([one, g]) => `DateAdd(${one}, [n], "${g}")`),
  ),
})).time
const moment = fc.oneof(date, time)
const part = fc.constantFrom(
  'Year',
  'Quarter',
  'Month',
  'Week',
  'Day',
  'DayOfWeek',
  'DayOfYear',
  'Hour',
  'Minute',
  'Second',
)
const anything = fc.oneof(
  moment,
  fc.tuple(part, moment).map(([name, one]) => `${name}(${one})`),
  fc.tuple(moment, moment, grain).map(([a, b, g]) => `DateDiff(${a}, ${b}, "${g}")`),
  fc
    .tuple(moment, fc.constantFrom('yyyy-MM', 'dd.MM.yyyy HH:mm:ss', 'MM/yyyy "x" %', 'ss'))
    .map(
      ([one, format]) => `DateFormat(${one}, "${format.replaceAll('"', '\\"').replace('x', ':')}")`,
    ),
  fc.tuple(moment, fc.constantFrom('=', '<', '>='), moment).map(([a, op, b]) => `${a} ${op} ${b}`),
  fc
    .tuple(
      time,
      fc.constantFrom('=', '!=', '<', '<=', '>', '>='),
      grain,
      fc.constantFrom('2024-02-29', '2024-01-01', '2001-01-01 00:00:00'),
    )
    .map(([one, op, g, c]) => `DateTrunc(${one}, "${g}") ${op} "${c}"`),
)

/** Constants may leave the calendar, which is a mistake: in rows it is NULL. */
const expression = anything.filter(
  (text) => check(parse(text).ast!, scopeOf(columns), {}).typed !== null,
)

agreeOnRandom('for random functions of dates and times', {
  columns,
  rows: 60,
  expression,
  numRuns: 15,
})
