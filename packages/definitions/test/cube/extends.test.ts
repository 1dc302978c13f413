import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importDefinitions } from '../../src/index.ts'
import { importText, saidOf } from '../import-text.ts'
import { SHOP } from '../shop.ts'

interface Member {
  readonly name: string
  readonly [key: string]: unknown
}

interface Cube {
  readonly name: string
  readonly extends?: string
  readonly sql_table?: string
  readonly sql?: string
  readonly title?: string
  readonly description?: string
  readonly public?: boolean
  readonly joins?: readonly Member[]
  readonly dimensions?: readonly Member[]
  readonly segments?: readonly Member[]
  readonly measures?: readonly Member[]
}

/** A cube with what it extends written out. */
function writtenOut(cube: Cube, cubes: readonly Cube[]): Cube {
  const parent = cubes.find(({ name }) => name === cube.extends)
  if (parent === undefined) return cube
  const base = writtenOut(parent, cubes)
  const merged = (kind: 'joins' | 'dimensions' | 'segments' | 'measures'): readonly Member[] => {
    const [above, own] = [base[kind] ?? [], cube[kind] ?? []]
    return [
      ...above.map((one) => own.find(({ name }) => name === one.name) ?? one),
      ...own.filter((one) => above.every(({ name }) => name !== one.name)),
    ]
  }
  const { sql, sql_table, extends: _, ...rest } = base
  const hasRows = cube.sql !== undefined || cube.sql_table !== undefined
  const { extends: __, ...own } = cube
  return {
    ...rest,
    ...(!hasRows && {
      ...(sql !== undefined && { sql }),
      ...(sql_table !== undefined && { sql_table }),
    }),
    ...own,
    joins: merged('joins'),
    dimensions: merged('dimensions'),
    segments: merged('segments'),
    measures: merged('measures'),
  }
}

const DIMENSIONS: readonly Member[] = [
  { name: 'id', sql: 'id', type: 'number', primary_key: true },
  { name: 'id', sql: 'customer_id', type: 'number' },
  { name: 'day', sql: '{CUBE}.day', type: 'time' },
  { name: 'day', sql: 'paid_on', type: 'time' },
  { name: 'kind', sql: '{CUBE}.state', type: 'string' },
  { name: 'kind', sql: "CASE WHEN {big} THEN 'a' ELSE 'b' END", type: 'string', public: false },
  { name: 'kind', type: 'geo' },
  { name: 'place', sql: '{customers.country}', type: 'string' },
]

const MEASURES: readonly Member[] = [
  { name: 'n', type: 'count' },
  { name: 'n', type: 'count', filters: [{ sql: "{kind} = 'a'" }] },
  { name: 'total', sql: 'amount', type: 'sum' },
  { name: 'total', sql: '{CUBE.id}', type: 'sum', public: false },
  { name: 'total', sql: '{n}', type: 'rank' },
  { name: 'mean', sql: '{total} / {n}', type: 'number' },
  { name: 'last', sql: 'amount', type: 'max', rolling_window: { trailing: '7 day' } },
]

const SEGMENTS: readonly Member[] = [
  { name: 'big', sql: '{CUBE}.amount > 10' },
  { name: 'big', sql: 'amount > 20' },
]

const JOINS: readonly Member[] = [
  { name: 'customers', relationship: 'many_to_one', sql: '{CUBE}.customer_id = {customers.id}' },
  { name: 'customers', relationship: 'many_to_one', sql: '{CUBE}.id = {customers}.id' },
  { name: 'stores', relationship: 'many_to_one', sql: '{CUBE}.id = {stores}.id' },
  { name: 'a', relationship: 'one_to_many', sql: '{CUBE}.id = {a}.customer_id' },
]

const listOf = (members: readonly Member[]): fc.Arbitrary<readonly Member[]> =>
  fc.uniqueArray(fc.constantFrom(...members), { selector: ({ name }) => name, maxLength: 4 })

