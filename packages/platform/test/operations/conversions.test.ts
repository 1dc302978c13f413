import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPlatform } from '../../src/create-platform.ts'
import type { Platform } from '../../src/platform.ts'
import { folderOf } from '../support/shop.ts'
import { answeringPlans, backfilled } from '../support/work.ts'

const day = fc
  .integer({ min: 0, max: 50 })
  .map((days) => new Date(Date.UTC(2026, 0, 5 + days)).toISOString().slice(0, 10))
const user = fc.constantFrom('u1', 'u2', 'u3', 'u4', 'u5', 'u6')

/** Visits have ties: the same user, several times on a day. */
const [visits, buys] = fc.sample(
  fc.tuple(
    fc.array(
      fc.record({ day, user, source: fc.constantFrom('ad', 'mail', 'search'), page: fc.nat(3) }),
      { minLength: 90, maxLength: 90 },
    ),
    fc.array(fc.record({ day, user, page: fc.nat(3), value: fc.integer({ min: 1, max: 90 }) }), {
      minLength: 80,
      maxLength: 80,
    }),
  ),
  { numRuns: 1, seed: 11 },
)[0]!

const csv = (rows: readonly object[]) =>
  `${Object.keys(rows[0]!).join(',')}\n${rows.map((row) => Object.values(row).join(',')).join('\n')}\n`

const BUYS = `source: { datasource: local, file: buys.csv }
    columns: [{ name: day, type: DATE }, { name: user, type: VARCHAR }, { name: page, type: INT }, { name: value, type: INT }]`

const FILES = {
  'visits.csv': csv(visits),
  'buys.csv': csv(buys),
  'workspace.yaml': `tenant: funnel
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: visits
    source: { datasource: local, file: visits.csv }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }, { name: user, type: VARCHAR }, { name: source, type: VARCHAR }, { name: page, type: INT }]
  - name: buys_within_a_week
    ${BUYS}
    time: { via: visit, column: day, grain: DAY }
    relations:
      - { name: visit, to: visits, on: { user: user }, asOf: { column: day, toColumn: day, within: 7 DAY } }
  - name: buys_of_a_page
    ${BUYS}
    time: { via: visit, column: day, grain: DAY }
    relations:
      - { name: visit, to: visits, on: { user: user, page: page }, asOf: { column: day, toColumn: day, grain: WEEK } }
dimensions:
  - { name: source, dataset: visits, column: source }
metrics:
  - { name: visits, type: ATOMIC, dataset: visits, aggregate: COUNT }
  - { name: conversions, type: ATOMIC, dataset: buys_within_a_week, aggregate: COUNT, filters: ['IsNotNull([metric_time])'] }
  - { name: won, type: ATOMIC, dataset: buys_within_a_week, aggregate: SUM, expr: '[value]', filters: ['IsNotNull([metric_time])'] }
  - { name: of_page, type: ATOMIC, dataset: buys_of_a_page, aggregate: COUNT, filters: ['IsNotNull([metric_time])'] }
  - { name: rate, type: COMPOSITE, expr: '[conversions] / [visits]' }
plans:
  - { name: by_source, kind: RESULT, granularity: MONTH, dimensions: [metric_time__month, source], metrics: [conversions, won] }
`,
}

type Visit = (typeof visits)[number]
type Buy = (typeof buys)[number]

const daysOf = (text: string) => Date.parse(text) / 86_400_000
/** The number of the week from Monday; 1970-01-01 is a Thursday. */
const weekOf = (text: string) => Math.floor((daysOf(text) + 3) / 7)

/** The last visit before a buy: of those on one day the one that is last by its columns. */
function lastVisit(
  buy: Buy,
  isFit: (visit: Visit) => boolean,
  timeOf: (text: string) => number,
): Visit | null {
  const fits = visits.filter(
    (visit) => visit.user === buy.user && timeOf(visit.day) <= timeOf(buy.day) && isFit(visit),
  )
  const rank = ({ day, user, source, page }: Visit) =>
    `${String(timeOf(day)).padStart(8)} ${day} ${user} ${source} ${page}`
  return fits.toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1))[0] ?? null
}

function lastOfWeek(buy: Buy, isFit: (visit: Visit) => boolean): Visit | null {
  const visit = lastVisit(buy, isFit, daysOf)
  return visit !== null && daysOf(visit.day) > daysOf(buy.day) - 7 ? visit : null
}

const MATCHES: Readonly<Record<string, (buy: Buy) => Visit | null>> = {
  week: (buy) => lastOfWeek(buy, () => true),
  'week of mail': (buy) => lastOfWeek(buy, ({ source }) => source === 'mail'),
  page: (buy) => lastVisit(buy, (visit) => visit.page === buy.page, weekOf),
}

