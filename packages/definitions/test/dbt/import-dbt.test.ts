import { parseWorkspace, writeWorkspace } from '@tributary/catalog'
import { describe, expect, test } from 'vitest'
import { importText } from '../import-text.ts'
import { derived, importShop, manifest, model, ownGranularities, simple } from '../shop.ts'

/** Each metric in short. */
async function metricsOf(content: object): Promise<Readonly<Record<string, string>>> {
  const { workspace } = await importShop(content)
  return Object.fromEntries(
    workspace.metrics.map((one) => {
      if (one.type === 'COMPOSITE') return [one.name, one.expr]
      if (one.type === 'DERIVED') return [one.name, `${one.metric} | ${one.filters.join(' | ')}`]
      return [
        one.name,
        [`${one.aggregate} ${one.expr ?? '*'} of ${one.dataset}`, ...one.filters].join(' | '),
      ]
    }),
  )
}

async function saidOf(content: object): Promise<readonly string[]> {
  const { report } = await importShop(content)
  return report.findings
    .filter(({ status }) => status !== 'EXACT')
    .map(({ status, name, message }) => `${status} ${name}: ${message}`)
}

test('metrics become metrics', async () => {
  const content = manifest([
    simple('revenue'),
    simple('orders', { expr: '1' }),
    simple('gifts', { expr: 'gift', agg: 'sum_boolean' }),
    simple('paid', { filter: "{{ Dimension('order__state') }} = 'paid'" }),
    simple('german', {
      filter:
        "{{ Dimension('customer__country') }} = 'DE' AND {{ TimeDimension('metric_time', 'month') }} >= '2024-01-01'",
    }),
    derived('mean', 'revenue / NULLIF(n, 0)', [
      { name: 'revenue' },
      { name: 'orders', alias: 'n' },
    ]),
    derived('paid_share', '1.0 * p / revenue', [
      {
        name: 'revenue',
        alias: 'p',
        filter: {
          where_filters: [{ where_sql_template: "{{ Dimension('order__state') }} = 'paid'" }],
        },
      },
      { name: 'revenue' },
    ]),
    {
      name: 'ratio',
      type: 'ratio',
      filter: { where_filters: [{ where_sql_template: "{{ Entity('customer') }} IS NOT NULL" }] },
      type_params: { numerator: { name: 'revenue' }, denominator: 'orders' },
    },
  ])
  expect(await metricsOf(content)).toEqual({
    revenue: 'SUM [amount] of orders',
    orders: 'COUNT * of orders',
    gifts: 'SUM CASE WHEN [gift] THEN 1 ELSE 0 END of orders',
    paid: 'SUM [amount] of orders | [state] = "paid"',
    german: 'SUM [amount] of orders | [country] = "DE" AND [metric_time__month] >= "2024-01-01"',
    mean: '[revenue] / [orders]',
    p: 'revenue | [state] = "paid"',
    paid_share: '1.0 * [p] / [revenue]',
    ratio_all: '[revenue] / [orders]',
    ratio: 'ratio_all | IsNotNull([customer])',
  })
})

test('models become datasets with times and relations, elements become dimensions', async () => {
  const { workspace } = await importShop(manifest([simple('revenue')]))
  expect(
    workspace.datasets.map(({ name, time, relations }) => [
      name,
      time?.column,
      relations.map((one) => one.to),
    ]),
  ).toEqual([
    ['orders', 'day', ['customers']],
    ['customers', undefined, []],
    ['visits', 'day', ['customers']],
  ])
  const dimensions = workspace.dimensions.map(
    ({ name, code, dataset }) => `${name} ${code} ${dataset}`,
  )
  expect(dimensions).toContain('state order__state orders')
  expect(dimensions).toContain('country customer__country customers')
  expect(workspace.dimensions.find(({ name }) => name === 'size')?.value).toEqual({
    type: 'CUSTOM',
    expr: 'CASE WHEN [amount] < 10 THEN "small" ELSE "large" END',
  })
})

