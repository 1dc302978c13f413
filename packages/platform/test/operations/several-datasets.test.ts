import type { TimeComparisonRequest } from '@tributary/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPlatform } from '../../src/create-platform.ts'
import type { Platform } from '../../src/platform.ts'
import { folderOf } from '../support/shop.ts'
import { answeringPlans, backfilled } from '../support/work.ts'

const listings = Array.from({ length: 12 }, (_, id) => ({
  id,
  country: ['AT', 'DE', 'FR'][id % 3]!,
}))
const days = ['2026-01-03', '2026-01-20', '2026-02-02', '2026-02-27']
const [bookings, views] = fc.sample(
  fc.tuple(
    fc.array(
      fc.tuple(fc.constantFrom(...days), fc.nat(11), fc.constantFrom('app', 'web'), fc.nat(300)),
      { minLength: 60, maxLength: 60 },
    ),
    fc.array(fc.tuple(fc.constantFrom(...days), fc.nat(11), fc.constantFrom('app', 'web', 'tv')), {
      minLength: 200,
      maxLength: 200,
    }),
  ),
  { numRuns: 1, seed: 7 },
)[0]!

const csv = (head: string, rows: readonly (readonly (string | number)[])[]) =>
  `${head}\n${rows.map((row) => row.join(',')).join('\n')}\n`

const FILES = {
  'listings.csv': csv(
    'id,country',
    listings.map(({ id, country }) => [id, country]),
  ),
  'bookings.csv': csv('day,listing,channel,value', bookings),
  'views.csv': csv('seen,listing,device', views),
  'workspace.yaml': `tenant: stays
accounts:
  - { account: ann, role: OWNER }
  - { account: joe }
  - { account: tom }
grants:
  - { account: joe, role: USAGER, metric: conversion }
  - { account: joe, role: USAGER, dimension: country }
  - { account: tom, role: USAGER, metric: conversion }
  - { account: tom, role: USAGER, dimension: country }
datasources:
  - { name: local, type: FILES, root: . }
datasets:
  - name: bookings
    source: { datasource: local, file: bookings.csv }
    time: { column: day, grain: DAY }
    columns:
      - { name: day, type: DATE }
      - { name: listing, type: INT }
      - { name: channel, type: VARCHAR }
      - { name: value, type: INT }
    relations:
      - { name: listing, to: listings, on: { listing: id } }
  - name: views
    source: { datasource: local, file: views.csv }
    time: { column: seen, grain: DAY }
    columns:
      - { name: seen, type: DATE }
      - { name: listing, type: INT }
      - { name: device, type: VARCHAR }
    relations:
      - { name: listing, to: listings, on: { listing: id } }
  - name: listings
    source: { datasource: local, file: listings.csv }
    columns:
      - { name: id, type: INT, isPrimaryKey: true }
      - { name: country, type: VARCHAR }
dimensions:
  - { name: country, dataset: listings, column: country }
  - { name: channel, dataset: bookings, column: channel }
  - { name: device, dataset: views, column: device, sameAs: channel }
  - { name: listing, dataset: views, column: listing }
metrics:
  - { name: bookings, type: ATOMIC, dataset: bookings, aggregate: COUNT }
  - { name: revenue, type: ATOMIC, dataset: bookings, aggregate: SUM, expr: '[value]' }
  - { name: views, type: ATOMIC, dataset: views, aggregate: COUNT }
  - { name: conversion, type: COMPOSITE, expr: '[bookings] / [views]' }
  - { name: app_conversion, type: DERIVED, metric: conversion, filters: ['[channel] = "app"'] }
  - { name: balance, type: COMPOSITE, expr: '[revenue] - 10 * [views]' }
plans:
  - { name: bookings_by_country, kind: RESULT, granularity: MONTH, dimensions: [metric_time__month, country], metrics: [bookings] }
  - { name: views_by_country, kind: RESULT, granularity: MONTH, dimensions: [metric_time__month, country], metrics: [views] }
`,
}