/** Cubes of which each may extend one before it, in any order. */
const cubes: fc.Arbitrary<readonly Cube[]> = fc
  .tuple(
    ...['a', 'b', 'c', 'd'].map((name, i, names) =>
      fc.record(
        {
          name: fc.constant(name),
          extends: i === 0 ? fc.constant('none') : fc.constantFrom(...names.slice(0, i)),
          rows: fc.constantFrom(
            { sql_table: 'orders' },
            { sql_table: 'main.orders' },
            { sql: 'SELECT * FROM orders' },
            { sql: 'SELECT 1' },
            {},
          ),
          title: fc.constantFrom('One', 'Two'),
          description: fc.constantFrom('first', 'second'),
          public: fc.boolean(),
          joins: listOf(JOINS),
          dimensions: listOf(DIMENSIONS),
          segments: listOf(SEGMENTS),
          measures: listOf(MEASURES),
        },
        { requiredKeys: ['name'] },
      ),
    ),
  )
  .map((all) =>
    all.map(({ rows, ...cube }, i): Cube => {
      const { extends: parent, ...rest } = cube
      return { ...rest, ...(i > 0 && parent !== undefined && { extends: parent }), ...rows }
    }),
  )
  .chain((all) => fc.shuffledSubarray([...all], { minLength: all.length }))

const CUSTOMERS = {
  name: 'customers',
  sql_table: 'customers',
  dimensions: [
    { name: 'id', sql: 'id', type: 'number', primary_key: true },
    { name: 'country', sql: 'country', type: 'string' },
  ],
}

/** A view with some of the members of a cube that is written out. */
function viewOf(out: readonly Cube[]): object {
  const { measures = [], dimensions = [] } = out.find(({ name }) => name === 'b')!
  const names = [...measures, ...dimensions].map(({ name }) => name)
  const includes = names.filter((name) => name === 'n' || name === 'kind')
  return { name: 'v', cubes: [{ join_path: 'b', includes }] }
}

test('a model with extends is the model with everything written out', async () => {
  let extending = 0
  const property = fc.asyncProperty(cubes, async (all) => {
    const out = all.map((cube) => writtenOut(cube, all))
    const imported = async (own: readonly Cube[]) => {
      const model = { cubes: [...own, CUSTOMERS], views: [viewOf(out)] }
      const { workspace, report } = await importText(JSON.stringify(model))
      const said = report.findings
        .map(({ status, kind, name, message }) =>
          [status, kind, ...(kind === 'relation' ? [] : [name]), message].join(' | '),
        )
        .toSorted()
      return { workspace, said, counts: report.counts }
    }
    extending += all.filter((one) => one.extends !== undefined).length
    expect(await imported(all)).toEqual(await imported(out))
  })
  await fc.assert(property, { numRuns: process.env.TRIBUTARY_LONG === undefined ? 50 : 2_000 })
  expect(extending).toBeGreaterThan(20)
}, 300_000)

const BASE = `
  - name: base
    sql_table: orders
    public: false
    title: All orders
    joins:
      - { name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}" }
      - { name: stores, relationship: many_to_one, sql: "{CUBE}.id = {stores}.id" }
    dimensions:
      - { name: day, sql: "{CUBE}.day", type: time }
      - { name: kind, sql: state, type: string }
      - { name: spot, type: geo }
    measures:
      - { name: n, type: count }
      - { name: total, sql: amount, type: sum }
      - { name: place, type: rank }
`
const MORE = `
  - name: paid
    extends: base
    public: true
    title: Paid orders
    joins: [{ name: customers, relationship: many_to_one, sql: "{CUBE}.id = {customers.id}" }]
    dimensions: [{ name: day, sql: paid_on, type: time }]
    measures:
      - { name: total, sql: amount * 2, type: sum }
      - { name: mean, sql: "{total} / {n}", type: number }
  - { name: seen, extends: paid, sql_table: visits }
  - name: customers
    sql_table: customers
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
`

