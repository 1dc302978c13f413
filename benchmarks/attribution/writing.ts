import {
  type AttributionAnswer,
  type AttributionRequest,
  attribute,
  createColumnarSource,
  questionRequest,
  type TableQuestion,
} from '@tributary/attribution'
import { type Case, interleave, type Timing } from '../measure/interleave.ts'

/** Metrics of every form of contribution, and of every kind of number. */
const METRICS: readonly (readonly [name: string, metric: TableQuestion['metric']])[] = [
  ['SUM of a DECIMAL', { sum: '[amount]' }],
  ['COUNT', { countRows: true }],
  ['SUM of a DOUBLE', { sum: '[weight]' }],
  ['AVG of a DECIMAL', of('[amount] / [rows]')],
  ['AVG of a DOUBLE', of('[weight] / [rows]')],
  ['quotient of DECIMALs', of('[cost] / [amount]')],
  ['quotient of DECIMAL and DOUBLE', of('[cost] / [weight]')],
  ['difference of DECIMALs', of('[amount] - [cost]')],
  ['two terms by factors', of('[amount] * 0.9 - [rows] * 2')],
  ['product, by path', of('[amount] * [cost] / [rows]')],
  ['MAX of a DECIMAL', { max: '[amount]' }],
]

function of(formula: string): TableQuestion['metric'] {
  const measures: Record<string, Record<string, unknown>> = {
    amount: { sum: '[amount]' },
    cost: { sum: '[cost]' },
    weight: { sum: '[weight]' },
    rows: { countRows: true },
  }
  const named = [...formula.matchAll(/\[(\w+)\]/g)].map(([, name = '']) => name)
  return {
    measures: Object.fromEntries(named.map((name) => [name, measures[name]!])),
    formula,
  } as TableQuestion['metric']
}

/** What is left when the aggregates are there: contributions and the text of a table of so many groups, all of its rows written, and read. */
export async function writingTimes(groups: number): Promise<readonly Timing[]> {
  const cases: Case[] = []
  const source = salesOf(groups)
  for (const [name, metric] of METRICS) {
    const request: AttributionRequest = questionRequest(source, {
      metric,
      dimensions: ['shop'],
      current: '[day] >= "2024-06-01"',
      compare: '[day] < "2024-06-01"',
      time: { column: 'day', grain: 'DAY' },
      contributions: true,
      maxRows: groups,
    })
    // Every metric is aggregated once, before the clock runs.
    let aggregated: ReturnType<typeof source.aggregate> | null = null
    const known = {
      aggregate: (asked: Parameters<typeof source.aggregate>[0]) =>
        (aggregated ??= source.aggregate(asked)),
    }
    cases.push({ name, run: () => readAll(attribute(known, request)) })
  }
  return interleave(cases, { rounds: 9, warmUp: 3 })
}

/** Reads every value of all tables, for it is made when it is read; how many there are. */
async function readAll(answer: Promise<AttributionAnswer>): Promise<number> {
  let values = 0
  for (const { table } of (await answer).tables) {
    for (const name of table.columnNames()) {
      const column = table.column(name)!
      for (let row = 0; row < column.length; row++) if (column.at(row) !== null) values++
    }
  }
  return values
}

/** Two rows a shop on each side, and amounts like those of a shop. */
function salesOf(groups: number) {
  const rows = groups * 4
  let state = 7
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const each = <T>(value: (row: number) => T): readonly T[] =>
    Array.from({ length: rows }, (_, row) => value(row))
  return createColumnarSource(
    {
      day: each((row) => (row < rows / 2 ? '2024-05-15' : '2024-06-15')),
      shop: each((row) => `shop ${row % groups}`),
      amount: each(() => (Math.round(random() * 1e5) + 1) / 100),
      cost: each(() => Math.round(random() * 7e4) / 100),
      weight: each(() => random() * 10),
    },
    { time: 'day', types: { day: 'DATE', amount: 'DECIMAL', cost: 'DECIMAL' } },
  )
}
