import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createCatalog, loadWorkspace, planAttribution } from '@tributary/catalog'
import {
  planMaterialisation,
  type Route,
  type RouteReason,
  reasonText,
  routeRequest,
  routeTable,
} from '@tributary/catalog/internal'
import { createPlatform } from '@tributary/platform'
import { serve } from '@tributary/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Answer, DEMO_HEADERS, FLIGHTS } from '../support/flights.ts'
import { ROOT } from '../support/imports.ts'

const PAGE = readFileSync(join(ROOT, 'docs/acceleration.md'), 'utf8')

/** The fenced blocks of the page, in order. */
const BLOCKS = [...PAGE.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', text = '']) => ({ language, text }),
)

/** The rows of a table of the page: the cells of each, without the head. */
function rowsOf(head: string): readonly (readonly string[])[] {
  expect(PAGE).toContain(head)
  const lines = PAGE.slice(PAGE.indexOf(head)).split('\n\n', 1)[0]!.split('\n').slice(2)
  return lines.map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))
}

let flights: ReturnType<typeof createCatalog>
beforeAll(async () => {
  flights = createCatalog(await loadWorkspace(FLIGHTS))
})

test('the plan of the page is that of the flights', () => {
  const file = parse(readFileSync(join(FLIGHTS, 'workspace.yaml'), 'utf8')) as {
    readonly plans: readonly Readonly<Record<string, unknown>>[]
  }
  const page = parse(BLOCKS.find(({ language }) => language === 'yaml')!.text) as typeof file
  expect(file.plans[0]).toMatchObject(page.plans[0]!)
})