/** Buys with their visits, of those in a month by a source. */
function matched(how: keyof typeof MATCHES, month: string, source: string): readonly Buy[] {
  return buys.filter((buy) => {
    const visit = MATCHES[how]!(buy)
    return visit?.source === source && visit.day.startsWith(month)
  })
}

const month = (name: string) => `[metric_time__month] = "${name}"`
const attribution = {
  attributionCalculateType: 'ALL' as const,
  currentTimeConstraint: month('2026-02'),
  compareTimeConstraint: month('2026-01'),
}

async function open(files: Readonly<Record<string, string>>) {
  const { folder, remove } = await folderOf(files)
  const platform = await createPlatform({
    workspace: folder,
    trustIdentityHeaders: true,
    workers: 1,
  })
  const ann = await platform.authenticate({
    tenantId: 'funnel',
    authType: 'ACCOUNT',
    authValue: 'ann',
  })
  return { platform, ann, close: () => platform.close().then(remove) }
}

describe('events as of the last event before them', () => {
  let opened: Awaited<ReturnType<typeof open>>
  let platform: Platform
  beforeAll(async () => {
    opened = await open(FILES)
    ;({ platform } = opened)
  })
  afterAll(() => opened.close())

  const SOURCES = ['ad', 'mail', 'search']

  test.each(['2026-01', '2026-02'])('are counted by that event in %s', async (name) => {
    const { table } = await platform.as(opened.ann).queryMetrics({
      metrics: ['conversions', 'won', 'of_page', 'rate'],
      dimensions: ['source'],
      timeConstraint: month(name),
      orders: [{ source: 'ASC' }],
    })
    const ofWeek = SOURCES.map((source) => matched('week', name, source))
    const ofVisits = SOURCES.map(
      (one) => visits.filter(({ day, source }) => source === one && day.startsWith(name)).length,
    )
    expect(table.source).toEqual(SOURCES)
    expect(table.conversions).toEqual(ofWeek.map(({ length }) => length))
    expect(table.won).toEqual(ofWeek.map((some) => some.reduce((sum, { value }) => sum + value, 0)))
    expect(table.of_page).toEqual(SOURCES.map((source) => matched('page', name, source).length))
    expect(table.rate).toEqual(ofWeek.map(({ length }, i) => length / ofVisits[i]!))
  })

  test('without a time range only events with an earlier base event are counted', async () => {
    const { table } = await platform.as(opened.ann).queryMetrics({ metrics: ['conversions'] })
    const all = buys.filter((buy) => MATCHES.week!(buy) !== null)
    expect(table.conversions).toEqual([all.length])
    expect(all.length).toBeLessThan(buys.length)
  })

  test.each(['conversions', 'won', 'rate'])('divide the change of %s', async (metric) => {
    const asked = { metric, dimensions: ['source', 'metric_time__day'], attribution }
    const { tables } = await platform.as(opened.ann).compareTimes({ ...asked, contributions: true })
    const [whole, ...parts] = tables.map(({ table }) => table['@contribution']!.map(Number))
    for (const part of parts) {
      expect(part.length).toBeGreaterThan(2)
      expect(part.reduce((sum, one) => sum + one, 0)).toBeCloseTo(whole![0]!, 9)
    }
  })

  test('a plan answers as the data does', async () => {
    const asked = { metric: 'conversions', dimensions: ['source'], attribution }
    const before = await platform.as(opened.ann).compareTimes(asked)
    const range = { startTime: '2026-01-01', endTime: '2026-02-28' }
    await backfilled(platform, opened.ann, { planName: 'by_source', ...range })
    const answer = await platform.as(opened.ann).compareTimes({ ...asked, explain: true })
    expect(answer.tables).toEqual(before.tables)
    expect(answeringPlans(answer)).not.toContain(null)
  })
})

test('row conditions of both datasets apply, and base events are looked up among the permitted rows', async () => {
  const limited = FILES['workspace.yaml']
    .replace('  - name: visits\n', '  - name: visits\n    rows: "[source] = [user.source]"\n')
    .replace(
      '  - name: buys_within_a_week\n',
      '  - name: buys_within_a_week\n    rows: "[value] <> 7 AND [user] <> \\"u2\\""\n',
    )
  const { platform, ann, close } = await open({ ...FILES, 'workspace.yaml': limited })
  await platform.as(ann).saveUserAttributes({
    identityType: 'USER_ACCOUNT',
    userPropertyRequests: [
      { identityValue: 'ann', properties: [{ name: 'source', value: 'mail' }] },
    ],
  })
  const { table } = await platform.as(ann).queryMetrics({
    metrics: ['conversions'],
    dimensions: ['source'],
    timeConstraint: month('2026-02'),
  })
  const seen = matched('week of mail', '2026-02', 'mail').filter(
    ({ value, user }) => value !== 7 && user !== 'u2',
  )
  expect(table).toEqual({ source: ['mail'], conversions: [seen.length] })
  await close()
})
