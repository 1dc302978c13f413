import { writeFile } from 'node:fs/promises'
import { attributeTable, toWireTable } from '@tributary/attribution'
import type { AttributionData } from '@tributary/contract'
import { readExactColumn, readWindowValues } from '@tributary/contract'
import { type Caller, createPlatform, type Platform } from '@tributary/platform'
import { createApp } from '@tributary/server'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TOOLS } from '../../packages/cli/src/mcp/create-server.ts'
import { renderAttributionCsv } from '../../packages/cli/src/render/attribution-csv.ts'
import { renderQueryCsv } from '../../packages/cli/src/render/query-answer.ts'
import { folderOf } from '../support/folder-of.ts'

const SCALE = 12
const MONTHS = ['2025-01', '2025-02'] as const
const REGIONS = ['a', 'b', 'c'] as const

interface Row {
  readonly month: (typeof MONTHS)[number]
  readonly region: (typeof REGIONS)[number]
  readonly id: bigint
  /** Of money, at {@link SCALE}. */
  readonly units: bigint
}

const id = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  // Sums of these differ in the digits that doubles lose.
  fc.bigInt({ min: 2n ** 60n, max: 2n ** 60n + 3n }),
  fc.bigInt({ min: -9n, max: 9n }),
)
const units = fc.oneof(
  fc.bigInt({ min: -(10n ** 36n), max: 10n ** 36n }),
  fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }),
  fc.bigInt({ min: -9n, max: 9n }).map((whole) => whole * 10n ** BigInt(SCALE)),
)
const rows: fc.Arbitrary<readonly Row[]> = fc.array(
  fc.record({
    month: fc.constantFrom(...MONTHS),
    region: fc.constantFrom(...REGIONS),
    id,
    units,
  }),
  { minLength: 1, maxLength: 20 },
)

/** Two groups of which doubles print one exactly, and the other as the same. */
const NEIGHBOURS: readonly Row[] = [
  { month: '2025-01', region: 'a', id: 2n ** 60n, units: 0n },
  { month: '2025-01', region: 'b', id: 2n ** 60n + 1n, units: 0n },
]

/** The metrics, each with its units over some rows, and their scale; null where it has no value. */
const METRICS: Readonly<
  Record<string, { readonly scale: number; of(some: readonly Row[]): bigint | null }>
> = {
  ids: { scale: 0, of: (some) => some.reduce((sum, row) => sum + row.id, 0n) },
  money: { scale: SCALE, of: (some) => some.reduce((sum, row) => sum + row.units, 0n) },
  largest: { scale: 0, of: (some) => extreme(some.map((row) => row.id)) },
  dearest: { scale: SCALE, of: (some) => extreme(some.map((row) => row.units)) },
  net: {
    scale: SCALE + 1,
    of: (some) =>
      some.reduce((sum, row) => sum + row.units * 15n - row.id * 10n ** BigInt(SCALE + 1), 0n),
  },
}

function extreme(values: readonly bigint[]): bigint | null {
  return values.reduce<bigint | null>((a, b) => (a === null || b > a ? b : a), null)
}

const WORKSPACE = `tenant: digits
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: files, type: FILES, root: . }]
datasets:
  - name: facts
    source: { datasource: files, file: facts.csv }
    columns:
      - { name: day, type: DATE }
      - { name: region, type: VARCHAR }
      - { name: id, type: BIGINT }
      - { name: money, type: DECIMAL, scale: ${SCALE} }
    time: { column: day, grain: DAY }
dimensions:
  - { name: region, dataset: facts, column: region }
  - { name: ident, dataset: facts, column: id }
metrics:
  - { name: ids, type: ATOMIC, dataset: facts, aggregate: SUM, expr: '[id]' }
  - { name: money, type: ATOMIC, dataset: facts, aggregate: SUM, expr: '[money]' }
  - { name: largest, type: ATOMIC, dataset: facts, aggregate: MAX, expr: '[id]' }
  - { name: dearest, type: ATOMIC, dataset: facts, aggregate: MAX, expr: '[money]' }
  - { name: net, type: COMPOSITE, expr: '[money] * 1.5 - [ids]' }
`

