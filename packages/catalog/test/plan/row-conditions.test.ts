import { describe, expect, test } from 'vitest'
import { planAttribution } from '../../src/plan/plan-attribution.ts'
import { createCatalog } from '../../src/resolve/catalog.ts'
import { parseWorkspace } from '../../src/workspace/parse-workspace.ts'
import { writeWorkspace } from '../../src/workspace/write-workspace.ts'

const TEXT = `tenant: demo
datasources: [{ name: shop, type: FILES, root: . }]
datasets:
  - name: orders
    source: { datasource: shop, file: orders.csv }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }, { name: town, type: VARCHAR }, { name: amount, type: INT }]
    rows: '[town] = [user.town]'
metrics:
  - { name: sales, type: ATOMIC, dataset: orders, aggregate: SUM, expr: "[amount]" }
  - { name: count, type: ATOMIC, dataset: orders, aggregate: COUNT, rows: '[amount] < Cast([user.most], "INT")' }
  - { name: mean, type: COMPOSITE, expr: "[sales] / [count]" }
dimensions: [{ name: city, dataset: orders, column: town }]
`

const read = (text: string) => parseWorkspace([{ file: 'shop.yaml', text }])
const month = (start: string, end: string) => ({
  filters: [],
  timeConstraint: {
    text: `[metric_time] >= "${start}" AND [metric_time] < "${end}"`,
    path: 'timeConstraint',
  },
})

function planned(metric: string, user?: ReadonlyMap<string, string>) {
  const limits: unknown[] = []
  const request = planAttribution(
    createCatalog(read(TEXT).workspace!),
    {
      metric: { text: metric, path: 'metric' },
      metricDefinitions: new Map(),
      dimensions: [{ text: 'city', path: 'dimensions[0]' }],
      calculation: 'ALL',
      filters: [],
      timeConstraint: null,
      current: month('2026-02-01', '2026-03-01'),
      compare: month('2026-01-01', '2026-02-01'),
      compareDimension: null,
      now: 0n,
    },
    { ...(user && { user }), limited: (by) => limits.push(by) },
  )
  return { request, limits }
}

const USER = new Map([
  ['town', 'Ghent'],
  ['most', '9'],
])

describe('a row condition', () => {
  test('is part of both windows and of the frontier', () => {
    const { request, limits } = planned('sales', USER)
    const isTown = {
      kind: 'comparison',
      op: '=',
      left: { name: 'town' },
      right: { constant: { value: 'Ghent' } },
    }
    for (const window of [request.windows.current, request.windows.compare]) {
      expect(window).toMatchObject({ op: 'AND', operands: [{}, {}, isTown] })
    }
    expect(request.time?.within).toMatchObject(isTown)
    expect(limits).toEqual([{ type: 'DATASET', name: 'orders' }])
  })

  test('of a metric is that of every formula with it', () => {
    for (const metric of ['count', 'mean']) {
      expect(planned(metric, USER).limits).toEqual([
        { type: 'DATASET', name: 'orders' },
        { type: 'METRIC', name: 'count' },
      ])
    }
  })

  test('refuses whoever lacks an attribute', () => {
    expect(() => planned('sales')).toThrow(
      expect.objectContaining({
        code: 'CATALOG_USER_ATTRIBUTE_MISSING',
        details: { path: 'metric', metric: 'sales', attribute: 'town' },
      }),
    )
    expect(() => planned('mean', new Map([['town', 'Ghent']]))).toThrow(/"most"/)
  })

  test('is kept when a workspace is written', () => {
    const { workspace } = read(TEXT)
    const files = writeWorkspace(workspace!, '')
    expect(parseWorkspace(files).workspace).toEqual(workspace)
    expect(files.map(({ text }) => text).join('')).toContain('[user.most]')
  })

  test.each([
    ["'[town] = [user.town]'", "'[user.town]'", 'condition'],
    ["'[town] = [user.town]'", "'[twn] = [user.town]'", 'twn'],
    ["'[town] = [user.town]'", "'[amount] = [user.town]'", 'STRING'],
    [`'[amount] < Cast([user.most], "INT")'`, "'[sales] > 5'", 'sales'],
  ])('%s as %s is a mistake of the workspace', (before, after, part) => {
    const { problems } = read(TEXT.replace(before, after))
    expect(problems).toHaveLength(1)
    expect(problems[0]!.path).toMatch(/\.rows$/)
    expect(problems[0]!.message).toContain(part)
  })
})