test('members are inherited, and what is inherited and left out names the cube that inherits it', async () => {
  const imported = await importText(`cubes:${BASE}${MORE}`)
  expect(imported.workspace.datasets).toMatchObject([
    { name: 'base', displayName: 'All orders', time: { column: 'day' } },
    {
      name: 'paid',
      displayName: 'Paid orders',
      source: { file: 'orders.csv' },
      time: { column: 'paid_on' },
      relations: [{ name: 'customers', on: [{ column: 'id', toColumn: 'id' }] }],
    },
    { name: 'seen', displayName: 'Paid orders', source: { file: 'visits.csv' }, time: null },
    { name: 'customers' },
  ])
  expect(imported.workspace.metrics).toMatchObject([
    { name: 'paid_n', aggregate: 'COUNT', dataset: 'paid' },
    { name: 'paid_total', aggregate: 'SUM', expr: '[amount] * 2' },
    { name: 'mean', expr: '[paid_total] / [paid_n]' },
    { name: 'seen_n', aggregate: 'COUNT', dataset: 'seen' },
  ])
  const { counts, findings } = imported.report
  expect(counts).toMatchObject({ metrics: 9, exact: 4, leftOut: 5 })
  const leftOut = findings.filter(({ status }) => status === 'LEFT_OUT')
  const at = (path: string) => leftOut.flatMap((one) => (one.path === path ? [one.name] : []))
  expect(at('cubes[0].measures[2]')).toEqual(['base.place', 'paid.place', 'seen.place'])
  expect(at('cubes[0].dimensions[2]')).toEqual(['base.spot', 'paid.spot', 'seen.spot'])
  expect(at('cubes[0].joins[1]')).toEqual(['stores', 'paid.stores', 'seen.stores'])
  expect(leftOut.filter(({ name }) => /^seen/.test(name)).map(({ message }) => message)).toEqual([
    'the model has no cube stores',
    'state: the table of seen has no column state',
    'of the type geo',
    'of the type rank',
    'a relation joins columns of both tables: the table of seen has no column id',
    'paid_on: the table of seen has no column paid_on',
    'SUM(amount * 2): the table of seen has no column amount',
    'it stands on seen.total, which is left out',
  ])
})

test('what extends may be in another file than what is extended', async () => {
  const files = [
    { file: 'model/a/paid.yml', text: `cubes:${MORE}` },
    { file: 'model/base.yml', text: `cubes:${BASE}` },
  ]
  const source = { folder: 'model', files }
  const { workspace, report } = await importDefinitions({ source, tables: SHOP, tenant: 'shop' })
  const one = await importText(`cubes:${MORE}${BASE}`)
  expect(workspace).toEqual(one.workspace)
  expect(report.findings.filter(({ name }) => /\.place$/.test(name))).toMatchObject([
    { name: 'paid.place', file: 'model/base.yml', line: 16, path: 'cubes[0].measures[2]' },
    { name: 'seen.place', file: 'model/base.yml', line: 16 },
    { name: 'base.place', file: 'model/base.yml', line: 16 },
  ])
})

test('a view has the members of the view that it extends, without those it excludes', async () => {
  const shown = async (views: string): Promise<readonly string[]> => {
    const { workspace } = await importText(`cubes:${BASE}views:\n${views}`)
    return [...workspace.dimensions, ...workspace.metrics].map(({ name }) => name)
  }
  const hidden =
    '  - { name: v, public: false, cubes: [{ join_path: base, includes: [day, n] }] }\n'
  expect(await shown(hidden)).toEqual([])
  const child = '  - { name: w, extends: v, public: true'
  expect(await shown(`${hidden}${child} }\n`)).toEqual(['day', 'n'])
  const more = 'cubes: [{ join_path: base, includes: "*", excludes: [kind, n] }]'
  expect(await shown(`${hidden}${child}, ${more} }\n`)).toEqual(['day', 'n', 'total'])
  expect(await shown(`  - { name: v, ${more} }\n`)).toEqual(['day', 'total'])
})

