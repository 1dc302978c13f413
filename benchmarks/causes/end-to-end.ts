import { fileURLToPath } from 'node:url'
import {
  type AggregateAnswer,
  type AggregateSource,
  createColumnarSource,
  findCauses,
  type MetricQuestion,
  questionRequest,
} from '@tributary/attribution'
import { createDuckDb, createSqlTable } from '@tributary/sql'

/** What a question costs from the file to the answer, in milliseconds of wall time on all threads: medians. */
export interface EndToEnd {
  readonly question: string
  readonly combinations: number
  /** From the question to the answer. */
  readonly total: number
  /** Of that, the statement in DuckDB: ten windows, by all dimensions. */
  readonly engine: number
  /** The same question of the frames that DuckDB gave: texts to codes, and the search. */
  readonly arrays: number
}

const FILE = new URL('../node_modules/vega-datasets/data/flights-3m.parquet', import.meta.url)
const WEEKS = {
  current: '[date] >= "2001-05-07" AND [date] < "2001-05-14"',
  compare: '[date] >= "2001-04-30" AND [date] < "2001-05-07"',
}

const METRICS: readonly (readonly [name: string, metric: MetricQuestion])[] = [
  ['flights', { countRows: true }],
  [
    'late flights of all',
    {
      measures: { late: { countRows: true, where: '[delay] > 15' }, all: { countRows: true } },
      formula: '[late] / [all]',
    },
  ],
]
const DIMENSIONS = [['origin'], ['origin', 'destination']]

/** Asks each question once unmeasured and `rounds` times measured, with eight earlier weeks. */
export async function measureEndToEnd(rounds: number): Promise<readonly EndToEnd[]> {
  const driver = await createDuckDb()
  const place = { catalog: 'memory', schema: 'main', table: 'flights' }
  await driver.registerFile({ ...place, path: fileURLToPath(FILE) })
  const table = createSqlTable({ driver, table: Object.values(place) })
  // Questions are resolved by names and types alone.
  const names = createColumnarSource(
    { date: ['2001-01-01 00:00:00'], delay: [0], origin: ['ATL'], destination: ['ORD'] },
    {
      name: table.name,
      types: { date: 'TIMESTAMP', delay: 'INT', origin: 'STRING', destination: 'STRING' },
    },
  )
  const measured: EndToEnd[] = []
  for (const dimensions of DIMENSIONS) {
    for (const [name, metric] of METRICS) {
      const { groupings, ...asked } = questionRequest(names, {
        ...WEEKS,
        metric,
        dimensions: [dimensions],
        time: { column: 'date', grain: 'DAY' },
      })
      const request = { ...asked, grouping: groupings[0]! }
      let answer: AggregateAnswer | null = null
      const spent = { engine: 0 }
      const asking: AggregateSource = {
        aggregate: async (...question) => {
          const begin = performance.now()
          answer = await table.aggregate(...question)
          spent.engine = performance.now() - begin
          return answer
        },
      }
      const replaying: AggregateSource = { aggregate: async () => answer! }
      const times = { total: [] as number[], engine: [] as number[], arrays: [] as number[] }
      let combinations = 0
      for (let round = 0; round <= rounds; round++) {
        const begin = performance.now()
        combinations = (await findCauses(asking, request)).considered.combinations
        const answered = performance.now()
        await findCauses(replaying, request)
        if (round === 0) continue
        times.total.push(answered - begin)
        times.engine.push(spent.engine)
        times.arrays.push(performance.now() - answered)
      }
      measured.push({
        question: `${name} by ${dimensions.join(' and ')}`,
        combinations,
        total: median(times.total),
        engine: median(times.engine),
        arrays: median(times.arrays),
      })
    }
  }
  await driver.close()
  return measured
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
}
