/** A day, as days since 1970. */
export type Day = number

/** A row of the sales. */
export interface Sale {
  readonly day: Day
  readonly region: string | null
  readonly user: string
  readonly amount: number | null
}

/** Days from 20 January to 10 April 2024, of which some have no sales. */
const FIRST: Day = dayOf('2024-01-20')
const DAYS = 82

/** Sales that are the same each time. */
export const SALES: readonly Sale[] = Array.from({ length: 160 }, (_, i) => {
  const mixed = Math.imul(i + 1, 0x9e3779b1) >>> 0
  const part = (shift: number, size: number): number => (mixed >>> shift) % size
  return {
    day: FIRST + ((part(3, 27) * 3 + part(9, 2)) % DAYS),
    region: part(7, 9) === 0 ? null : ['north', 'south', 'west'][part(12, 3)]!,
    user: `u${part(17, 12)}`,
    amount: part(5, 11) === 0 ? null : part(11, 90) - 20,
  }
})

/** The file of the sales. */
export const SALES_FILE = [
  'day,region,user,amount',
  ...SALES.map(({ day, region, user, amount }) =>
    [textOf(day), region ?? '', user, amount ?? ''].join(','),
  ),
].join('\n')

export function dayOf(text: string): Day {
  return Date.parse(`${text}T00:00:00Z`) / 86_400_000
}

export function textOf(day: Day): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10)
}

const parts = (day: Day): readonly [year: number, month: number, date: number] => {
  const date = new Date(day * 86_400_000)
  return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
}

const makeDay = (year: number, month: number, date: number): Day =>
  Date.UTC(year, month, date) / 86_400_000

export type Unit = 'DAY' | 'WEEK' | 'MONTH'

/** The first day of a period. */
export function startOf(day: Day, unit: Unit): Day {
  if (unit === 'DAY') return day
  if (unit === 'WEEK') return day - ((day + 3) % 7)
  const [year, month] = parts(day)
  return makeDay(year, month, 1)
}

/** The first day of the next period. */
export function endOf(day: Day, unit: Unit): Day {
  if (unit === 'DAY') return day + 1
  if (unit === 'WEEK') return startOf(day, unit) + 7
  const [year, month] = parts(day)
  return makeDay(year, month + 1, 1)
}

/** The same day so many periods before; in a shorter month its last day. */
export function earlier(day: Day, count: number, unit: Unit): Day {
  if (unit === 'DAY') return day - count
  if (unit === 'WEEK') return day - 7 * count
  const [year, month, date] = parts(day)
  return Math.min(makeDay(year, month - count, date), makeDay(year, month - count + 1, 1) - 1)
}

/** What a metric looks at from the days of a period. */
export interface Look {
  /** As it is in a workspace. */
  readonly yaml: string
  /** Whether it looks from the days `from` to before `to` at a day. */
  sees(day: Day, from: Day, to: Day): boolean
}

/** Periods of metrics, each with a model in days. */
export const LOOKS: Readonly<Record<string, Look>> = {
  day_before: {
    yaml: '{ before: 1 DAY }',
    sees: (day, from, to) => day >= from - 1 && day < to - 1,
  },
  week_before: {
    yaml: '{ before: 1 WEEK }',
    sees: (day, from, to) => day >= from - 7 && day < to - 7,
  },
  month_before: {
    yaml: '{ before: 1 MONTH }',
    // Whole months are whole months before; of other days each is as many months before.
    sees: (day, from, to) =>
      isStart(from) && isStart(to)
        ? day >= earlier(from, 1, 'MONTH') && day < earlier(to, 1, 'MONTH')
        : day >= earlier(from, 1, 'MONTH') && day <= earlier(to - 1, 1, 'MONTH'),
  },
  start_of_month: {
    yaml: '{ startOf: MONTH }',
    sees: (day, from) => day === startOf(from, 'MONTH'),
  },
  ten_days: {
    yaml: '{ trailing: 10 DAY }',
    sees: (day, _, to) => day > to - 1 - 10 && day < to,
  },
  ten_days_first: {
    yaml: '{ trailing: 10 DAY, take: FIRST }',
    sees: (day, from) => day > from - 10 && day <= from,
  },
  one_month: { yaml: '{ trailing: 1 MONTH }', sees: trailingMonths(1) },
  three_months: { yaml: '{ trailing: 3 MONTH }', sees: trailingMonths(3) },
  one_quarter: { yaml: '{ trailing: 1 QUARTER }', sees: trailingMonths(3) },
  one_month_first: {
    yaml: '{ trailing: 1 MONTH, take: FIRST }',
    sees: (day, from) => trailingMonths(1)(day, from, from + 1),
  },
  month_to_date: {
    yaml: '{ toDate: MONTH }',
    sees: (day, _, to) => day >= startOf(to - 1, 'MONTH') && day < to,
  },
  all_time: { yaml: '{ allTime: true }', sees: (day, _, to) => day < to },
}

/** Days that end with a whole month look at whole months; others at the days after the same day so many months before. */
function trailingMonths(count: number): Look['sees'] {
  return (day, from, to) => {
    const endsWithMonth = isStart(to) && from <= earlier(to, 1, 'MONTH')
    const first = endsWithMonth ? earlier(to, count, 'MONTH') : earlier(to - 1, count, 'MONTH') + 1
    return day >= first && day < to
  }
}

function isStart(day: Day): boolean {
  return startOf(day, 'MONTH') === day
}

type Value = number | null

/** Aggregates of sales by themselves; a sum of nothing is 0 here. */
export const BASES: Readonly<Record<string, (rows: readonly Sale[]) => Value>> = {
  revenue: (rows) => rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
  users: (rows) => new Set(rows.map(({ user }) => user)).size,
  mean: (rows) => {
    const known = amounts(rows)
    return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length
  },
  top: (rows) => (amounts(rows).length === 0 ? null : Math.max(...amounts(rows))),
}

function amounts(rows: readonly Sale[]): readonly number[] {
  return rows.flatMap(({ amount }) => amount ?? [])
}

const METRICS = Object.keys(BASES).flatMap((base) =>
  Object.entries(LOOKS).flatMap(([look, { yaml }]) => [
    `  - { name: ${base}_${look}, type: DERIVED, metric: ${base}, period: ${yaml} }`,
    `  - { name: ${base}_over_${look}, type: COMPOSITE, expr: "[${base}] - [${base}_${look}]" }`,
  ]),
)

/** The workspace of the sales. */
export const SALES_WORKSPACE = `tenant: sales
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: sales
    source: { datasource: local, file: sales.csv }
    time: { column: day, grain: DAY }
    columns:
      - { name: day, type: DATE }
      - { name: region, type: VARCHAR }
      - { name: user, type: VARCHAR }
      - { name: amount, type: INT }
dimensions:
  - { name: region, dataset: sales, column: region }
  - { name: weekday, dataset: sales, expr: "DayOfWeek([day])" }
metrics:
  - { name: revenue, type: ATOMIC, dataset: sales, aggregate: SUM, expr: "[amount]" }
  - { name: users, type: ATOMIC, dataset: sales, aggregate: COUNT_DISTINCT, expr: "[user]" }
  - { name: mean, type: ATOMIC, dataset: sales, aggregate: AVG, expr: "[amount]" }
  - { name: top, type: ATOMIC, dataset: sales, aggregate: MAX, expr: "[amount]" }
${METRICS.join('\n')}
`
