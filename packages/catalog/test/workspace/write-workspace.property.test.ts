import { parseWorkspace, type Workspace, writeWorkspace } from '@tributary/catalog'
import { checkWorkspace } from '@tributary/catalog/internal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { flightsCatalog } from '../flights.ts'

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((one) => one.isWellFormed() && !one.includes('\0'))
const described = { displayName: text, description: fc.string({ maxLength: 60 }) }
const some = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined })
const category = fc.constantFrom('c1', 'c2', { id: 'alone', name: 'Alone' }, undefined)
const codes = fc.constantFrom('null', '1.0', 'yes', '0x1F', '~', "'", '- a', '#', undefined)

/** A file that is right in structure, whatever its texts say. */
const file = fc.record({
  tenant: fc.constantFrom('demo', '1', 'true'),
  timeZone: some(fc.constantFrom('UTC', 'Asia/Kolkata')),
  accounts: fc.tuple(
    fc.record({ account: fc.constant('ann'), displayName: text, role: fc.constant('OWNER') }),
    fc.record({ account: fc.constant('007') }),
  ),
  categories: fc.tuple(
    fc.record({ id: fc.constant('c1'), name: text }),
    fc.record({ id: fc.constant('c2') }),
  ),
  grants: fc.tuple(
    fc.record({
      account: fc.constant('007'),
      role: fc.constantFrom('ADMIN', 'USAGER'),
      metric: fc.constant('m1'),
      expires: some(fc.constant('2030-01-01T00:00:00Z')),
    }),
    fc.constant({ account: '007', role: 'OWNER', category: 'c2' }),
  ),
  groups: fc.shuffledSubarray(
    [
      { code: 'top' },
      { code: 'a', parent: 'top', id: '7' },
      { code: 'b', parent: 'top', displayName: 'B' },
      { code: 'c', parent: 'b' },
    ],
    { minLength: 4 },
  ),
  datasources: fc.tuple(
    fc.record({
      name: fc.constant('here'),
      type: fc.constant('FILES'),
      root: fc.constantFrom('.', '..', '../x y', '/abs/olute', './below/it'),
    }),
  ),
  datasets: fc.tuple(
    fc.record({
      name: fc.constant('orders'),
      ...described,
      source: fc.record({
        datasource: fc.constant('here'),
        file: fc.constantFrom('orders.csv', 'daily/**/*.ndjson.gz'),
        format: some(
          fc.constantFrom(
            { encoding: 'windows-1252', delimiter: ';', decimal: ',', thousands: '.' },
            { encoding: ['utf-8', 'latin1'], header: false, skipRows: 3, maxBadRows: 7 },
            { nulls: ['NA', '-'], fileColumn: 'file', negative: 'PARENTHESES' },
          ),
        ),
      }),
      time: some(
        fc.constantFrom(
          { column: 'day', grain: 'DAY' },
          { via: 'r', column: 'founded', grain: 'YEAR' },
          { via: ['r', 'again'], column: 'founded', grain: 'DAY' },
        ),
      ),
      times: some(
        fc.constantFrom(
          [{ name: 'paid', column: 'day', grain: 'DAY' }],
          [
            { name: 'paid', via: 'r', column: 'founded', grain: 'YEAR' },
            { name: 'sent', column: 'day', grain: 'DAY' },
          ],
        ),
      ),
      cron: some(fc.constant('0 * * * *')),
      columns: fc.constant([
        { name: 'day', type: 'DATE', format: 'd MMM yyyy', isPrimaryKey: true },
        { name: 'price', type: 'DECIMAL', scale: 0, unit: '$', nulls: ['-'] },
        { name: 'no', type: 'BIGINT', sourceColumn: 'yes', isHidden: true },
        { name: 'city', type: 'VARCHAR', displayName: 'Stadt' },
      ]),
      relations: fc.constantFrom(
        [{ name: 'r', to: 'cities', on: { city: 'id' } }],
        [
          {
            ...{ name: 'r', to: 'cities', on: { city: 'id' } },
            asOf: {
              ...{ column: 'day', toColumn: 'founded', untilColumn: 'founded' },
              ...{ grain: 'MONTH', within: '7 DAY' },
            },
          },
        ],
        [
          {
            ...{ name: 'r', to: 'cities', on: { city: 'id' } },
            asOf: { column: 'day', toColumn: 'founded' },
          },
        ],
      ),
      filter: some(fc.constantFrom('[no] > 5', '[city] <> "a: b" AND [no] < 1')),
      partition: some(
        fc.record({
          column: fc.constant('day'),
          sourceTable: some(text),
          sourceColumn: some(text),
          grain: some(fc.constantFrom('DAY', 'MONTH')),
          columns: some(fc.constant([{ column: 'no', interval: 2, sign: 'NEGATIVE' }])),
        }),
      ),
      layout: some(fc.dictionary(text, fc.jsonValue())),
      owner: some(fc.constant('ann')),
      tags: some(fc.array(text, { maxLength: 3 })),
    }),
    fc.constant({
      name: 'cities',
      source: { datasource: 'here', file: 'c/cities.csv' },
      columns: [
        { name: 'id', type: 'VARCHAR' },
        { name: 'founded', type: 'DATE' },
      ],
      relations: [{ name: 'again', to: 'cities', on: { id: 'id' } }],
    }),
  ),
  dimensions: fc.tuple(
    fc.record({
      name: fc.constant('city'),
      ...described,
      code: codes,
      category,
      dataset: fc.constant('orders'),
      column: fc.constant('city'),
      values: some(fc.array(fc.record({ value: text, name: text, description: some(text) }))),
      attributes: some(
        fc.record({ basic: some(fc.dictionary(text, text)), management: some(fc.constant({})) }),
      ),
    }),
    fc.record({
      name: fc.constant('early'),
      dataset: fc.constant('orders'),
      expr: fc.constantFrom('[no] > 5', 'If([no] > 1, "a: b", "# c")'),
    }),
  ),
  metrics: fc.tuple(
    fc.record({
      name: fc.constant('m1'),
      ...described,
      code: codes,
      category,
      type: fc.constant('ATOMIC'),
      dataset: fc.constant('orders'),
      aggregate: fc.constant('SUM'),
      expr: fc.constantFrom('[no]', '[no] * 2'),
      filters: some(fc.constant(['[city] = "a\\nb"'])),
      nullWhenEmpty: some(fc.constant(true)),
    }),
    fc.constant({
      name: 'm2',
      unit: 'EUR',
      format: 'MONEY',
      type: 'ATOMIC',
      dataset: 'orders',
      aggregate: 'PERCENTILE',
      fraction: 0.25,
      expr: '[no]',
    }),
    fc.constant({ name: 'm3', type: 'DERIVED', metric: 'm1', filters: ['[no] > 1'] }),
    fc.constant({ name: 'm4', type: 'COMPOSITE', expr: '[m1] / [m3]' }),
    fc.constant({ name: 'm5', type: 'COMPOSITE', dataset: 'orders', expr: 'Sum([no])' }),
  ),
  periods: some(fc.constant([{ name: 'week', expr: '7d' }])),
  plans: some(
    fc.tuple(
      fc.record({
        name: fc.constant('p1'),
        id: some(fc.uuid({ version: 4 })),
        displayName: text,
        kind: fc.constantFrom('RESULT', 'ACCELERATION'),
        dimensions: fc.constantFrom(['city'], ['early', 'city']),
        metrics: fc.constantFrom(['m1'], ['m4', 'm2']),
        filters: some(fc.constantFrom([], ['[no] > 1', '[city] <> "a: b"'])),
        updateLowerInterval: some(fc.integer({ min: 4, max: 9 })),
        updateUpperInterval: some(fc.integer({ min: 0, max: 4 })),
        cron: some(fc.constantFrom('0 3 * * *', '*/5 1-4,6 * JAN-mar 7')),
        retryCount: some(fc.nat({ max: 3 })),
        retryInterval: some(fc.integer({ min: 1, max: 60 })),
        table: some(fc.constantFrom('p1', 't1')),
      }),
      fc.constant({
        name: 'p2',
        kind: 'EXTERNAL',
        dimensions: ['city'],
        metrics: ['m1'],
        source: { datasource: 'here', file: 'made/by others.parquet' },
      }),
    ),
  ),
})

