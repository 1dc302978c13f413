import { describe, expect, test } from 'vitest'
import { importText, saidOf } from '../import-text.ts'

const MODEL = `
cubes:
  - name: orders
    title: Orders
    sql_table: main.orders
    joins:
      - { name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.key}" }
      - { name: visits, relationship: one_to_many, sql: "{CUBE}.id = {visits}.customer_id" }
      - { name: stores, relationship: many_to_one, sql: "{CUBE}.id = {stores}.id" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: state, sql: "{CUBE}.state", type: string, title: The state }
      - { name: ordered, sql: day, type: time }
      - { name: amount, sql: "{CUBE}.amount * 2", type: number, public: false }
      - { name: twice, sql: "{amount} + {orders}.amount", type: number }
      - { name: land, sql: "{customers.place}", type: string }
      - name: size
        type: string
        case:
          when: [{ sql: "{CUBE.amount} > 20", label: "it's large" }]
          else: { label: small }
      - { name: chosen, type: string, case: { switch: "{state}", when: [{ value: a, sql: "{CUBE}.state" }] } }
      - { name: spot, type: geo, latitude: { sql: a } }
      - { name: visits, sql: "{visits.count}", sub_query: true, type: number }
      - { name: month, sql: "{ordered.month}", type: time }
      - { name: quoted, sql: "CONCAT('{state}', 'x')", type: string }
    measures:
      - { name: count, type: count, drill_members: [id] }
      - { name: total, type: sum, sql: amount, format: currency }
      - { name: doubled, type: sum, sql: "{amount}" }
      - { name: paid, type: count, filters: [{ sql: "{state} = 'paid'" }, { sql: "{CUBE}.amount > 0" }] }
      - { name: buyers, type: countDistinct, sql: customer_id }
      - { name: near, type: count_distinct_approx, sql: "{customers.place}" }
      - { name: mean, type: number, sql: "{total} / {count}" }
      - { name: raw, type: number, sql: "SUM({CUBE}.amount) / COUNT(*)" }
      - { name: last_days, type: sum, sql: amount, rolling_window: { trailing: 7 day } }
      - { name: running, type: sum, sql: amount, rollingWindow: { trailing: unbounded } }
      - { name: of_year, type: sum, sql: amount, rolling_window: { type: to_date, granularity: year } }
      - { name: ahead, type: sum, sql: amount, rolling_window: { leading: 7 day } }
      - { name: earlier, type: sum, sql: amount, rolling_window: { trailing: 7 day, offset: start } }
      - { name: hours, type: sum, sql: amount, rolling_window: { trailing: 3 hours } }
      - { name: both, type: sum, sql: amount, rolling_window: { trailing: 1 month 3 day } }
      - { name: spread, type: sum, sql: "amount) + {count} + SUM(amount", rolling_window: { trailing: 7 day } }
      - { name: before, multi_stage: true, type: number, sql: "{total}", time_shift: [{ interval: 1 year, type: prior, time_dimension: ordered }] }
      - { name: later, multi_stage: true, type: number, sql: "{total}", time_shift: [{ interval: 1 year, type: next }] }
      - { name: sooner, multi_stage: true, type: number, sql: "{before}", time_shift: [{ interval: 1 year, type: prior }] }
      - { name: mean_before, multi_stage: true, type: number, sql: "{total} / {count}", time_shift: [{ interval: 7 days, type: prior, time_dimension: CUBE.ordered }] }
      - { name: raw_before, multi_stage: true, type: number, sql: "SUM(amount)", time_shift: [{ interval: 1 quarter, type: prior, time_dimension: orders.ordered }] }
      - { name: by_state, multi_stage: true, type: number, sql: "{total}", time_shift: [{ interval: 1 year, type: prior, time_dimension: state }] }
      - { name: by_other, multi_stage: true, type: number, sql: "{total}", time_shift: [{ interval: 1 year, type: prior, time_dimension: customers.since }] }
      - { name: by_name, multi_stage: true, type: number, sql: "{total}", time_shift: [{ name: last_season }] }
      - { name: by_hour, multi_stage: true, type: number, sql: "{total}", time_shift: [{ interval: 3 hours, type: prior }] }
      - { name: staged, multi_stage: true, type: sum, sql: "{total}", time_shift: [{ interval: 1 year, type: prior }] }
      - { name: place, type: rank, sql: "{total}" }
      - { name: each, type: number, sql: "{total} / {customers.count}" }
      - { name: again, type: sum, sql: "{total}" }
      - { name: hidden, type: sum, sql: amount, public: false }
      - { name: cents, type: number, sql: "{part} * 100" }
      - { name: part, type: min, sql: amount, public: false }
      - { name: nothing, type: sum, sql: "{CUBE.none}" }
    segments:
      - { name: big, sql: "{CUBE}.amount > 100" }
    pre_aggregations: [{ name: main, measures: [total], granularity: day }]
  - name: customers
    sql: SELECT * FROM customers
    public: false
    dimensions:
      - { name: key, sql: id, type: number, primary_key: true }
      - { name: place, sql: country, type: string }
    measures:
      - { name: count, type: count }
      - { name: far, type: count, filters: [{ sql: "{place} <> 'DE'" }] }
  - { name: visits, sql: SELECT * FROM visits WHERE true, measures: [{ name: count, type: count }] }
  - { name: more, extends: oders }
views:
  - name: shop
    cubes:
      - { join_path: orders, includes: "*" }
      - { join_path: orders.customers, prefix: true, includes: [place, { name: count, alias: n }] }
`

