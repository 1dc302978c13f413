import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WarningCode } from '@tributary/attribution'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServedFlights, serveFlights } from '../support/flights.ts'
import { folderOf } from '../support/folder-of.ts'
import { ROOT } from '../support/imports.ts'
import { runProgram } from '../support/run-program.ts'

const PAGE = readFileSync(join(ROOT, 'docs/attribution.md'), 'utf8')

const TIME_COMPARE = '/api/v1/attribution/dim_time_compare'
const PEER_COMPARE = '/api/v1/attribution/dim_peer_compare'

/** The fenced blocks of the page, in order. */
const BLOCKS = [...PAGE.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', text = '']) => ({ language, text }),
)

/** The programs of the page, each with the output printed below it. */
const PROGRAMS = BLOCKS.flatMap((block, index) =>
  block.language === 'ts' ? [{ code: block.text, printed: BLOCKS[index + 1]!.text }] : [],
)

/** The rows of a table of the page: the cells of each, without the head. */
function rowsOf(head: string): readonly (readonly string[])[] {
  const lines = PAGE.slice(PAGE.indexOf(head)).split('\n\n', 1)[0]!.split('\n').slice(2)
  return lines
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((c) => c.trim()))
}

let flights: ServedFlights
beforeAll(async () => {
  flights = await serveFlights()
})
afterAll(() => flights.close())

interface WireTable {
  readonly dimension: string | null
  readonly table: Readonly<Record<string, readonly (string | number | null)[]>>
  readonly warning: string | null
}

async function ask(path: string, body: unknown) {
  const { status, body: envelope } = await flights.ask(path, body)
  expect(status, JSON.stringify(envelope)).toBe(200)
  return envelope.data as { tables: readonly WireTable[]; warning: string | null }
}

const month = (text: string) => `[metric_time__month] = "${text}"`

interface TimeQuestion {
  readonly metric: string
  readonly by?: string
  readonly current?: string
  readonly compare?: string
  readonly calculation?: 'ALL' | 'AVG'
  readonly filters?: readonly string[]
  readonly metricDefinitions?: object
}

/** Three days of sales by day over a budget by month, against the month before. */
async function askOfBudget() {
  const dataset = (name: string, grain: string) => ({
    ...{
      name,
      source: { datasource: 'local', file: `${name}.csv` },
      time: { column: 'at', grain },
    },
    columns: [
      { name: 'at', type: 'DATE' },
      { name: 'amount', type: 'INT' },
    ],
  })
  const sum = (name: string) => ({
    ...{ name, type: 'ATOMIC', dataset: name, aggregate: 'SUM', expr: '[amount]' },
  })
  const made = await folderOf({
    'sales.csv': 'at,amount\n2024-01-03,100\n2024-01-20,50\n2024-02-03,120\n2024-02-27,9',
    'budget.csv': 'at,amount\n2024-01-01,150\n2024-02-01,160',
    'workspace.yaml': JSON.stringify({
      tenant: 'demo',
      accounts: [{ account: 'demo', role: 'OWNER' }],
      datasources: [{ name: 'local', type: 'FILES', root: '.' }],
      datasets: [dataset('sales', 'DAY'), dataset('budget', 'MONTH')],
      metrics: [
        ...[sum('sales'), sum('budget')],
        { name: 'attainment', type: 'COMPOSITE', expr: '[sales] / [budget]' },
      ],
    }),
  })
  const service = await serveFlights({ workspace: made.folder })
  try {
    const { body } = await service.ask(TIME_COMPARE, {
      metric: 'attainment',
      dimensions: ['metric_time__day'],
      attribution: {
        attributionCalculateType: 'ALL',
        currentTimeConstraint: '[metric_time] >= "2024-02-01" AND [metric_time] < "2024-02-04"',
        compareTimeConstraint: month('2024-01'),
      },
    })
    return body.data as Awaited<ReturnType<typeof ask>>
  } finally {
    await service.close()
    await made.remove()
  }
}

/** June against May of the sample workspace, unless told otherwise. */
function overTime({ metric, by = 'distance_band', metricDefinitions, ...rest }: TimeQuestion) {
  return ask(TIME_COMPARE, {
    metric,
    dimensions: [by],
    metricDefinitions,
    attribution: {
      attributionCalculateType: rest.calculation ?? 'ALL',
      currentTimeConstraint: month(rest.current ?? '2001-06'),
      compareTimeConstraint: month(rest.compare ?? '2001-05'),
      filters: rest.filters,
    },
  })
}

describe('the requests on the page', () => {
  const requests = BLOCKS.filter(({ language }) => language === 'json').map(({ text }) => ({
    path: text.includes('currentObject') ? PEER_COMPARE : TIME_COMPARE,
    body: JSON.parse(text),
  }))

  test('are three', () => expect(requests).toHaveLength(3))

  test.each(requests)('are answered: $body.metric', async ({ path, body }) => {
    expect(PAGE).toContain(`POST ${path}`)
    const { tables } = await ask(path, body)
    expect(tables.map(({ dimension }) => dimension)).toEqual([null, ...body.dimensions])
    for (const { table } of tables) {
      const rates = table['@relativeContributionRate'] as number[]
      expect(rates.reduce((a, b) => a + b)).toBeCloseTo(1, 7)
    }
  })
})

