import { expect, test } from 'vitest'
import { importText, saidOf } from '../import-text.ts'
import { importShop, manifest, simple } from '../shop.ts'

test.each<[string, string, RegExp]>([
  ['an empty file', '', /1:1 the document: expected definitions, found an empty file$/],
  ['a file of comments', '# later\n', /expected definitions, found an empty file$/],
  [
    'two documents',
    'cubes: []\n---\ncubes: []\n',
    /:2:1 .*A second document begins here; put each document in a file of its own$/,
  ],
  [
    'braces without quotes',
    'cubes:\n  - name: orders\n    sql: {CUBE}.id\n',
    /:3:16 Expected YAML, found a mistake: .*; put the text in single quotes$/,
  ],
  ['a key twice', 'cubes: []\ncubes: []\n', /:2:1 .* unique; keep one of the two keys$/],
  ['cubes by name', 'cubes:\n  orders: {}\n', /:2:3 cubes: expected a list, found an object$/],
  ['no cubes', 'cubes:\n', /:1:7 cubes: expected cubes; give the file that has them$/],
  [
    'a number as a name',
    'cubes: [{ name: 2024 }]',
    /cubes\[0\]\.name: expected a text, found 2024; write it in quotes$/,
  ],
  [
    'a measure without a type',
    'cubes: [{ name: a, measures: [{ name: b, agg: sum }] }]',
    /measures\[0\]\.type: expected one of count, .*, found nothing$/,
  ],
  [
    'the statement around a view',
    '-- the view\nCREATE OR REPLACE VIEW v WITH METRICS\nLANGUAGE YAML AS $$\nversion: 1.1\n$$\n',
    /^shop\.yaml: expected YAML, found SQL; give the YAML alone/,
  ],
  [
    'LookML',
    'view: orders {\n  measure: n { type: count }\n}\n',
    /found LookML, which is not read$/,
  ],
  [
    'a template',
    'cubes:\n{% for one in all %}\n  - { name: a }\n{% endfor %}\n',
    /found a Jinja template, which is not run; write out what it makes$/,
  ],
])('%s is refused with what to do', async (_, text, message) => {
  await expect(importText(text)).rejects.toMatchObject({
    code: 'DEFINITIONS_INVALID_IMPORT',
    message: expect.stringMatching(message) as string,
  })
})

test('JSON with a byte order mark is read', async () => {
  const { report } = await importShop(`\ufeff${JSON.stringify(manifest([simple('revenue')]))}`)
  expect(report.counts).toMatchObject({ metrics: 1, exact: 1 })
})

test('a relation that is left out names what is no column', async () => {
  const model = (left: string, right: string): string => `
tables:
  - { name: orders, base_table: { table: orders }, facts: [{ name: half, expr: id / 2 }] }
  - { name: buyers, base_table: { table: customers } }
relationships:
  - { name: buyer, left_table: orders, right_table: buyers, relationship_columns: [{ left_column: ${left}, right_column: ${right} }] }
`
  const said = async (left: string, right: string) => saidOf(await importText(model(left, right)))
  const why = 'a relation joins columns of both tables'
  expect(await said('customerid', 'id')).toEqual([
    ['LEFT_OUT', 'buyer', `${why}: the table of orders has no column customerid`],
  ])
  expect(await said('customer_id', 'key')).toEqual([
    ['LEFT_OUT', 'buyer', `${why}: the table of buyers has no column key`],
  ])
  expect(await said('customer_id', 'id, range: ASOF')).toEqual([
    ['LEFT_OUT', 'buyer', 'range of columns, which is not known'],
  ])
  expect(await said('half', 'id')).toEqual([
    ['LEFT_OUT', 'buyer', `${why}: half of orders is none`],
  ])
})