const CALLER: Caller = {
  tenant: 'digits',
  account: 'ann',
  displayName: 'ann',
  role: 'OWNER',
  grants: [],
}
const HEADERS = { 'tenant-id': 'digits', 'auth-type': 'ACCOUNT', 'auth-value': 'ann' }

function toCsv(table: readonly Row[]): string {
  const lines = table.map(({ month, region, id: key, units: money }) =>
    [`${month}-01`, region, key, decimalText(money, SCALE)].join(','),
  )
  return ['day,region,id,money', ...lines].join('\n')
}

function decimalText(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0')
  const [whole, fraction] = [
    digits.slice(0, digits.length - scale),
    digits.slice(digits.length - scale),
  ]
  const decimals = fraction.replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`
}

/** The text of a metric over some rows; the empty text of a CSV file where it has no value. */
function textOf(metric: string, some: readonly Row[]): string {
  const { scale, of } = METRICS[metric]!
  const value = of(some)
  return value === null ? '' : decimalText(value, scale)
}

/** A value as a table has it, with every digit. */
const written = (value: string | number | null | undefined): string =>
  value == null ? '' : typeof value === 'number' ? numberText(value) : value

/** A number below 10^21 as it prints; others have all their digits in their texts. */
function numberText(value: number): string {
  return /e\+/.test(String(value)) ? String(BigInt(value)) : plain.format(value)
}
const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 17 })

test('whole numbers and decimals have every digit at every door', async () => {
  const { folder, remove } = await folderOf({ 'workspace.yaml': WORKSPACE, 'facts.csv': toCsv([]) })
  try {
    await fc.assert(
      fc.asyncProperty(rows, async (table) => {
        await writeFile(`${folder}/facts.csv`, toCsv(table))
        for (const memoryBytes of [0, 2 ** 26]) {
          const platform = await createPlatform({
            workspace: folder,
            trustIdentityHeaders: true,
            memoryBytes,
          })
          try {
            await checkQueries(platform, table)
            await checkComparisons(platform, table)
            await checkTrees(platform, table)
            await checkHttp(platform)
            await checkTools(platform, table)
          } finally {
            await platform.close()
          }
        }
        await checkLibrary(table)
      }),
      { numRuns: process.env.TRIBUTARY_LONG ? 200 : 4, examples: [[NEIGHBOURS]] },
    )
  } finally {
    await remove()
  }
})

/** The values by region, as JSON and as CSV, in order of their size; filtered by them; by month. */
async function checkQueries(platform: Platform, table: readonly Row[]): Promise<void> {
  const operations = platform.as(CALLER)
  const metrics = Object.keys(METRICS)
  const answer = await operations.queryMetrics({ metrics, dimensions: ['region'] })
  const groups = Map.groupBy(table, ({ region }) => region)
  const csv = renderQueryCsv(answer).slice(1)
  expect(csv).toEqual(
    [...groups]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([region, some]) => [region, ...metrics.map((name) => textOf(name, some))].join(',')),
  )
  for (const name of metrics) {
    const { scale, of } = METRICS[name]!
    const falling = [...groups].toSorted(([a, left], [b, right]) => {
      const [x, y] = [of(left)!, of(right)!]
      return x > y ? -1 : x < y ? 1 : a < b ? -1 : 1
    })
    const ordered = await operations.queryMetrics({
      metrics: [name],
      dimensions: ['region'],
      orders: [{ [name]: 'DESC' }],
      limit: 2,
    })
    expect(ordered.table.region).toEqual(falling.slice(0, 2).map(([region]) => region))
    const [[, some]] = falling as [(typeof falling)[number]]
    const constant = decimalText(of(some)!, scale).replace(/^-(.*)$/, '(-$1)')
    const equal = await operations.queryMetrics({
      metrics: [name],
      dimensions: ['region'],
      resultFilters: [`[${name}] = ${constant}`],
    })
    expect(new Set(equal.table.region)).toEqual(
      new Set(falling.flatMap(([region, each]) => (of(each) === of(some) ? [region] : []))),
    )
    const series = await operations.metricSeries({ metric: name, grain: 'MONTH' })
    const byMonth = Map.groupBy(table, ({ month }) => `${month}-01`)
    expect(readExactColumn(series, 'value').map(written)).toEqual(
      (series.table.period ?? []).map((month) => textOf(name, byMonth.get(String(month)) ?? [])),
    )
  }
  const byKey = await operations.queryMetrics({ metrics: ['ids'], dimensions: ['ident'] })
  expect(byKey.table.ident).toEqual(
    [...new Set(table.map((row) => row.id))].toSorted((a, b) => (a < b ? -1 : 1)).map(String),
  )
  const { id: wanted } = table[0]!
  const filtered = await operations.queryMetrics({
    metrics: ['ids'],
    filters: [`[ident] = ${wanted < 0n ? `(${wanted})` : wanted}`],
  })
  const same = table.filter((row) => row.id === wanted)
  expect(readExactColumn(filtered, 'ids').map(written)).toEqual([textOf('ids', same)])
}

const comparison = (metric: string) => ({
  metric,
  dimensions: ['region'],
  contributions: true,
  attribution: {
    attributionCalculateType: 'ALL' as const,
    currentTimeConstraint: `[metric_time__month] = "${MONTHS[1]}"`,
    compareTimeConstraint: `[metric_time__month] = "${MONTHS[0]}"`,
  },
})

/** What a comparison must print for some rows: values, growth and contribution. */
function expectedCells(metric: string, some: readonly Row[]): readonly string[] {
  const [before, now] = MONTHS.map((month) => some.filter((row) => row.month === month))
  const { scale, of } = METRICS[metric]!
  const [x0, x1] = [of(before!), of(now!)]
  const growth = x0 === null || x1 === null ? '' : decimalText(x1 - x0, scale)
  const contribution = metric === 'largest' || metric === 'dearest' ? '' : growth
  return [textOf(metric, before!), textOf(metric, now!), growth, contribution]
}

/** Values, growth, contributions and what a limit leaves out, as tables and as CSV. */
async function checkComparisons(platform: Platform, table: readonly Row[]): Promise<void> {
  const groups = Map.groupBy(table, ({ region }) => region)
  for (const metric of Object.keys(METRICS)) {
    const answer = await platform.as(CALLER).compareTimes(comparison(metric))
    checkTables(answer, metric, table)
    const csv = renderAttributionCsv(answer).map((line) => line.split(','))
    for (const cells of csv.slice(1)) {
      const some = cells[0] === '' ? table : groups.get(cells[1] as Row['region'])!
      const [before, now, growth, contribution] = expectedCells(metric, some)
      expect(cells.slice(2, 5)).toEqual([before, now, growth])
      expect(cells[6]).toBe(contribution)
    }
    if (metric === 'largest' || metric === 'dearest') continue
    const limited = await platform.as(CALLER).compareTimes({ ...comparison(metric), rowLimit: 1 })
    const [, first] = limited.tables
    const total = expectedCells(metric, table)[3]!
    expect(first!.table.region).toEqual([largestChange(metric, groups)])
    expect(
      add([written(first!.table['@contribution']![0]), first!.rest!.contribution!, `-${total}`]),
    ).toBe(0n)
  }
}

/** The group with the largest change, whatever its sign; of equal ones the first by name. */
function largestChange(metric: string, groups: ReadonlyMap<string, readonly Row[]>): string {
  const { of } = METRICS[metric]!
  const sizes = [...groups].map(([region, some]) => {
    const [before, now] = MONTHS.map((month) => of(some.filter((row) => row.month === month))!)
    const change = now! - before!
    return { region, size: change < 0n ? -change : change }
  })
  const [first] = sizes.toSorted((a, b) =>
    a.size > b.size ? -1 : a.size < b.size ? 1 : a.region < b.region ? -1 : 1,
  )
  return first!.region
}

/** The sum of texts with at most 13 digits after the point, in units of the last. */
function add(texts: readonly string[]): bigint {
  return texts.reduce((sum, text) => {
    const [whole = '', fraction = ''] = text.replaceAll('-', '').split('.')
    const negative = (text.match(/-/g) ?? []).length % 2 === 1
    const size = BigInt(whole + fraction.padEnd(SCALE + 1, '0'))
    return sum + (negative ? -size : size)
  }, 0n)
}

function checkTables(answer: AttributionData, metric: string, table: readonly Row[]): void {
  const groups = Map.groupBy(table, ({ region }) => region)
  for (const { dimension, table: columns } of answer.tables) {
    const current = readWindowValues(columns, 'current')
    const compare = readWindowValues(columns, 'compare')
    for (const [row, value] of current.entries()) {
      const some = dimension === null ? table : groups.get(columns.region![row] as Row['region'])!
      const cells = [compare[row], value, columns['@growth']![row], columns['@contribution']![row]]
      expect(cells.map(written)).toEqual(expectedCells(metric, some))
      // A reader of the number alone has the nearest one.
      const number = columns['@currentValue']![row]
      expect(number).toBe(value === null ? null : Number(value))
    }
  }
}

/** The root of a tree of metrics has the values of the total. */
async function checkTrees(platform: Platform, table: readonly Row[]): Promise<void> {
  const { attribution } = comparison('net')
  const metricTreeDef = { rootNode: 'n', metricTree: {}, metricTreeNodes: { n: 'net' } }
  const { nodes } = await platform.as(CALLER).compareTreeTimes({ metricTreeDef, attribution })
  const { compareValue, compareValueText, currentValue, currentValueText, growth } = nodes[0]!
  const cells = [compareValueText ?? compareValue, currentValueText ?? currentValue, growth]
  expect(cells.map(written)).toEqual(expectedCells('net', table).slice(0, 3))
}

/** HTTP gives what the platform gives, and texts survive its JSON. */
async function checkHttp(platform: Platform): Promise<void> {
  const app = createApp({ platform, accountRateLimit: 'off' })
  const ask = async (path: string, payload: object) => {
    const response = await app.inject({
      method: 'POST',
      url: `/api/v1/${path}`,
      headers: HEADERS,
      payload,
    })
    return JSON.parse(response.payload).data as unknown
  }
  const operations = platform.as(CALLER)
  const query = { metrics: Object.keys(METRICS), dimensions: ['region'] }
  expect(await ask('metrics/query', query)).toEqual(await operations.queryMetrics(query))
  for (const metric of Object.keys(METRICS)) {
    const request = comparison(metric)
    expect(await ask('attribution/dim_time_compare', request)).toEqual(
      await operations.compareTimes(request),
    )
  }
  await app.close()
}

/** Models read the same digits. */
async function checkTools(platform: Platform, table: readonly Row[]): Promise<void> {
  const session = {
    operations: platform.as(CALLER),
    signal: new AbortController().signal,
    readMoment: async () => ({ now: 0n, calendar: undefined }) as never,
  }
  const tool = TOOLS.find(({ name }) => name === 'query')!
  const metrics = Object.keys(METRICS)
  const { rows: found } = (await tool.call(session, { metrics })) as {
    readonly rows: readonly (readonly (string | number | null)[])[]
  }
  expect(found[0]!.map(written)).toEqual(metrics.map((name) => textOf(name, table)))
}

/** The tables of the library have the texts too. Columns in memory hold units of 64 bits. */
async function checkLibrary(rowsOfAnySize: readonly Row[]): Promise<void> {
  const table = rowsOfAnySize.map((row) => ({ ...row, units: BigInt.asIntN(64, row.units) }))
  const columns = {
    month: table.map(({ month }) => month),
    region: table.map(({ region }) => region),
    id: table.map((row) => row.id),
    money: table.map((row) => ({ units: row.units, scale: SCALE })),
  }
  for (const [metric, sum] of [
    ['ids', '[id]'],
    ['money', '[money]'],
  ] as const) {
    const { tables } = await attributeTable(columns, {
      metric: { sum },
      dimensions: ['region'],
      contributions: true,
      current: `[month] = "${MONTHS[1]}"`,
      compare: `[month] = "${MONTHS[0]}"`,
    })
    checkTables(
      {
        tables: tables.map(({ dimension, table: wire, empty }) => ({
          ...{ dimension, empty, warning: null },
          table: toWireTable(wire),
        })),
        warning: null,
      },
      metric,
      table,
    )
  }
}