const SHIFTED = 'by days, Cube adds the days that a month does not have to its last day'

test('cubes become datasets, dimensions and metrics', async () => {
  const imported = await importText(MODEL)
  const { workspace, report } = imported
  expect(report).toMatchObject({ format: 'cube', dialect: 'ANSI' })
  expect(report.unread).toEqual([
    { path: 'cubes[].dimensions[].case.when[].value', count: 1 },
    { path: 'cubes[].dimensions[].latitude', count: 1 },
    { path: 'cubes[].measures[].drill_members', count: 1 },
    { path: 'cubes[].measures[].format', count: 1 },
    { path: 'cubes[].measures[].time_shift[].name', count: 1 },
    { path: 'cubes[].pre_aggregations', count: 1 },
    { path: 'views[].cubes[].includes[].alias', count: 1 },
    { path: 'views[].cubes[].prefix', count: 1 },
  ])
  expect(workspace.datasets).toMatchObject([
    {
      name: 'orders',
      displayName: 'Orders',
      time: { column: 'day', grain: 'DAY' },
      relations: [{ name: 'customers', on: [{ column: 'customer_id', toColumn: 'id' }] }],
    },
    { name: 'customers', relations: [] },
  ])
  expect(
    workspace.dimensions.map(({ name, value }) => [
      name,
      value.type === 'CUSTOM' ? value.expr : value,
    ]),
  ).toEqual([
    ['id', { type: 'COLUMN_BIND', column: 'id' }],
    ['state', { type: 'COLUMN_BIND', column: 'state' }],
    ['ordered', { type: 'COLUMN_BIND', column: 'day' }],
    ['twice', '[amount] * 2 + [amount]'],
    ['land', "['customers'/'country']"],
    ['size', 'CASE WHEN [amount] * 2 > 20 THEN "it\'s large" ELSE "small" END'],
    ['big', '[amount] > 100'],
    ['place', { type: 'COLUMN_BIND', column: 'country' }],
  ])
  expect(workspace.metrics).toMatchObject([
    { name: 'count', type: 'ATOMIC', aggregate: 'COUNT', dataset: 'orders' },
    { name: 'total', aggregate: 'SUM', expr: '[amount]' },
    { name: 'doubled', aggregate: 'SUM', expr: '[amount] * 2' },
    { name: 'paid', aggregate: 'COUNT', filters: ['[state] = "paid"', '[amount] > 0'] },
    { name: 'buyers', aggregate: 'COUNT_DISTINCT', expr: '[customer_id]' },
    { name: 'near', aggregate: 'COUNT_DISTINCT', expr: "['customers'/'country']" },
    { name: 'mean', type: 'COMPOSITE', dataset: null, expr: '[total] / [count]' },
    { name: 'raw', type: 'COMPOSITE', dataset: 'orders', expr: 'Sum([amount]) / Count()' },
    { name: 'last_days_base', aggregate: 'SUM' },
    { name: 'last_days', metric: 'last_days_base', period: { kind: 'trailing', count: 7 } },
    { name: 'running_base', aggregate: 'SUM' },
    { name: 'running', metric: 'running_base', period: { kind: 'allTime' } },
    { name: 'of_year_base', aggregate: 'SUM' },
    { name: 'of_year', metric: 'of_year_base', period: { kind: 'toDate', grain: 'YEAR' } },
    { name: 'before', metric: 'total', period: { kind: 'before', count: 1, grain: 'YEAR' } },
    { name: 'mean_before_base', type: 'COMPOSITE', expr: '[total] / [count]' },
    { name: 'mean_before', metric: 'mean_before_base', period: { count: 7, grain: 'DAY' } },
    { name: 'raw_before_base', aggregate: 'SUM', expr: '[amount]' },
    { name: 'raw_before', metric: 'raw_before_base', period: { count: 1, grain: 'QUARTER' } },
    { name: 'part', aggregate: 'MIN' },
    { name: 'cents', type: 'COMPOSITE', expr: '[part] * 100' },
    { name: 'customers_count', aggregate: 'COUNT', dataset: 'customers' },
  ])
  expect(saidOf(imported)).toEqual([
    ['LEFT_OUT', 'orders', 'visits is left out'],
    ['LEFT_OUT', 'stores', 'the model has no cube stores'],
    ['LEFT_OUT', 'orders.chosen', 'a case of the values of a switch'],
    ['LEFT_OUT', 'orders.spot', 'of the type geo'],
    ['LEFT_OUT', 'orders.visits', 'a value of other rows (sub_query)'],
    ['LEFT_OUT', 'orders.month', '{ordered.month}: there is no dataset ordered'],
    [
      'LEFT_OUT',
      'orders.quoted',
      "CONCAT('{state}', 'x'): braces within quotes, or not of a member",
    ],
    ['NOTE', 'orders.big', 'a segment; a dimension with the values true and false'],
    ['NOTE', 'orders.near', 'computed exactly, not approximately'],
    [
      'NOTE',
      'orders.last_days',
      'not over all rows where no time is asked for, and up to the end of a range that cuts a period',
    ],
    [
      'NOTE',
      'orders.of_year',
      'not over all rows where no time is asked for; a period in more than one year has the year that it ends in',
    ],
    ['LEFT_OUT', 'orders.ahead', 'a rolling window that looks ahead (leading)'],
    ['LEFT_OUT', 'orders.earlier', 'a rolling window of offset start, before the period'],
    ['LEFT_OUT', 'orders.hours', 'a rolling window by HOUR; times are read by DAY'],
    ['LEFT_OUT', 'orders.both', '"1 month 3 day" is no number of periods, such as 7 days'],
    [
      'LEFT_OUT',
      'orders.spread',
      'SUM(amount) + {count} + SUM(amount): a formula over another period',
    ],
    ['NOTE', 'orders.before', SHIFTED],
    ['LEFT_OUT', 'orders.later', 'a time_shift to later times'],
    ['LEFT_OUT', 'orders.sooner', '{before}: orders.before is of another period already'],
    ['NOTE', 'orders.raw_before', SHIFTED],
    ['LEFT_OUT', 'orders.by_state', 'it is shifted by state, which is not the time of orders'],
    ['LEFT_OUT', 'orders.by_other', 'a time_shift by the time of another cube'],
    ['LEFT_OUT', 'orders.by_name', 'a time_shift by a name of a calendar'],
    ['LEFT_OUT', 'orders.by_hour', 'a time_shift by HOUR; times are read by DAY'],
    ['LEFT_OUT', 'orders.staged', 'a time_shift of something else than measures (sum)'],
    ['LEFT_OUT', 'orders.place', 'of the type rank'],
    [
      'LEFT_OUT',
      'orders.each',
      '{total} / {customers.count}: {customers.count} is a metric of joined rows',
    ],
    [
      'LEFT_OUT',
      'orders.again',
      'SUM({total}): {total} is a metric; its values are not aggregated again',
    ],
    ['VALUES', 'orders.cents', 'values and growth, no contributions: measure "part" is a MIN'],
    ['VALUES', 'orders.part', 'values and growth, no contributions: measure "part" is a MIN'],
    ['LEFT_OUT', 'orders.nothing', 'SUM({CUBE.none}): orders has no member none'],
    [
      'NOTE',
      'customers',
      'not public; imported are the members that a view of the model includes, and the measures that those need',
    ],
    ['LEFT_OUT', 'visits', 'its sql is a query; make it a table or a file'],
    ['LEFT_OUT', 'visits.count', 'it stands on visits, which is left out'],
    ['LEFT_OUT', 'more', 'it extends oders, which the model does not have; did you mean orders?'],
  ])
})