test('measures of the old form, and a time of their own', async () => {
  const content = manifest([], {})
  const [orders] = (content as { semantic_models: Record<string, unknown>[] }).semantic_models
  orders!.measures = [
    { name: 'amount_paid', agg: 'sum', expr: 'amount', agg_time_dimension: 'paid_on' },
    { name: 'unused', agg: 'sum', expr: '1' },
  ]
  ;(orders!.dimensions as object[]).push({
    name: 'paid_on',
    type: 'time',
    type_params: { time_granularity: 'day' },
  })
  const metrics = [
    { name: 'payments', type: 'simple', type_params: { measure: { name: 'amount_paid' } } },
  ]
  const { workspace } = await importShop({ ...content, metrics })
  expect(workspace.metrics).toMatchObject([{ dataset: 'orders', time: 'paid_on' }])
  expect(workspace.datasets.find(({ name }) => name === 'orders')?.times).toEqual([
    { name: 'paid_on', column: 'paid_on', grain: 'DAY' },
  ])
})

test('keys that are not used are named and counted', async () => {
  const content = manifest([simple('revenue'), simple('again')], {})
  const [first] = (content as { metrics: Record<string, unknown>[] }).metrics
  first!.owner = { team: 'sales' }
  for (const metric of (content as { metrics: Record<string, unknown>[] }).metrics) {
    metric.flavour = 'sweet'
    metric.empty = {}
  }
  const { report } = await importShop({ ...content, extra: [1, 2] })
  const before = (await importShop(manifest([simple('revenue'), simple('again')], {}))).report
  expect(before.unread).toEqual([])
  expect(report.unread).toEqual([
    { path: 'extra', count: 1 },
    { path: 'metrics[].flavour', count: 2 },
    { path: 'metrics[].owner', count: 1 },
  ])
})

test('a metric without an equivalent is reported once, and metrics that depend on it name it', async () => {
  const content = manifest([
    simple('revenue'),
    simple('middle', { agg: 'percentile' }),
    simple('unknown', { expr: 'RANK() OVER (ORDER BY id)' }),
    derived('on_unknown', 'unknown * 2', [{ name: 'unknown' }]),
    derived('growth', 'revenue - before', [
      { name: 'revenue' },
      { name: 'revenue', alias: 'before', offset_window: '1 alien_day' },
    ]),
    simple('by_metric', { filter: "{{ Metric('unknown', ['customer']) }} > 5" }),
    simple('by_two', { filter: "{{ Metric('revenue', ['customer', 'order']) }} > 5" }),
    simple('mixed', {
      filter: "{{ Metric('revenue', ['customer']) }} > {{ Dimension('order__state') }}",
    }),
    simple('jinja', { filter: '{% if x %} 1 {% endif %}' }),
    simple('texts', { expr: 'state' }),
    derived('share', 'part / revenue', [
      {
        name: 'revenue',
        alias: 'part',
        filter: { where_filters: [{ where_sql_template: "{{ Dimension('order__state') }}" }] },
      },
      { name: 'revenue' },
    ]),
    { name: 'later', type: 'conversion', type_params: {} },
  ])
  expect(await saidOf(content)).toEqual([
    'LEFT_OUT middle: a percentile without a fraction from 0 to 1',
    'LEFT_OUT unknown: RANK() OVER (ORDER BY id): OVER looks at other rows',
    'LEFT_OUT on_unknown: it stands on unknown, which is no metric here',
    'LEFT_OUT growth: alien_day, which is a granularity of its own (custom_granularities)',
    'LEFT_OUT by_metric: it stands on unknown, which is no metric here',
    'LEFT_OUT by_two: a filter by the metric revenue by 2 entities',
    'LEFT_OUT mixed: a filter by the metric revenue and something else in one',
    'LEFT_OUT jinja: a filter with statements of Jinja, which is not run',
    'LEFT_OUT texts: this expression must give a number, not STRING',
    'LEFT_OUT share: this expression must give a condition, not STRING',
    'LEFT_OUT later: a conversion without "base_measure"',
  ])
})