describe('what is answered from where', () => {
  const rows = rowsOf('| Question | Answered from |')

  test('there are questions of both kinds', () => {
    expect(new Set(rows.map(([, from]) => from!.split(':')[0]))).toEqual(
      new Set(['the table', 'the data']),
    )
  })

  test.each(rows.map(([question, from]) => ({ question: question!, from: from! })))(
    '$question: $from',
    ({ question, from }) => {
      const [metric = '', ...names] = [...question.matchAll(/`([^`]*)`/g)].map(([, name]) => name!)
      const filters = names.filter((name) => name.startsWith('['))
      for (const by of names.filter((name) => !name.startsWith('['))) {
        const { chosen } = routeOf(metric, by, filters)
        expect(chosen !== null).toBe(from.startsWith('the table'))
      }
    },
  )
})

/** Where a question about June against May goes when the plan's table is whole. */
function routeOf(metric: string, by: string, filters: readonly string[]): Route {
  const plan = flights.workspace.plans[0]!
  const month = (text: string) => ({
    filters: [],
    timeConstraint: { text: `[metric_time__month] = "${text}"`, path: 'time' },
  })
  const asked = planAttribution(flights, {
    metric: { text: metric, path: 'metric' },
    metricDefinitions: new Map(),
    dimensions: [{ text: by, path: 'dimensions[0]' }],
    calculation: 'ALL',
    filters: filters.map((text) => ({ text, path: 'filters' })),
    timeConstraint: null,
    current: month('2001-06'),
    compare: month('2001-05'),
    compareDimension: null,
    now: 0n,
  })
  const days = Array.from({ length: 200 }, (_, day) =>
    new Date(Date.UTC(2001, 0, 1 + day)).toISOString().slice(0, 10),
  )
  const contents = {
    partitions: new Map(days.map((day) => [day, { isFresh: true, rows: 1 }])),
    frontier: { first: 978_307_200_000_000n, last: 993_945_600_000_000n },
  }
  return routeRequest(
    {
      rows: asked.rows,
      filter: asked.drillDown,
      windows: asked.windows,
      measures: asked.metric.measures,
      groupings: [[], ...asked.groupings.map(({ keys }) => keys)],
      time: asked.time?.value ?? null,
    },
    [{ table: routeTable(plan.name, planMaterialisation(flights, plan)), contents }],
  )
}

/** Asks the service with the headers of the demo; `body` makes it a POST. */
async function asked(url: string, path: string, body?: string): Promise<Answer> {
  const headers = { ...DEMO_HEADERS, 'content-type': 'application/json' }
  const request = body === undefined ? { headers } : { headers, method: 'POST', body }
  const response = await fetch(`${url}${path}`, request)
  return { status: response.status, body: await response.json() }
}

test('the backfill of the page fills the table, which then answers as the page shows', async () => {
  const platform = await createPlatform({
    workspace: FLIGHTS,
    trustIdentityHeaders: true,
    workers: 2,
    taskTimes: { poll: 100 },
  })
  const { url, close } = await serve({ platform, host: '127.0.0.1', port: 0 })
  try {
    const curl = BLOCKS.find(({ text }) => text.startsWith('curl '))!.text
    const [, path = ''] = /127\.0\.0\.1:8080([^']*)'/.exec(curl)!
    const [, body = ''] = /-d '([^']*)'/.exec(curl)!
    const question = JSON.stringify(QUESTION)
    const before = await asked(url, COMPARE, question)
    const dagName = (await asked(url, path, body)).body.data as string
    const list = `/api/v1/accelerate/task/instance/list?dagName=${dagName}&progress=true`
    let task = (await asked(url, list)).body
    while (task.progress.waiting + task.progress.running > 0) {
      await setTimeout(50)
      task = (await asked(url, list)).body
    }
    const [, instances] = /here there are (\d+)\./.exec(PAGE)!
    expect([task.total, task.progress.done]).toEqual([Number(instances), Number(instances)])
    const after = await asked(url, COMPARE, question)
    const line = BLOCKS.find(({ text }) => text.startsWith('-- from'))!.text.trim()
    expect(after.body.data.explanation.executed[0].split('\n')).toContain(line)
    expect(before.body.data.explanation.executed[0]).toContain('nothing was written to it yet')
    expect(after.body.data.tables).toEqual(before.body.data.tables)
    expect(after.body.data.warning).toEqual(before.body.data.warning)
  } finally {
    await close()
    await platform.close()
  }
}, 120_000)

const COMPARE = '/api/v1/attribution/dim_time_compare'

const QUESTION = {
  metric: 'average_delay',
  dimensions: ['origin', 'distance_band'],
  explain: true,
  attribution: {
    attributionCalculateType: 'ALL',
    currentTimeConstraint: '[metric_time__month] = "2001-06"',
    compareTimeConstraint: '[metric_time__month] = "2001-05"',
  },
}

test('the reasons on the page are worded as in the code', () => {
  const reasons: readonly RouteReason[] = [
    { kind: 'NOT_WRITTEN' },
    { kind: 'NOT_REACHABLE' },
    { kind: 'OUTDATED' },
    { kind: 'PARTITIONS_MISSING', count: 2, first: '2001-06-01' },
    { kind: 'PARTITIONS_STALE', count: 2, first: '2001-06-01' },
    { kind: 'COLUMN_MISSING', column: '…', isTime: false, use: '…' },
    { kind: 'COLUMN_MISSING', column: '…', isTime: true, use: '…' },
    { kind: 'MEASURE_MISSING', measure: '…' },
    { kind: 'NOT_EXACT_GRAIN', measure: '…', aggregate: '…', column: '…' },
    { kind: 'DOUBLE_SUM', measure: '…' },
    { kind: 'ROWS_LEFT_OUT' },
    { kind: 'TIME_OPEN' },
    { kind: 'FRONTIER_UNKNOWN' },
    { kind: 'LARGER', than: '…' },
    { kind: 'LARGER', than: null },
  ]
  const said = rowsOf('| The reason says | What to do |').map(([words]) =>
    words!.split(/ … |, or /).map((part) => part.trim()),
  )
  for (const reason of reasons) {
    const text = reasonText(reason)
    expect(
      said.some((parts) => parts.some((part) => part.length > 3 && text.includes(part))),
      text,
    ).toBe(true)
  }
})
