import { formatValue, formatValueChange, type ValueForm } from '@tributary/contract'
import { parseTime } from '@tributary/expression'
import { PLAIN_CALENDAR } from '@tributary/expression/internal'
import { type Caller, createPlatform, type Platform } from '@tributary/platform'
import { createApp } from '@tributary/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TOOLS } from '../../packages/cli/src/mcp/create-server.ts'
import { renderAttributionAnswer } from '../../packages/cli/src/render/attribution-answer.ts'
import { renderCauses } from '../../packages/cli/src/render/causes.ts'
import { readGroups } from '../../packages/explorer/src/analysis/group-table.ts'
import { folderOf } from '../support/folder-of.ts'

const WORKSPACE = `tenant: shop
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: files, type: FILES, root: . }]
datasets:
  - name: orders
    source: { datasource: files, file: orders.csv }
    columns:
      - { name: day, type: DATE }
      - { name: region, type: VARCHAR }
      - { name: amount, type: DOUBLE }
      - { name: minutes, type: DOUBLE }
      - { name: late, type: INT }
    time: { column: day, grain: DAY }
dimensions:
  - { name: region, dataset: orders, column: region }
metrics:
  - { name: orders, type: ATOMIC, dataset: orders, aggregate: COUNT }
  - { name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]', unit: USD, format: MONEY }
  - { name: large, type: DERIVED, metric: revenue, filters: ['[amount] > 20'] }
  - { name: minutes, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[minutes]', unit: minutes, format: DURATION }
  - { name: late, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[late]' }
  - { name: late_rate, type: COMPOSITE, expr: '[late] / [orders]', format: PERCENT }
  - { name: mean_amount, type: COMPOSITE, expr: '[revenue] / [orders]', unit: USD }
  - { name: volume, type: COMPOSITE, expr: '[revenue] * 1000000', format: SI }
`

const METRICS = [
  ...['orders', 'revenue', 'large', 'minutes', 'late_rate', 'mean_amount', 'volume'],
] as const

/** Orders whose sums have the noise of doubles. */
const ROWS = Array.from({ length: 400 }, (_, at) => {
  const month = at % 2 === 0 ? '05' : '06'
  const region = 'abcd'[at % 4]!
  const amount = (((at * 7919) % 5003) / 100).toFixed(2)
  return `2025-${month}-${String(1 + (at % 28)).padStart(2, '0')},${region},${amount},${(at % 13) / 10},${Number(at % 7 === 0)}`
})

const CALLER: Caller = {
  tenant: 'shop',
  account: 'ann',
  displayName: 'ann',
  role: 'OWNER',
  grants: [],
}
const HEADERS = { 'tenant-id': 'shop', 'auth-type': 'ACCOUNT', 'auth-value': 'ann' }
const ATTRIBUTION = {
  attributionCalculateType: 'ALL',
  currentTimeConstraint: '[metric_time__month] = "2025-06"',
  compareTimeConstraint: '[metric_time__month] = "2025-05"',
} as const
const RANGES = { current: '2025-06', compare: '2025-05' }

const plain = (_role: string, text: string): string => text

describe('one number has one form', () => {
  let platform: Platform
  let remove: () => Promise<void>
  beforeAll(async () => {
    const files = {
      'workspace.yaml': WORKSPACE,
      'orders.csv': ['day,region,amount,minutes,late', ...ROWS].join('\n'),
    }
    const made = await folderOf(files)
    remove = made.remove
    platform = await createPlatform({ workspace: made.folder, trustIdentityHeaders: true })
  })
  afterAll(async () => {
    await platform.close()
    await remove()
  })

  test.each(METRICS)(
    '%s is written alike by the command, over HTTP, by MCP and on the page',
    async (metric) => {
      const operations = platform.as(CALLER)
      const request = {
        ...{ metric, dimensions: ['region'], contributions: true },
        attribution: ATTRIBUTION,
      }
      const app = createApp({ platform, accountRateLimit: 'off' })
      const detail = await app.inject({
        url: `/api/v1/metrics/detail?metricName=${metric}`,
        headers: HEADERS,
      })
      const { unit, format } = JSON.parse(detail.payload).data as ValueForm
      const form = { unit, format } as Parameters<typeof renderCauses>[0]['presentation']
      await app.close()

      const answer = await operations.compareTimes(request)
      const table = answer.tables[0]!.table
      const total = {
        compare: table['@compareValue']![0]!,
        current: table['@currentValue']![0]!,
        change: table['@growth']![0]!,
      }
      const sentence = [
        formatValue(total.compare, form, total),
        formatValue(total.current, form, total),
        formatValueChange(total.change, form, total),
      ]

      const lines = renderAttributionAnswer({
        ...{ title: '', request, answer, presentation: form, rows: 10, width: null },
        paint: plain as never,
      })
      const headline = lines
        .slice(2)
        .filter((line) => /^ {2}(comparison|current|change) /.test(line))
      expect(headline.slice(0, 3).map((line) => line.trim().split(/ {2,}/)[1])).toEqual(sentence)
      const bare = sentence.map((text) => text.replace(/ (USD)$/, ''))
      const all = lines.find((line) => line.includes('all 4'))!
      expect(all.trim().split(/ {2,}/).slice(1, 4)).toEqual(bare)

      const causes = await operations.findCauses({ metric, attribution: ATTRIBUTION })
      const printed = renderCauses({
        ...{ answer: causes, kind: 'times', presentation: form },
        paint: plain as never,
      })
      expect(printed[1]).toContain(bare[0])
      expect(printed[1]).toContain(bare[1])
      expect(printed[1]).toContain(bare[2])

      const tool = TOOLS.find(({ name }) => name === 'explain')!
      const told = await tool.call(
        {
          ...{ operations, signal: new AbortController().signal },
          readMoment: async () => ({ now: parseTime('2025-07-01')!, calendar: PLAIN_CALENDAR }),
        } as never,
        { metric, ...RANGES, dimensions: ['region'] },
      )
      expect(told.printed).toEqual({
        compare: sentence[0],
        current: sentence[1],
        change: sentence[2],
      })
      for (const side of ['compare', 'current'] as const) {
        expect(formatValue(told[side] as number, form, total)).toBe(
          formatValue(total[side], form, total),
        )
        expect(String(told[side])).not.toMatch(/\d{12}/)
      }

      // The page reads the same numbers; its styles are checked beside its components.
      const [overall] = answer.tables.map(readGroups)
      const [row] = overall!.rows
      expect({ compare: row!.compare, current: row!.current, change: row!.growth }).toEqual(total)
    },
  )
})