test('filters by metrics are dimensions, one for each condition', async () => {
  const filter =
    "{{ Metric('revenue', group_by=['customer']) }} > 5 OR {{ Dimension('order__state') }} = 'x'"
  const both =
    "{{ Metric('revenue', ['customer']) }} > 5 AND {{ Metric('orders', ['customer']) }} < 2"
  const { workspace } = await importShop(
    manifest([
      simple('of_large', { filter }),
      simple('of_both', { filter: both }),
      simple('also_of_both', { filter: both }),
      simple('revenue'),
      simple('orders', { expr: '1' }),
    ]),
  )
  const found = workspace.dimensions.filter(({ value }) => value.type === 'HAVING')
  expect(found.map(({ name, dataset, value }) => [name, dataset, value])).toEqual([
    [
      'customer_with_revenue',
      'orders',
      { type: 'HAVING', per: 'customer', condition: '[revenue] > 5' },
    ],
    [
      'customer_with_revenue_and_orders',
      'orders',
      { type: 'HAVING', per: 'customer', condition: '[revenue] > 5 AND [orders] < 2' },
    ],
  ])
  const filters = workspace.metrics.map((one) => [one.name, one.type === 'ATOMIC' && one.filters])
  expect(filters).toEqual([
    ['revenue', []],
    ['of_large', ['[customer_with_revenue] OR [state] = "x"']],
    ['orders', []],
    ['of_both', ['[customer_with_revenue_and_orders]']],
    ['also_of_both', ['[customer_with_revenue_and_orders]']],
  ])
})

describe('a conversion', () => {
  const conversion = (name: string, params: object, rest: object = {}) => ({
    name,
    type: 'conversion',
    type_params: {
      conversion_type_params: {
        ...{ base_measure: { name: 'seen' }, conversion_measure: { name: 'bought' } },
        ...{ entity: 'customer', ...params },
      },
    },
    ...rest,
  })
  const content = (metrics: readonly object[], grain = 'day') => {
    const made = manifest([simple('seen_all'), ...metrics]) as {
      semantic_models: Record<string, unknown>[]
    }
    const [orders, , visits] = made.semantic_models
    orders!.measures = [{ name: 'bought', agg: 'sum', expr: 'amount' }]
    visits!.measures = [{ name: 'seen', agg: 'count', expr: '1' }]
    visits!.dimensions = [{ name: 'day', type: 'time', type_params: { time_granularity: grain } }]
    return made
  }
  const bought = { base_property: 'day', conversion_property: 'paid_on' }

  test('is a metric of a dataset with the last base event before each event', async () => {
    const { workspace, report } = await importShop(
      content([
        conversion('rate', { window: { count: 7, granularity: 'day' } }),
        conversion('won', { calculation: 'conversions', window: '7 days' }),
        conversion('same_day', { calculation: 'conversions', constant_properties: [bought] }),
      ]),
    )
    expect(report.findings.filter(({ status }) => status === 'LEFT_OUT')).toEqual([])
    const later = workspace.datasets.filter(({ name }) => name.startsWith('orders_after'))
    const asOf = { column: 'day', toColumn: 'day', grain: 'DAY' }
    const on = [{ column: 'customer_id', toColumn: 'customer_id' }]
    expect(later.map(({ name, time, relations: [one] }) => ({ name, time, one }))).toMatchObject([
      {
        name: 'orders_after_visits',
        time: { via: ['visits'], column: 'day', grain: 'DAY' },
        one: { to: 'visits', on, asOf: { ...asOf, within: { count: 7, grain: 'DAY' } } },
      },
      {
        name: 'orders_after_visits_2',
        one: { on: [...on, { column: 'paid_on', toColumn: 'day' }], asOf },
      },
    ])
    const here = 'SUM [amount] of orders_after_visits'
    const of = await metricsOf(
      content([
        conversion('rate', { window: '7 day' }),
        conversion('won', { calculation: 'conversions', window: '7 days' }),
      ]),
    )
    expect(of).toMatchObject({
      rate_conversions: `${here} | IsNotNull([metric_time])`,
      rate_base: 'COUNT * of visits',
      rate: '[rate_conversions] / [rate_base]',
      won: `${here} | IsNotNull([metric_time])`,
    })
  })

  test('applies its filter to base events', async () => {
    const filter = { where_filters: [{ where_sql_template: "{{ Entity('customer') }} > 5" }] }
    const made = conversion('won', { calculation: 'conversions' }, { filter })
    expect(await metricsOf(content([made]))).toMatchObject({
      won_all: '[won_conversions]',
      won: 'won_all | [visits_customer] > 5',
    })
  })

  test.each([
    [{ entity: 'country' }, 'day', 'a conversion by columns, and "country" of orders is none'],
    [
      { window: '3 moons' },
      'day',
      'moon, which is a granularity of its own (custom_granularities)',
    ],
    [{}, 'month', 'a conversion between times of MONTH and DAY'],
    [
      { base_measure: { name: 'seen', filter: "{{ Entity('customer') }} > 5" } },
      'day',
      'a conversion with a filter of its events',
    ],
  ])('is left out: %j by %s', async (params, grain, reason) => {
    const said = await saidOf(content([conversion('won', params)], grain))
    expect(said).toEqual([`LEFT_OUT won: ${reason}`])
  })
})