const month = (name: string) => `[metric_time__month] = "2026-${name}"`
const question = (
  metric: string,
  dimensions: readonly string[],
  filters: readonly string[] = [],
): TimeComparisonRequest => ({
  metric,
  dimensions: [...dimensions],
  attribution: {
    attributionCalculateType: 'ALL',
    currentTimeConstraint: month('02'),
    compareTimeConstraint: month('01'),
    filters: [...filters],
  },
})

describe('a formula over two datasets', () => {
  let platform: Platform
  let folder: string
  let remove: () => Promise<void>
  const callerOf = (authValue: string) =>
    platform.authenticate({ tenantId: 'stays', authType: 'ACCOUNT', authValue })

  beforeAll(async () => {
    const made = await folderOf(FILES)
    ;({ folder, remove } = made)
    platform = await createPlatform({ workspace: folder, trustIdentityHeaders: true, workers: 1 })
  })
  afterAll(async () => {
    await platform.close()
    await remove()
  })

  const rowsOf = async (metric: string, dimension: string, filters: readonly string[] = []) => {
    const request = question(metric, [dimension], filters)
    const { tables } = await platform.as(await callerOf('ann')).compareTimes(request)
    const { table } = tables[1]!
    const at = (row: number) =>
      Object.fromEntries(Object.entries(table).map(([name, values]) => [name, values[row]]))
    return Array.from({ length: table[dimension]!.length }, (_, row) => at(row))
  }

  test('has the values of facts that are aggregated apart and then joined', async () => {
    const count = (some: readonly (readonly (string | number)[])[], month: string, name: string) =>
      some.filter(
        ([day, listing]) =>
          String(day).startsWith(month) && listings[Number(listing)]!.country === name,
      ).length
    const ratio = (month: string, name: string) =>
      count(bookings, month, name) / count(views, month, name)
    const expected = ['AT', 'DE', 'FR'].map((name) => [
      name,
      ratio('2026-02', name),
      ratio('2026-01', name),
    ])
    const rows = await rowsOf('conversion', 'country')
    const found = rows
      .map((row) => [row.country, row['@currentValue'], row['@compareValue']])
      .toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
    expect(found).toEqual(expected)
    expect(found).toHaveLength(3)
  })

  test.each(['conversion', 'app_conversion', 'balance'])(
    'closes: the contributions to %s add up to its change',
    async (metric) => {
      for (const dimension of ['country', 'channel', 'metric_time__day', 'country,channel']) {
        const [name] = dimension.split(',')
        const request = { ...question(metric, [dimension]), contributions: true }
        const { tables } = await platform.as(await callerOf('ann')).compareTimes(request)
        const sum = (tables[1]!.table['@contribution'] ?? []).reduce<number>(
          (all, one) => all + Number(one),
          0,
        )
        expect(sum).toBeCloseTo(Number(tables[0]!.table['@contribution']![0]), 8)
        expect(tables[1]!.table[name!]!.length).toBeGreaterThan(1)
      }
    },
  )

  test('has a dimension of each dataset where both are declared to be the same', async () => {
    const rows = await rowsOf('conversion', 'channel')
    const count = (some: readonly (readonly (string | number)[])[], at: number, value: string) =>
      some.filter((row) => String(row[0]).startsWith('2026-02') && row[at] === value).length
    const expected = (name: string) => {
      const [above, below] = [count(bookings, 2, name), count(views, 2, name)]
      return below === 0 ? null : above / below
    }
    expect(rows.map((row) => row.channel).toSorted()).toEqual(['app', 'tv', 'web'])
    for (const row of rows) expect(row['@currentValue']).toBe(expected(String(row.channel)))
    expect((await rowsOf('conversion', 'device')).map(({ device, ...row }) => row)).toEqual(
      rows.map(({ channel, ...row }) => row),
    )
  })

  test('divides along a path of dimensions, in a tree, and among its causes', async () => {
    const ann = await callerOf('ann')
    const asked = question('conversion', ['country', 'channel'])
    const path = await platform.as(ann).comparePath({
      ...asked,
      valueSelectStrategy: { type: 'TOP', number: 2 },
    })
    const whole = await platform.as(ann).compareTimes(question('conversion', ['country,channel']))
    expect(path.tables[2]!.table.country!.length).toBeGreaterThan(2)
    const known = new Map(
      whole.tables[1]!.table.country!.map((country, row) => [
        `${country} ${whole.tables[1]!.table.channel![row]}`,
        whole.tables[1]!.table['@currentValue']![row],
      ]),
    )
    const { table } = path.tables[2]!
    for (const [row, country] of table.country!.entries()) {
      expect(table['@currentValue']![row]).toBe(known.get(`${country} ${table.channel![row]}`))
    }
    const found = await platform.as(ann).findCauses(asked)
    expect(found.current).toBe(whole.tables[0]!.table['@currentValue']![0])
    const explained = found.causes.reduce((sum, cause) => sum + cause.contribution, 0)
    const shared = (found.common?.contribution ?? 0) + (found.mix?.contribution ?? 0)
    expect(explained + shared + found.unexplained).toBeCloseTo(found.change!, 12)
    const tree = await platform.as(ann).breakDown({ metric: 'conversion' })
    const { nodes } = await platform.as(ann).compareTreeTimes({
      metricTreeDef: tree,
      attribution: asked.attribution,
    })
    const parts = nodes.filter(({ parent }) => parent !== null)
    const sum = parts.reduce((all, { contribution }) => all + Number(contribution), 0)
    const [root] = nodes.filter(({ parent }) => parent === null)
    expect(parts.map((one) => one.metric).toSorted()).toEqual(['bookings', 'views'])
    expect(sum).toBeCloseTo(root!.currentValue! - root!.compareValue!, 9)
  })

  test('drills down in both datasets', async () => {
    const [only, ...others] = await rowsOf('conversion', 'country', ['[country] = "DE"'])
    expect(others).toEqual([])
    const all = await rowsOf('conversion', 'country')
    const same = all.find((row) => row.country === 'DE')!
    expect(only!['@currentValue']).toBe(same['@currentValue'])
  })

  test('lists the dimensions that both datasets have, and refuses another by name', async () => {
    const ann = await callerOf('ann')
    const { conversion } = await platform
      .as(ann)
      .dimensionsOfMetrics({ metricNames: ['conversion'] })
    expect(conversion!.map(({ name }) => name)).toEqual(['metric_time', 'country', 'channel'])
    await expect(
      platform.as(ann).compareTimes(question('conversion', ['listing'])),
    ).rejects.toThrow(
      'The metric "conversion" cannot be analysed by "listing" at dimensions[0]; available: metric_time, country, channel',
    )
  })

  test('has the same values in a query and in a series', async () => {
    const ann = await callerOf('ann')
    const asked = { timeConstraint: month('02') }
    const { table } = await platform.as(ann).queryMetrics({
      metrics: ['conversion', 'bookings'],
      dimensions: ['country'],
      ...asked,
    })
    const rows = await rowsOf('conversion', 'country')
    const values = new Map(rows.map((row) => [row.country, row['@currentValue']]))
    expect(table.conversion).toEqual(table.country!.map((country) => values.get(country)))
    const series = await platform.as(ann).metricSeries({ metric: 'conversion', grain: 'MONTH' })
    const request = question('conversion', ['country'])
    const { tables } = await platform.as(ann).compareTimes(request)
    expect(Object.values(series.table).at(-1)).toEqual([
      tables[0]!.table['@compareValue']![0],
      tables[0]!.table['@currentValue']![0],
    ])
  })

  test('is answered by plans on the metrics of its formula', async () => {
    const ann = await callerOf('ann')
    const before = await platform.as(ann).compareTimes(question('conversion', ['country']))
    for (const name of ['bookings_by_country', 'views_by_country']) {
      const range = { startTime: '2026-01-01', endTime: '2026-02-28' }
      await backfilled(platform, ann, { planName: name, ...range })
    }
    const explained = { ...question('conversion', ['country']), explain: true }
    const answer = await platform.as(ann).compareTimes(explained)
    expect(answer.tables).toEqual(before.tables)
    expect(answer.explanation!.executed.join()).toContain('bookings_by_country')
    expect(answer.explanation!.executed.join()).toContain('views_by_country')
    expect(answeringPlans(answer)).not.toContain(null)
  })

  test('is answered to an account without rights on the datasets, and does not name them', async () => {
    const joe = await callerOf('joe')
    const { tables, warning } = await platform
      .as(joe)
      .compareTimes(question('conversion', ['country']))
    expect(tables[1]!.table.country).toHaveLength(3)
    expect(warning ?? '').not.toMatch(/bookings|views/)
    const explained = { ...question('conversion', ['country']), explain: true }
    await expect(platform.as(joe).compareTimes(explained)).rejects.toThrow(/ask without explain/)
    await expect(
      platform.as(joe).compareTimes(question('conversion', ['channel'])),
    ).rejects.toThrow(/"channel"/)
    const { attribution } = question('conversion', ['country'])
    const squared = { refMetric: 'conversion', expr: '[conversion] * [conversion]' }
    const asked = { metric: 'squared', metricDefinitions: { squared }, attribution, history: 0 }
    await expect(platform.as(joe).findCauses(asked)).rejects.toThrow(
      'Your account may not see what the metric "squared" is computed from',
    )
    const { parts } = await platform.as(await callerOf('ann')).findCauses(asked)
    expect(parts.map(({ part }) => part)).toEqual(['[bookings] / [views]'])
  })
})