test('a join from one row to many is the relation of the other cube', async () => {
  const model = (own: string): string => `
cubes:
  - name: customers
    sql_table: customers
    joins: [{ name: visits, relationship: one_to_many, sql: "{CUBE.key} = {visits}.customer_id" }]
    dimensions:
      - { name: key, sql: id, type: number, primary_key: true }
      - { name: country, sql: country, type: string }
      - { name: seen, sql: "{visits.day}", type: time }
    measures:
      - { name: people, type: count }
      - { name: of_visits, type: sum, sql: "{CUBE}.id + {visits}.customer_id" }
  - name: visits
    sql_table: visits
    ${own}
    dimensions: [{ name: day, sql: day, type: time }]
    measures: [{ name: from_here, type: count, filters: [{ sql: "{customers.country} = 'DE'" }] }]
`
  const relation = { to: 'customers', on: [{ column: 'customer_id', toColumn: 'id' }] }
  for (const word of ['one_to_many', 'has_many', 'hasMany', 'oneToMany']) {
    const imported = await importText(model('').replace('one_to_many', word))
    expect(imported.workspace.datasets).toMatchObject([
      { name: 'customers', relations: [] },
      { name: 'visits', relations: [{ name: 'customers', ...relation }] },
    ])
    expect(imported.workspace.metrics.map(({ name }) => name)).toEqual(['people', 'from_here'])
    expect(saidOf(imported)).toEqual([
      [
        'NOTE',
        'customers',
        expect.stringContaining('rows of visits without one of customers are a group') as string,
      ],
      ['LEFT_OUT', 'customers.seen', expect.stringContaining('visits') as string],
      [
        'LEFT_OUT',
        'customers.of_visits',
        'SUM({CUBE}.id + {visits}.customer_id): a row of customers has many of visits and would count once for each',
      ],
    ])
  }
  // What the other cube declares itself is not said twice, unless it cannot be read.
  const join = (sql: string): string =>
    `joins: [{ name: customers, relationship: many_to_one, sql: "${sql}" }]`
  const own = await importText(model(join('{CUBE}.customer_id = {customers.key}')))
  expect(own.workspace.datasets[1]).toMatchObject({ relations: [relation] })
  expect(own.workspace.datasets[1]!.relations).toHaveLength(1)
  expect(saidOf(own).some(([status]) => status === 'NOTE')).toBe(false)
  const unread = await importText(model(join('{CUBE}.customer_id > {customers.key}')))
  expect(unread.workspace.datasets[1]!.relations).toMatchObject([relation])
})