describe('rows that hold for a while', () => {
  const content = (change: (orders: Record<string, unknown>) => void = () => {}) => {
    const made = manifest([simple('revenue')]) as { semantic_models: Record<string, unknown>[] }
    const [orders, customers] = made.semantic_models
    change(orders!)
    customers!.node_relation = { alias: 'addresses', schema_name: 'main' }
    customers!.entities = [{ name: 'customer', type: 'natural', expr: 'customer_id' }]
    const time = (name: string, validity: object) => ({
      ...{ name, type: 'time' },
      type_params: { time_granularity: 'day', validity_params: validity },
    })
    customers!.dimensions = [
      { name: 'country', type: 'categorical' },
      time('since', { is_start: true }),
      time('until', { is_end: true }),
    ]
    return made
  }

  test('are found as of the time of a row', async () => {
    const { workspace, report } = await importShop(content())
    expect(report.findings.filter(({ status }) => status === 'LEFT_OUT')).toEqual([])
    const [orders] = workspace.datasets
    expect(orders!.relations).toMatchObject([
      {
        ...{ name: 'customer', to: 'customers' },
        on: [{ column: 'customer_id', toColumn: 'customer_id' }],
        asOf: { column: 'day', toColumn: 'since', untilColumn: 'until' },
      },
    ])
    const country = workspace.dimensions.find(({ name }) => name === 'country')
    expect(country).toMatchObject({ code: 'customer__country', dataset: 'customers' })
  })

  test('are left out when the joining dataset has no time', async () => {
    const said = await saidOf(
      content((orders) => {
        orders.defaults = {}
      }),
    )
    expect(said).toContain(
      'LEFT_OUT customer: rows of customers hold for a while, and orders has no time',
    )
  })
})

test('a granularity of the project that a saved query groups by is a grain of the calendar', async () => {
  const names = [{ name: 'retail_month', column_name: 'retail' }, { name: 'season' }]
  const content = manifest([simple('revenue')], ownGranularities(names, 'retail_month'))
  const { workspace, report } = await importShop(content)
  expect(workspace.calendar.sources).toEqual([
    {
      dataset: 'spine',
      start: 'ds',
      end: null,
      grains: [{ name: 'RETAIL_MONTH', label: 'retail' }],
    },
  ])
  expect(workspace.datasets.map(({ name }) => name)).toContain('spine')
  expect(report.findings.at(-1)!.message).toBe(
    'tributary query revenue --by metric_time__retail_month',
  )
  expect(parseWorkspace(writeWorkspace(workspace, '/')).problems).toEqual([])
})