describe('the worked examples', () => {
  test('are two', () => expect(PROGRAMS).toHaveLength(2))

  test.each(PROGRAMS)('print what the page shows', async ({ code, printed }) => {
    expect(await runProgram(code)).toBe(printed)
  })

  /** The published vector: contributions of A, B and C in units of the ratio. */
  const published: Readonly<Record<string, number>> = {
    A: 0.0575364,
    B: -0.1420583,
    C: 0.0011885,
    total: -0.0833333,
  }

  test('show the contributions that the formula of the page gives', () => {
    const rows = rowsOf('| region |').map(([region = '', compare = '', current = '', c = '']) => {
      const [n0 = 0, d0 = 0] = compare === '–' ? [] : compare.split(' / ').map(Number)
      const [n1 = 0, d1 = 0] = current.split(' / ').map(Number)
      return { region, n0, d0, n1, d1, c: Number(c) }
    })
    const total = rows.find(({ region }) => region === 'total')!
    const b = (total.n1 - total.n0) / (total.d1 - total.d0)
    const a = total.n0 - b * total.d0
    const l = Math.log(total.d1 / total.d0) / (total.d1 - total.d0)
    const m = a / (total.d0 * total.d1) + b * l
    for (const { region, n0, d0, n1, d1, c } of rows) {
      expect((n1 - n0) * l - (d1 - d0) * m, region).toBeCloseTo(c, 6)
      expect(c, region).toBe(published[region])
    }
    expect(rows.map(({ region }) => region)).toEqual(Object.keys(published))
  })

  test('print the shares of those contributions', () => {
    const [, groups = ''] = PROGRAMS[1]!.printed.split('}\n')
    const list = (name: string) =>
      new RegExp(`${name}'?: \\[([^\\]]*)\\]`)
        .exec(groups)![1]!
        .split(',')
        .map((one) => one.trim())
    const rates = list('@relativeContributionRate').map(Number)
    list('region').forEach((region, index) => {
      const share = published[region.replaceAll("'", '')]! / published.total!
      expect(rates[index]).toBeCloseTo(share, 5)
    })
  })
})

describe('the columns', () => {
  test('are those of an answer', async () => {
    const { tables } = await overTime({ metric: 'flight_count' })
    const columns = rowsOf('| Column |').map(([name = '']) => name.replaceAll('`', ''))
    expect(columns).toEqual(['the dimension', ...Object.keys(tables[1]!.table).slice(1)])
  })
})

describe('the drill-down', () => {
  test('keeps the overall rate of a group of a sum', async () => {
    const rateOfDallas = async (filters: readonly string[]) => {
      const { tables } = await overTime({ metric: 'flight_count', by: 'origin', filters })
      const { origin, '@overallContributionRate': rates } = tables[1]!.table
      return rates![origin!.indexOf('DFW')]
    }
    expect(await rateOfDallas([])).toBeTypeOf('number')
    expect(await rateOfDallas(['[origin_state] = "TX"'])).toBe(await rateOfDallas([]))
  })

  test('gives for a ratio the numbers on the page, which are no share of the whole', async () => {
    const whole = await overTime({ metric: 'average_delay', by: 'origin_state' })
    const { origin_state: states, '@overallContributionRate': rates } = whole.tables[1]!.table
    const share = rates![states!.indexOf('TX')] as number
    expect(PAGE).toContain(`Texas contributed ${(share * 100).toFixed(1)} %`)
    const part = await overTime({ metric: 'average_delay', filters: ['[origin_state] = "TX"'] })
    const [rate] = part.tables[0]!.table['@overallContributionRate'] as [number]
    expect(PAGE).toContain(`an \`@overallContributionRate\` of ${rate.toFixed(3)}:`)
    const growths = [part, whole].map(({ tables }) => Number(tables[0]!.table['@growth']![0]))
    expect(growths[0]! / growths[1]!).toBeCloseTo(rate, 9)
  })
})

describe('ALL and AVG', () => {
  test('differ for months of different length as the page says', async () => {
    const growthOf = async (calculation: 'ALL' | 'AVG') => {
      const { tables } = await overTime({ metric: 'flight_count', calculation })
      return tables[0]!.table['@growth']![0] as string
    }
    expect(PAGE).toContain(`fell by ${(await growthOf('ALL')).slice(1)} flights`)
    expect(PAGE).toContain(`rose by ${await growthOf('AVG')} flights per day`)
  })

  test('give the same values of a ratio', async () => {
    const valuesOf = async (calculation: 'ALL' | 'AVG') => {
      const { tables } = await overTime({ metric: 'average_delay', calculation })
      return tables
        .map(({ table }) => [...table['@currentValue']!, ...table['@compareValue']!])
        .map((values) => values.toSorted())
    }
    expect(await valuesOf('AVG')).toEqual(await valuesOf('ALL'))
  })
})