test('a file without braces, with the words of older versions', async () => {
  const { workspace } = await importText(`
cubes:
  - name: o
    sqlTable: orders
    joins: [{ name: c, relationship: belongsTo, sql: "{c}.id = {o}.customer_id" }]
    dimensions: [{ name: kind, sql: orders.state, type: string, shown: false }]
    measures: [{ name: n, type: count, sql: o.id }]
  - { name: c, sqlTable: '"main"."customers"' }
`)
  expect(workspace).toMatchObject({
    datasets: [{ name: 'o', relations: [{ to: 'c' }] }, { name: 'c' }],
    dimensions: [],
    metrics: [{ name: 'n', aggregate: 'COUNT', expr: '[id]' }],
  })
})

test('a quotient of whole numbers is cut where the dialect cuts it, also of metrics', async () => {
  const text = `
cubes:
  - name: orders
    sql_table: orders
    measures:
      - { name: n, type: count }
      - { name: total, type: sum, sql: amount }
      - { name: cut, type: number, sql: "{n} / {n}" }
      - { name: next, type: number, sql: "{cut} / 2" }
      - { name: whole, type: number, sql: "{total} / {n}" }
`
  const exprs = async (dialect: 'ANSI' | 'POSTGRESQL') => {
    const { workspace } = await importText(text, { dialect })
    return workspace.metrics.flatMap((one) => (one.type === 'COMPOSITE' ? [one.expr] : []))
  }
  expect(await exprs('ANSI')).toEqual(['[n] / [n]', '[cut] / 2', '[total] / [n]'])
  expect(await exprs('POSTGRESQL')).toEqual([
    'Trunc([n] / [n])',
    'Trunc([cut] / 2)',
    '[total] / [n]',
  ])
})

test('access rules of cubes and views are never dropped in silence', async () => {
  const rules = [
    'cubes: [{ name: orders, sql_table: orders, access_policy: [{ group: a }] }]',
    'cubes: [{ name: orders, sql_table: orders, accessPolicy: [{ group: a }] }]',
    'cubes: [{ name: orders, sql_table: orders }]\nviews: [{ name: v, access_policy: [] }]',
  ]
  for (const text of rules) {
    await expect(importText(text)).rejects.toThrow(
      /access_?policy: nothing here enforces access rules; import with --without-access-rules/i,
    )
    const { workspace } = await importText(text, { withoutAccessRules: true })
    expect(workspace.datasets).toHaveLength(1)
  }
})