test('a saved query of times without metrics becomes a dimension of the time spine', async () => {
  const query = {
    name: 'times',
    query_params: { metrics: [], group_by: ["TimeDimension('metric_time', 'week')"] },
  }
  const spine = (alias: string, grain: string) => ({
    node_relation: { alias, schema_name: 'main' },
    primary_column: { name: 'ds', time_granularity: grain },
    custom_granularities: [],
  })
  const spines = {
    time_spines: [spine('hours', 'hour'), spine('spine', 'day'), spine('years', 'year')],
  }
  const asked = { project_configuration: spines, saved_queries: [query] }
  const { workspace, report } = await importShop(manifest([simple('revenue')], asked))
  expect(workspace.datasets.find(({ name }) => name === 'spine')).toMatchObject({
    time: { column: 'ds', grain: 'DAY' },
  })
  expect(workspace.dimensions.find(({ dataset }) => dataset === 'spine')).toMatchObject({
    name: 'spine_ds',
    value: { type: 'COLUMN_BIND', column: 'ds' },
  })
  expect(report.findings.at(-1)!.message).toBe('the values of metric_time__week')
  const other = await importShop(manifest([simple('revenue')], { project_configuration: spines }))
  expect(other.workspace.datasets.map(({ name }) => name)).not.toContain('spine')
})

test.each([
  [{ name: 'season' }, 'hour', 'its table has a row for each hour, not for each day'],
  [{ name: 'season', column_name: 'none' }, 'day', 'spine has no column none'],
  [{ name: 'month', column_name: 'season' }, 'day', 'month cannot be the name of a granularity'],
])('a granularity of the project is left out: %j by %s', async (one, grain, reason) => {
  const content = manifest([simple('revenue')], ownGranularities([one], one.name, grain))
  const { workspace, report } = await importShop(content)
  expect(workspace.calendar.sources).toBeUndefined()
  const said = report.findings.filter(({ kind }) => kind === 'granularity')
  expect(said).toMatchObject([{ status: 'LEFT_OUT', name: one.name, message: reason }])
})

test('a filter by a granularity of the project is left out', async () => {
  const filter = "{{ TimeDimension('metric_time', 'season') }} >= '2024-01-01'"
  const metrics = [simple('revenue'), simple('late', { filter })]
  const [said] = await saidOf(manifest(metrics, ownGranularities([{ name: 'season' }], 'season')))
  expect(said).toMatch(/^LEFT_OUT late: .* by season, which is a granularity of its own/)
})

test('offset and cumulative metrics become metrics of other periods', async () => {
  const offset = (name: string, rest: object) =>
    derived(name, `revenue - ${name}_then`, [
      { name: 'revenue' },
      { name: 'revenue', alias: `${name}_then`, ...rest },
    ])
  const cumulative = (name: string, params: object, rest: object = {}) => {
    const metric = simple(name, rest) as { readonly type_params: object }
    const typeParams = { ...metric.type_params, cumulative_type_params: params }
    return { ...metric, type: 'cumulative', type_params: typeParams }
  }
  const { workspace, report } = await importShop(
    manifest([
      simple('revenue'),
      offset('growth', { offset_window: '14 days' }),
      offset('since', { offset_to_grain: 'month' }),
      cumulative(
        'trailing',
        { window: { count: 2, granularity: 'month' }, period_agg: 'average' },
        { expr: 'amount' },
      ),
      cumulative(
        'shops',
        { grain_to_date: 'month', period_agg: 'average' },
        { agg: 'count_distinct', expr: 'customer_id' },
      ),
      cumulative('to_date', { grain_to_date: 'year', period_agg: 'last' }, { agg: 'count' }),
      cumulative('all_time', {}),
    ]),
  )
  expect(report.findings.filter(({ status }) => status === 'LEFT_OUT')).toEqual([])
  const periods = workspace.metrics.flatMap((one) =>
    one.type === 'DERIVED' ? [[one.name, one.metric, one.period]] : [],
  )
  expect(periods).toEqual([
    ['growth_then', 'revenue', { kind: 'before', count: 14, grain: 'DAY' }],
    ['since_then', 'revenue', { kind: 'startOf', grain: 'MONTH' }],
    ['trailing', 'revenue', { kind: 'trailing', count: 2, grain: 'MONTH', take: 'AVG' }],
    ['shops', 'shops_base', { kind: 'toDate', grain: 'MONTH', take: 'LAST' }],
    ['to_date', 'to_date_base', { kind: 'toDate', grain: 'YEAR', take: 'LAST' }],
    ['all_time', 'revenue', { kind: 'allTime', take: 'FIRST' }],
  ])
  expect(report.findings.map(({ message }) => message)).toContain(
    'by longer periods the value at their end, not the mean (period_agg)',
  )
})

