import { atLeast, atMost, type Goal } from '../measure/goals.ts'
import type { Timing } from '../measure/interleave.ts'
import { ratioText } from '../measure/table.ts'
import { ALL_MADE, COLD, COLD_START, type DataReport } from './measure-data.ts'

/**
 * A goal on our answers: the tables of one metric, and of many metrics tables that are made when they are read. Beside it
 * the same for our aggregates alone, which is what rivals answer, and for all tables of many metrics.
 */
export interface TableGoal extends Goal {
  /** Null where they were not measured. */
  readonly aggregates: number | null
  /** Null for a question about one metric. */
  readonly allMade: number | null
}

/** The goals of a run on the largest sorted rows of its reports. */
export function goalsOf(
  reports: readonly DataReport[],
  writing: readonly Timing[],
): readonly TableGoal[] {
  const sorted = reports.filter(({ rows, sorted: is }) => is && rows !== null)
  const largest = sorted.reduce((a, b) => (b.rows! > a.rows! ? b : a))
  const million = sorted.find(({ rows }) => rows === 1_000_000)
  const shuffled = reports.find(({ rows, sorted: is }) => !is && rows === largest.rows)
  const against = (
    question: string,
    rivals: readonly (readonly [string, number])[],
    report: DataReport | undefined = largest,
  ) => rivals.map(([rival, wanted]) => ratioGoal(report, { question, rival, wanted }))
  const all = [
    ...against('SUM, month', [
      ['DuckDB', 5],
      ['Polars', 8],
      ['chDB', 5],
    ]),
    ...against('SUM, year', [
      ['DuckDB', 7],
      ['Polars', 20],
      ['chDB', 7],
    ]),
    ...against('ten metrics, month', EACH_TEN),
    ...against('ten metrics, year', EACH_TEN),
    ...against('COUNT_DISTINCT, month', [
      ['DuckDB', 8],
      ['Polars', 6],
      ['chDB', 8],
    ]),
    ...OTHER_QUESTIONS.map((question) => ratioGoal(largest, { question, rival: '', wanted: 5 })),
    ...against('a thousand metrics, month', [
      ['DuckDB, metric by metric', 100],
      ['DuckDB, grouping sets', 20],
    ]),
    ...against(
      'a thousand various metrics, month',
      [
        ['DuckDB, metric by metric', 20],
        ['DuckDB, grouping sets', 3],
      ],
      million,
    ),
    ratioGoal(shuffled, { question: 'SUM, month', rival: '', wanted: 1.5 }),
    ratioGoal(million, { question: 'SUM, month', rival: 'arquero', wanted: 40 }),
    ratioGoal(million, { question: 'SUM, year', rival: 'arquero', wanted: 40 }),
    ratioGoal(largest, { question: COLD, rival: 'DuckDB', wanted: 2 }),
    ratioGoal(largest, { question: COLD_START, rival: 'DuckDB', wanted: 2 }),
  ]
  return [
    ...all,
    ...growthGoals(million, largest),
    ...threadGoals(largest),
    ...rowGoals(largest),
    ...writingGoals(writing),
  ]
}

const OTHER_QUESTIONS = [
  'ratio, month',
  'three-term filter, year',
  'combination of two, month',
  'peers, year',
] as const
const EACH_TEN = [
  ['DuckDB', 5],
  ['Polars', 5],
  ['chDB', 3],
] as const

function ratioGoal(
  report: DataReport | undefined,
  {
    question,
    rival,
    wanted,
  }: { readonly question: string; readonly rival: string; readonly wanted: number },
): TableGoal {
  const best = (chosen: (name: string) => boolean): number =>
    bestOf(report, question, (name) => chosen(name) && !name.endsWith('as users write it'))
  const theirs = best((name) => !name.startsWith('ours') && name.startsWith(rival))
  const ours = (is: (name: string) => boolean): number =>
    best((name) => name.startsWith('ours') && is(name))
  const isAggregates = (name: string): boolean => name.endsWith('aggregates')
  const isAllMade = (name: string): boolean => name.endsWith(ALL_MADE)
  const answers = ours((name) => !isAggregates(name) && !isAllMade(name))
  const name = [report?.data, question, rival || 'the best of them'].filter(Boolean).join(', ')
  return {
    ...atLeast(name, ratioOf(theirs, answers), wanted),
    aggregates: ratioOf(theirs, ours(isAggregates)),
    allMade: ratioOf(theirs, ours(isAllMade)),
  }
}

/** From a million rows to ten: how many times as long ours takes. */
function growthGoals(million: DataReport | undefined, largest: DataReport): readonly TableGoal[] {
  if (million === undefined || largest.rows !== 10_000_000) return []
  return ['SUM, month', 'SUM, year', 'ten metrics, month', 'ten metrics, year'].map((question) => {
    const growth = (how: string): number | null => {
      const of = (report: DataReport) => bestOf(report, question, (name) => name === how)
      return ratioOf(of(largest), of(million))
    }
    return {
      ...atMost(`ten times the rows, ${question}`, growth('ours, one thread'), 11, ratioText),
      aggregates: growth('ours, one thread, aggregates'),
      allMade: growth(`ours, one thread, ${ALL_MADE}`),
    }
  })
}

/** How many times as long one thread takes as two. */
function threadGoals(largest: DataReport): readonly TableGoal[] {
  return ['SUM, year', 'ten metrics, year'].map((question) => {
    const gain = (how: string): number | null => {
      const of = (threads: string) =>
        bestOf(largest, question, (name) => name === `ours, ${threads}${how}`)
      return ratioOf(of('one thread'), of('two threads'))
    }
    return {
      ...atLeast(`two threads for one, ${largest.data}, ${question}`, gain(''), 1.7),
      aggregates: gain(', aggregates'),
      allMade: null,
    }
  })
}

/** What a row takes in memory, and how fast rows are loaded. */
function rowGoals({ data, rows, megabytes, loadSeconds }: DataReport): readonly TableGoal[] {
  const count = rows ?? Number.NaN
  const bytes = (figure: number): string => `${figure.toPrecision(3)} bytes`
  const speed = (figure: number): string => `${figure.toPrecision(3)} M rows/s`
  return [
    atMost(`memory of a row, ${data}`, (megabytes * 1e6) / count, 40, bytes),
    atLeast(`loaded from Parquet, ${data}`, count / loadSeconds / 1e6, 3, speed),
  ].map((goal) => ({ ...goal, ...NO_OTHERS }))
}

function writingGoals(times: readonly Timing[]): readonly TableGoal[] {
  return times.map(({ name, median }) => ({
    ...atMost(`a table of 100,000 rows, ${name}`, median, 15),
    ...NO_OTHERS,
  }))
}

const NO_OTHERS = { aggregates: null, allMade: null }

/** The least median of those chosen; infinite when there is none. */
function bestOf(
  report: DataReport | undefined,
  question: string,
  chosen: (name: string) => boolean,
): number {
  const times = report?.questions.find(({ name }) => name === question)?.times ?? []
  return Math.min(...times.filter(({ name }) => chosen(name)).map(({ median }) => median))
}

/** Null when one of them was not measured. */
function ratioOf(time: number, of: number): number | null {
  return Number.isFinite(time) && Number.isFinite(of) ? time / of : null
}