describe('the warnings', () => {
  const nobody = { refMetric: 'average_delay', filters: ['[distance] < 0'] }
  // The sum of the delays less 2.5 million minutes changes its sign between May and June.
  const risky = {
    refMetric: 'total_delay',
    expr: '[flight_count] / ([total_delay] - 2500000) + [flight_count] / [total_distance]',
  }
  // Beside ten trillion millions, sixteen thousand flights are less than doubles tell apart.
  const remote = { refMetric: 'flight_count', expr: '[flight_count] + 10000000000000000000.0' }
  const vast = {
    refMetric: 'flight_count',
    expr: '[flight_count] * 1e52 * 1e52 * 1e50 * 1e50 * 1e50 * 1e50',
  }
  /** A question that gives each warning, of the sample workspace where that is possible. */
  const questions: Readonly<Record<WarningCode, () => ReturnType<typeof ask>>> = {
    NO_DATA_CURRENT: () => overTime({ metric: 'flight_count', current: '2001-08' }),
    NO_DATA_COMPARE: () => overTime({ metric: 'flight_count', compare: '2000-05' }),
    OBJECTS_OVERLAP: () =>
      ask(PEER_COMPARE, {
        metric: 'flight_count',
        dimensions: ['distance_band'],
        attribution: {
          attributionCalculateType: 'ALL',
          compareDimension: 'origin',
          timeConstraint: month('2001-06'),
          currentObject: { filters: ['[origin] = "ATL"'] },
          compareObject: { filters: ['In([origin], "ATL", "ORD")'] },
        },
      }),
    AVERAGE_UNDEFINED: () =>
      overTime({ metric: 'flight_count', current: '2001-08', calculation: 'AVG' }),
    OVERFLOW: () => overTime({ metric: 'vast', metricDefinitions: { vast } }),
    OVERALL_UNDEFINED: () =>
      overTime({ metric: 'flight_count', current: '2001-05', filters: ['[origin] = "ATL"'] }),
    PARTIAL_RANGE: () => overTime({ metric: 'flight_count', current: '2001-07' }),
    PART_OF_PERIOD: askOfBudget,
    RANGE_LENGTH_DIFFERS: () => overTime({ metric: 'flight_count' }),
    COMPARE_DIMENSION: () =>
      ask(PEER_COMPARE, {
        metric: 'flight_count',
        dimensions: ['origin'],
        attribution: {
          attributionCalculateType: 'ALL',
          compareDimension: 'origin',
          timeConstraint: month('2001-06'),
          currentObject: { filters: ['[origin] = "ATL"'] },
          compareObject: { filters: ['[origin] = "ORD"'] },
        },
      }),
    NOT_CLOSED: () => overTime({ metric: 'risky', metricDefinitions: { risky } }),
    NEGATIVE_BASE: () => overTime({ metric: 'average_delay', by: 'destination' }),
    NOT_ADDITIVE: () => overTime({ metric: 'origin_airports', by: 'destination' }),
    NOT_ATTRIBUTABLE: () => overTime({ metric: 'longest_delay' }),
    OFFSETTING_CHANGES: () => overTime({ metric: 'flight_count', by: 'metric_time' }),
    CHANGE_WITHIN_ROUNDING: () => overTime({ metric: 'remote', metricDefinitions: { remote } }),
    RATIO_UNDEFINED: () => overTime({ metric: 'none', metricDefinitions: { none: nobody } }),
    TOTAL_UNCHANGED: () => overTime({ metric: 'flight_count', current: '2001-05' }),
    TRUNCATED: () => overTime({ metric: 'flight_count', by: 'origin,destination,metric_time' }),
  }

  const [onAnswer = '', onTable = ''] = PAGE.split('\nOn the answer ')[1]!.split('\nOn a table ')
  const listed = [
    ...[...onAnswer.matchAll(/^\| `([A-Z_]+)` \| `([^`]+)` \|/gm)].map((row) => ['answer', ...row]),
    ...[...onTable.matchAll(/^\| `([A-Z_]+)` \| `([^`]+)` \|/gm)].map((row) => ['table', ...row]),
  ].map(([place = '', , code = '', text = '']) => ({ place, code, text }))

  test('are those that attribution knows', () => {
    const source = readFileSync(join(ROOT, 'packages/attribution/src/request/warnings.ts'), 'utf8')
    const known = [...source.matchAll(/^ {2}\| '([A-Z_]+)'$/gm)].map(([, code]) => code)
    expect(known).not.toEqual([])
    expect(listed.map(({ code }) => code).toSorted()).toEqual(known.toSorted())
    expect(Object.keys(questions).toSorted()).toEqual(known.toSorted())
  })

  test.each(listed)('$code is a warning of the $place as shown on the page', async (one) => {
    const answer = await questions[one.code as WarningCode]()
    const texts = one.place === 'answer' ? [answer.warning] : answer.tables.map((t) => t.warning)
    expect(texts.flatMap((text) => text?.split('; ') ?? [])).toContain(one.text)
    if (one.place === 'table') expect(answer.warning ?? '').not.toContain(one.code)
  })
})