test('a part of a time in a saved query is a dimension', async () => {
  const groupBy = [
    "TimeDimension('metric_time', 'day', date_part_name='month')",
    "Dimension('order__day').date_part('dow')",
  ]
  const { workspace, report } = await importShop(
    manifest([simple('revenue')], {
      saved_queries: [{ name: 'q', query_params: { metrics: ['revenue'], group_by: groupBy } }],
    }),
  )
  const made = workspace.dimensions.filter(({ code }) => code?.includes('__extract_'))
  expect(made.map(({ code, dataset, value }) => [code, dataset, value])).toEqual([
    ['metric_time__extract_month', 'orders', { type: 'CUSTOM', expr: 'Extract([day], "MONTH")' }],
    ['order__day__extract_dow', 'orders', { type: 'CUSTOM', expr: 'Extract([day], "DAYOFWEEK")' }],
  ])
  expect(report.findings.map(({ message }) => message)).toContain(
    'tributary query revenue --by metric_time__extract_month --by order__day__extract_dow',
  )
})

test('balances are taken at one time, each of an entity at its own', async () => {
  const balance = (name: string, rest: object) => ({
    ...{ name, type: 'simple' },
    type_params: {
      metric_aggregation_params: {
        ...{ semantic_model: 'orders', agg: 'sum', expr: 'amount', agg_time_dimension: 'day' },
        non_additive_dimension: { name: 'day', ...rest },
      },
    },
  })
  const { workspace, report } = await importShop(
    manifest([
      balance('first', {}),
      balance('last', { window_choice: 'max', window_groupings: ['customer'] }),
      balance('elsewhere', { name: 'shipped_at' }),
    ]),
  )
  const taken = workspace.metrics.map((one) => [one.name, one.type === 'ATOMIC' && one.nonAdditive])
  expect(taken).toEqual([
    ['first', { take: 'FIRST', per: [] }],
    ['last', { take: 'LAST', per: ['customer'] }],
  ])
  expect(
    report.findings.map(({ status, name, message }) => `${status} ${name}: ${message}`),
  ).toContain('LEFT_OUT elsewhere: a balance at the times of shipped_at, which is not its own time')
})

test('the written files are a valid and reproducible workspace, and leaving out a metric does not change the others', async () => {
  const all = [
    simple('revenue'),
    simple('orders', { expr: '1' }),
    derived('mean', 'revenue / orders', [{ name: 'revenue' }, { name: 'orders' }]),
    simple('paid', { filter: "{{ Dimension('state') }} = 'paid'" }),
  ]
  const texts = async (metrics: readonly object[]) =>
    writeWorkspace((await importShop(manifest(metrics))).workspace, '/w')
  expect(parseWorkspace(await texts(all)).problems).toEqual([])
  expect(await texts(all)).toEqual(await texts(structuredClone(all)))
  const names = async (metrics: readonly object[]) =>
    (await importShop(manifest(metrics))).workspace.metrics
  const whole = await names(all)
  for (const [gone, lost] of [
    [0, ['revenue', 'mean']],
    [3, ['paid']],
  ] as const) {
    const rest = all.filter((_, i) => i !== gone && !(gone === 0 && i === 2))
    expect(await names(rest)).toEqual(
      whole.filter(({ name }) => !(lost as readonly string[]).includes(name)),
    )
  }
})

