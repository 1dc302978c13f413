/** What a page asks for, and the same of the rival where it has an answer. */
export interface PageCase {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body: unknown
  /** Whether it is asked with the ETag of its answer, so that nothing is computed. */
  readonly unchanged?: boolean
  readonly rival?: {
    readonly sql: string
    /** The numbers of our answer by key, and those of the rival's rows. */
    readonly ours: (data: never) => Numbers
    readonly theirs: (rows: never) => Numbers
  }
}

/** Numbers by key. */
export type Numbers = ReadonlyMap<string, readonly number[]>

/** Rows of the table that a page draws. */
const ROWS = 20

const QUESTION = {
  metric: 'average_delay',
  dimensions: ['origin_state'],
  rowLimit: ROWS,
  attribution: {
    attributionCalculateType: 'ALL',
    currentTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-06-01"',
    compareTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-05-01"',
    filters: [],
  },
}

/** The values of all groups, without contributions and without the largest rows. */
const QUESTION_SQL = `SELECT airports.state AS state,
  avg(CASE WHEN date >= '2001-06-01' AND date < '2001-07-01' THEN delay END) AS june,
  avg(CASE WHEN date >= '2001-05-01' AND date < '2001-06-01' THEN delay END) AS may
FROM flights LEFT JOIN airports ON flights.origin = airports.iata
WHERE date >= '2001-05-01' AND date < '2001-07-01' GROUP BY airports.state`

const MONTHS_SQL = `SELECT CAST(date_trunc('month', date) AS DATE) AS period, avg(delay) AS value
FROM flights GROUP BY 1 ORDER BY 1`

interface Tables {
  readonly tables: readonly { readonly table: Readonly<Record<string, readonly unknown[]>> }[]
}

interface Series {
  readonly table: { readonly period: readonly string[]; readonly value: readonly number[] }
}

const question = {
  method: 'POST',
  path: '/api/v1/attribution/dim_time_compare',
  body: QUESTION,
} as const

/** The requests of a page of the explorer: what it looks up, draws and explains. */
export const PAGE_CASES: readonly PageCase[] = [
  { name: 'search', method: 'GET', path: '/api/v1/catalog/search?q=delay', body: null },
  {
    name: 'detail of a metric',
    method: 'GET',
    path: '/api/v1/metrics/detail?metricName=average_delay',
    body: null,
  },
  {
    name: 'series by month',
    method: 'POST',
    path: '/api/v1/metrics/series',
    body: { metric: 'average_delay', grain: 'MONTH' },
    rival: {
      sql: MONTHS_SQL,
      ours: ({ table }: Series) =>
        new Map(table.period.map((period, at) => [period, [table.value[at]!]])),
      theirs: (rows: readonly { readonly period: string; readonly value: number }[]) =>
        new Map(rows.map(({ period, value }) => [period.slice(0, 10), [value]])),
    },
  },
  {
    name: `why: ${ROWS} of 53 states`,
    ...question,
    rival: {
      sql: QUESTION_SQL,
      ours: ({ tables }: Tables) => {
        const { table } = tables[1]!
        const [states, june, may] = ['origin_state', '@currentValue', '@compareValue'].map(
          (name) => table[name] as never[],
        )
        return new Map(states!.map((state, at) => [state, [june![at]!, may![at]!]]))
      },
      theirs: (
        rows: readonly { readonly state: string; readonly june: number; readonly may: number }[],
      ) => new Map(rows.map(({ state, june, may }) => [state, [june, may]])),
    },
  },
  { name: 'why, unchanged', ...question, unchanged: true },
]