test.each<[string, string, RegExp]>([
  [
    'cubes in a circle',
    'cubes:\n  - { name: c, extends: a }\n  - { name: a, extends: b }\n  - { name: b, extends: a }\n',
    /^shop\.yaml:4:\d+ cubes\[2\]\.extends: a extends itself: a → b → a$/,
  ],
  [
    'a cube of itself',
    'cubes: [{ name: a, extends: a }]',
    /1:\d+ cubes\[0\]\.extends: a extends itself: a → a$/,
  ],
  [
    'a cube of a view',
    `cubes:${BASE}  - { name: x, extends: v }\nviews: [{ name: v }]`,
    /^shop\.yaml:17:\d+ cubes\[1\]\.extends: a cube extends a cube, and v is a view$/,
  ],
  [
    'a view of a cube',
    `cubes:${BASE}views: [{ name: v, extends: base }]`,
    /views\[0\]\.extends: a view extends a view, and base is a cube$/,
  ],
  [
    'a view of none',
    `cubes:${BASE}views: [{ name: shop }, { name: v, extends: shp }]`,
    /views\[1\]\.extends: the model has no view shp; did you mean shop\?$/,
  ],
  [
    'a view of a member that is none',
    `cubes:${BASE}  - { name: x, extends: base }\nviews: [{ name: v, cubes: [{ join_path: base.x, includes: [n, totl] }] }]`,
    /views\[0\]\.cubes\[0\]\.includes\[1\]: x has no member totl; did you mean total\?$/,
  ],
  [
    'views in a circle',
    `cubes:${BASE}views: [{ name: v, extends: w }, { name: w, extends: v }]`,
    /views\[1\]\.extends: v extends itself: v → w → v$/,
  ],
  [
    'several at once',
    `cubes:${BASE}  - { name: x, extends: [base] }`,
    /cubes\[1\]\.extends: expected a text, found a list/,
  ],
  [
    'a measure that is a dimension in what it extends',
    `cubes:${BASE}  - { name: x, extends: base, measures: [{ name: kind, type: count }] }`,
    /^shop\.yaml:17:\d+ cubes\[1\]\.measures\[0\]: "kind" is the name of cubes\[0\]\.dimensions\[1\] too, in x$/,
  ],
  [
    'two joins of one name in one cube',
    `cubes: [{ name: x, sql_table: orders, joins: [${'{ name: x, relationship: one_to_one, sql: a = b }, '.repeat(2)}] }]`,
    /joins\[1\]: "x" is the name of cubes\[0\]\.joins\[0\] too$/,
  ],
  [
    'very many, each of the next',
    `cubes: [${Array.from({ length: 102 }, (_, i) => `{ name: c${i}, extends: c${i + 1} }`).join()}, { name: c102 }]`,
    /cubes\[0\]\.extends: expected at most 100 cubes that extend one another, found more$/,
  ],
  [
    'very many members of others',
    `cubes: [{ name: a, dimensions: [${Array.from({ length: 501 }, (_, i) => `{ name: d${i} }`).join()}] }, ${Array.from({ length: 200 }, (_, i) => `{ name: c${i}, extends: a }`).join()}]`,
    /cubes\[200\]\.extends: expected cubes that have at most 100000 members from others in all, found more$/,
  ],
])('refuses %s', async (_, text, message) => {
  await expect(importText(text)).rejects.toMatchObject({
    code: 'DEFINITIONS_INVALID_IMPORT',
    message: expect.stringMatching(message) as string,
  })
})

test('a cube that extends none of the model is left out, and what extends it', async () => {
  const imported = await importText(
    `cubes:${BASE}  - { name: x, extends: bas, measures: [{ name: y, type: count }] }\n  - { name: z, extends: x, sql_table: orders }`,
  )
  expect(imported.workspace.datasets.map(({ name }) => name)).toEqual(['base'])
  expect(saidOf(imported).filter(([, name]) => /^[xz]/.test(name))).toEqual([
    ['LEFT_OUT', 'x', 'it extends bas, which the model does not have; did you mean base?'],
    ['LEFT_OUT', 'x.y', 'it stands on x, which is left out'],
    ['LEFT_OUT', 'z.y', 'it stands on z, which is left out'],
    [
      'LEFT_OUT',
      'z',
      'x, which it extends, extends bas, which the model does not have; did you mean base?',
    ],
  ])
})