describe('a file is refused as a whole', () => {
  const cyclic = [derived('a', 'b', [{ name: 'b' }]), derived('b', 'a', [{ name: 'a' }])]
  test.each<[string, unknown, RegExp]>([
    ['that is no JSON', '{"semantic_models": [', /^shop\.json: expected JSON: /],
    ['that is a list', '[]', /the document: expected an object, found a list/],
    [
      'of another kind',
      { nodes: {}, sources: {} },
      /found a manifest of dbt; give the semantic_manifest\.json beside it/,
    ],
    ['of lineage', { eventType: 'START', run: {}, job: {} }, /an event of OpenLineage/],
    ['that is a workspace', { tenant: 'a' }, /a workspace of Tributary/],
    [
      'with a value of another type',
      manifest([{ name: 5 }]),
      /metrics\[0\]\.name: expected a text, found 5/,
    ],
    [
      'with a list in place of an object',
      manifest([simple('a'), []]),
      /metrics\[1\]: expected an object, found a list/,
    ],
    [
      'with a type that is none',
      manifest([{ name: 'a', type: 'ratoi' }]),
      /expected one of simple, ratio.*did you mean ratio/,
    ],
    [
      'with a name twice',
      manifest([simple('a'), simple('a')]),
      /metrics\[1\]: "a" is the name of metrics\[0\] too/,
    ],
    [
      'with a reference to nothing',
      manifest([derived('a', 'b', [{ name: 'b' }])]),
      /names the metric "b", which the file does not have/,
    ],
    [
      'with a model that is none',
      manifest([
        {
          name: 'a',
          type: 'simple',
          type_params: { metric_aggregation_params: { semantic_model: 'nope', agg: 'sum' } },
        },
      ]),
      /names the semantic model "nope"/,
    ],
    ['with a cycle', manifest(cyclic), /refers to itself/],
    [
      'with a name that is too long',
      manifest([simple('x'.repeat(200))]),
      /a name of at most 128 characters/,
    ],
  ])('%s', async (_, content, message) => {
    await expect(importShop(content)).rejects.toMatchObject({
      code: 'DEFINITIONS_INVALID_IMPORT',
      message: expect.stringMatching(message) as string,
    })
  })

  test('with deep nesting', async () => {
    const deep = `{"semantic_models":${'['.repeat(200_000)}${']'.repeat(200_000)},"metrics":[]}`
    await expect(importShop(deep)).rejects.toMatchObject({ code: 'DEFINITIONS_INVALID_IMPORT' })
  })

  test('without any of its tables', async () => {
    const content = { semantic_models: [model('../../etc/passwd')], metrics: [] }
    await expect(importShop(content)).rejects.toMatchObject({ code: 'DEFINITIONS_TABLES_MISSING' })
  })
})

test('hostile names and long chains are imported or left out, never more', async () => {
  const chain = Array.from({ length: 300 }, (_, i) =>
    i === 0 ? simple('m0') : derived(`m${i}`, `m${i - 1} + 1`, [{ name: `m${i - 1}` }]),
  )
  const { report } = await importShop(
    manifest([...chain, simple('__proto__'), simple('constructor'), simple('a b]; DROP')]),
  )
  expect(report.counts.metrics).toBe(303)
  expect(report.counts.exact + report.counts.leftOut).toBe(303)
  expect(report.counts.exact).toBeGreaterThan(50)
})

test.each([
  'name: shop\nconfig-version: 2\n',
  'semantic_models: [{ name: orders, model: "ref(\'orders\')" }]\n',
  'models: [{ name: orders, semantic_model: true }]\n',
  'metrics: [{ name: revenue, type: simple, type_params: { measure: amount } }]\n',
])('YAML of a dbt project is refused with what to do: %j', async (text) => {
  for (const from of [undefined, 'dbt'] as const) {
    await expect(importText(text, { ...(from !== undefined && { from }) })).rejects.toThrow(
      'run `dbt parse` in the project and import its target/semantic_manifest.json',
    )
  }
})