test('row conditions hold for the rows of their own dataset', async () => {
  const limited = FILES['workspace.yaml']
    .replace('  - name: bookings\n', '  - name: bookings\n    rows: "[channel] = [user.channel]"\n')
    .replace(
      '{ name: views, type: ATOMIC,',
      '{ name: views, rows: "[device] <> [user.without]", type: ATOMIC,',
    )
  const { folder, remove } = await folderOf({ ...FILES, 'workspace.yaml': limited })
  const platform = await createPlatform({ workspace: folder, trustIdentityHeaders: true })
  const callerOf = (authValue: string) =>
    platform.authenticate({ tenantId: 'stays', authType: 'ACCOUNT', authValue })
  const asked = question('conversion', ['country'])
  const joe = await callerOf('joe')
  await expect(platform.as(joe).compareTimes(asked)).rejects.toThrow(/attribute/)
  await platform.as(await callerOf('ann')).saveUserAttributes({
    identityType: 'USER_ACCOUNT',
    userPropertyRequests: [
      {
        identityValue: 'joe',
        properties: [
          { name: 'channel', value: 'app' },
          { name: 'without', value: 'tv' },
        ],
      },
    ],
  })
  const { tables } = await platform.as(joe).compareTimes(asked)
  const inMonth = (row: readonly (string | number)[]) => String(row[0]).startsWith('2026-02')
  const above = bookings.filter((row) => inMonth(row) && row[2] === 'app').length
  const below = views.filter((row) => inMonth(row) && row[2] !== 'tv').length
  expect(tables[0]!.table['@currentValue']).toEqual([above / below])
  await platform.close()
  await remove()
})

test('a plan with a metric over two datasets, and a wrong sameAs, are mistakes of the workspace', async () => {
  const wrong = FILES['workspace.yaml']
    .replace('metrics: [views] }', 'metrics: [conversion] }')
    .replace('sameAs: channel', 'sameAs: listing')
  const { folder, remove } = await folderOf({ ...FILES, 'workspace.yaml': wrong })
  const opened = createPlatform({ workspace: folder })
  await expect(opened).rejects.toThrow(
    /Expected a dimension of type VARCHAR, found "listing" of type INT/,
  )
  await remove()
})