test('metrics that stand on very many others are left out', async () => {
  const chain = Array.from(
    { length: 300 },
    (_, i) => `      - { name: m${i}, type: number, sql: "{m${i + 1}} + 1" }`,
  ).join('\n')
  const { report } = await importText(
    `cubes:\n  - name: orders\n    sql_table: orders\n    measures:\n${chain}\n      - { name: m300, type: count }\n`,
  )
  expect(report.counts).toMatchObject({ metrics: 301 })
  expect(report.findings[0]).toMatchObject({
    status: 'LEFT_OUT',
    message: expect.stringContaining('metrics stand on one another more than 100 deep') as string,
  })
})

test('a cube with a table and a query is left out, as Cube refuses it', async () => {
  const text = 'cubes: [{ name: o, sql_table: orders, sql: SELECT * FROM customers }]'
  expect(saidOf(await importText(text))).toEqual([
    ['LEFT_OUT', 'o', 'it has both sql_table and sql'],
  ])
})

test('a time shift is left out when a calendar cube defines the earlier time', async () => {
  const model = (dimension: string): string => `
cubes:
  - name: orders
    sql_table: orders
    joins: [{ name: days, relationship: many_to_one, sql: "{CUBE}.day = {days.ds}" }]
    measures:
      - { name: n, type: count }
      - { name: before, multi_stage: true, type: number, sql: "{n}", time_shift: [{ interval: 1 year, type: prior }] }
  - { name: days, sql_table: spine, calendar: true, dimensions: [{ name: ds, sql: ds, type: time ${dimension} }] }
`
  const plain = await importText(model(''))
  expect(plain.workspace.metrics.map(({ name }) => name)).toEqual(['n', 'before'])
  const own = ', time_shift: [{ interval: 1 year, type: prior, sql: "{CUBE}.season" }]'
  expect(saidOf(await importText(model(own)))).toContainEqual([
    'LEFT_OUT',
    'orders.before',
    'a time_shift in a model with a calendar that shifts times itself',
  ])
})

test('{TABLE} is the cube itself, as {CUBE} is', async () => {
  const { workspace } = await importText(
    'cubes: [{ name: o, sql_table: orders, measures: [{ name: n, type: sum, sql: "{TABLE}.amount * {TABLE.half}" }], dimensions: [{ name: half, sql: "{TABLE}.amount / 2", type: number }] }]',
  )
  expect(workspace.metrics).toMatchObject([{ expr: '[amount] * ([amount] / 2)' }])
})

describe('a file is refused as a whole', () => {
  const cube = (rest: string): string => `cubes: [{ name: orders, sql_table: orders, ${rest} }]`
  test.each<[string, string, RegExp]>([
    [
      'of views alone',
      'views: [{ name: v }]',
      /cubes: expected cubes; give the file that has them/,
    ],
    ['with a cube twice', 'cubes: [{ name: a }, { name: a }]', /"a" is the name of cubes\[0\] too/],
    [
      'with a member twice',
      cube(
        'dimensions: [{ name: a, sql: id, type: number }], measures: [{ name: a, type: count }]',
      ),
      /measures\[0\]: "a" is the name of cubes\[0\]\.dimensions\[0\] too/,
    ],
    [
      'with a type that is none',
      cube('measures: [{ name: a, type: cuont }]'),
      /1:\d+ cubes\[0\]\.measures\[0\]\.type: .* did you mean count\?/,
    ],
    [
      'with a cycle',
      cube(
        'measures: [{ name: a, type: number, sql: "{b}" }, { name: b, type: number, sql: "{a}" }]',
      ),
      /refers to itself through/,
    ],
    ['with a template', cube('public: "{{ secret }}"'), /public: expected true or false/],
    [
      'in JavaScript',
      'cube(`orders`, {\n  sql_table: `orders`\n})',
      /in JavaScript, which is not run/,
    ],
  ])('%s', async (_, text, message) => {
    await expect(importText(text)).rejects.toMatchObject({
      code: 'DEFINITIONS_INVALID_IMPORT',
      message: expect.stringMatching(message) as string,
    })
  })

  test('for a file name that ends in .js', async () => {
    const source = { file: 'orders.js', text: "module.exports = { sqlTable: 'orders' }" }
    await expect(importText('', { source })).rejects.toThrow(/orders\.js: a model of Cube in/)
  })
})