function read(sources: Parameters<typeof parseWorkspace>[0]): Workspace {
  const { workspace, problems } = parseWorkspace(sources)
  expect(problems).toEqual([])
  return workspace!
}

describe('a written workspace', () => {
  test('is read back as it was, whatever its texts are', () => {
    fc.assert(
      fc.property(file, (content) => {
        // JSON is YAML.
        const workspace = read([{ file: '/w/a/x.yaml', text: JSON.stringify(content) }])
        expect(read(writeWorkspace(workspace, '/elsewhere'))).toEqual(workspace)
        expect(checkWorkspace(workspace)).toEqual(parseWorkspace(writeWorkspace(workspace, '/')))
      }),
      { numRuns: process.env.TRIBUTARY_LONG ? 5_000 : 25 },
    )
  })

  test('of the flights example is read back unchanged and omits default values', () => {
    const { workspace } = flightsCatalog()
    const texts = writeWorkspace(workspace, '/elsewhere')
    expect(read(texts)).toEqual(workspace)
    const wrong = { ...workspace, datasets: workspace.datasets.slice(1), timeZone: 'Mars' }
    const found = checkWorkspace(wrong)
    expect(found.problems.length).toBeGreaterThan(1)
    expect(found).toEqual(parseWorkspace(writeWorkspace(wrong, '/')))
    expect(texts.map(({ file }) => file)).toEqual([
      '/elsewhere/workspace.yaml',
      '/elsewhere/datasets.yaml',
      '/elsewhere/dimensions.yaml',
      '/elsewhere/metrics.yaml',
      '/elsewhere/plans.yaml',
    ])
    expect(texts[3]!.text).toContain(`  - name: average_delay
    displayName: Average delay
    description: Minutes late of a flight on average.
    category: delays
    type: COMPOSITE
    expr: "[total_delay] / [flight_count]"
`)
  })
})
