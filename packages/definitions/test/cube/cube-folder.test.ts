import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type DefinitionsFile,
  type ImportDefinitionsOptions,
  importDefinitions,
} from '../../src/index.ts'
import { SHOP } from '../shop.ts'

/** Imports files over the tables of the shop. */
function importFiles(
  files: Readonly<Record<string, string>>,
  options: Partial<Omit<ImportDefinitionsOptions, 'tables'>> = {},
): ReturnType<typeof importDefinitions> {
  const listed = Object.entries(files).map(
    ([file, text]): DefinitionsFile => ({ file: `model/${file}`, text }),
  )
  const source = { folder: 'model', files: listed }
  return importDefinitions({ source, tables: SHOP, tenant: 'shop', ...options })
}

const CUBES = [
  `  - name: orders
    sql_table: orders
    joins: [{ name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.key}" }]
    dimensions:
      - { name: day, sql: day, type: time }
      - { name: land, sql: "{customers.place}", type: string }
      - { name: spot, type: geo }
    measures:
      - { name: count, type: count, format: number }
      - { name: place, type: rank, sql: "{count}" }
`,
  `  - name: customers
    sql_table: customers
    public: false
    dimensions:
      - { name: key, sql: id, type: number, primary_key: true }
      - { name: place, sql: country, type: string }
    measures: [{ name: count, type: count, format: number }]
`,
  `  - name: visits
    sql_table: visits
    dimensions: [{ name: day, sql: day, type: time }]
    measures: [{ name: count, type: count }, { name: spot, type: rank, sql: day }]
`,
]

const VIEW = `  - name: shop
    cubes: [{ join_path: orders.customers, includes: [place, count] }]
`

test('a model in several files is the model of one file with all of them', async () => {
  const whole = await importFiles({
    'all.yml': `cubes:\n${CUBES.join('')}views:\n${VIEW}`,
  })
  const cuts = fc.array(fc.boolean(), { minLength: CUBES.length, maxLength: CUBES.length })
  const property = fc.asyncProperty(cuts, async (isNext) => {
    const parts: string[] = []
    CUBES.forEach((cube, i) => {
      if (i === 0 || isNext[i]) parts.push('cubes:\n')
      parts[parts.length - 1] += cube
    })
    const view = isNext[0] ? { 'z/shop.yaml': `views:\n${VIEW}` } : {}
    if (!isNext[0]) parts[parts.length - 1] += `views:\n${VIEW}`
    const files = Object.fromEntries(parts.map((text, i) => [`cubes/${i}.yml`, text]))
    const { workspace, report } = await importFiles({ ...files, ...view })
    expect(workspace).toEqual(whole.workspace)
    expect({ ...report.counts, unread: report.unread }).toEqual({
      ...whole.report.counts,
      unread: whole.report.unread,
    })
    const said = ({ status, name, message }: (typeof report.findings)[number]) =>
      `${status} ${name} ${message}`
    expect(report.findings.map(said).toSorted()).toEqual(whole.report.findings.map(said).toSorted())
  })
  await fc.assert(property, { numRuns: 8 })
})

test('findings name their files, in the order of the files', async () => {
  const { report } = await importFiles({
    'cubes/a.yml': `cubes:\n${CUBES[2]}`,
    'cubes/b.yml': `cubes:\n${CUBES[0]}`,
    'cubes/c.yml': `# nothing yet\n`,
    'views/customers.yaml': `cubes:\n${CUBES[1]}`,
  })
  expect(report.file).toBe('model')
  expect(
    report.findings
      .filter(({ status }) => status === 'LEFT_OUT')
      .map(({ file, line, path }) => [file, line, path]),
  ).toEqual([
    ['model/cubes/a.yml', 5, 'cubes[0].measures[1]'],
    ['model/cubes/b.yml', 8, 'cubes[0].dimensions[2]'],
    ['model/cubes/b.yml', 11, 'cubes[0].measures[1]'],
  ])
  expect(report.unread).toEqual([{ path: 'cubes[].measures[].format', count: 2 }])
  const single = await importDefinitions({
    ...{ source: { file: 'a.yml', text: `cubes:\n${CUBES[2]}` }, tables: SHOP, tenant: 'shop' },
  })
  expect(single.report.findings.some((one) => 'file' in one)).toBe(false)
})

test('JavaScript and templates are left out by name, and so is what was not read', async () => {
  const orders = { 'orders.yml': `cubes:\n${CUBES[0]}` }
  const { report, workspace } = await importFiles({
    ...orders,
    'customers.js': 'cube(`customers`, { sql_table: `customers` })',
    'made.yml': 'cubes:\n{% for one in [1, 2] %}\n  - name: c{{ one }}\n{% endfor %}\n',
    'more.yml.jinja': 'cubes: []',
  })
  expect(report.leftOutFiles).toEqual([
    {
      file: 'model/customers.js',
      reason: 'JavaScript, which is not run; write its cubes and views as YAML',
    },
    { file: 'model/made.yml', reason: expect.stringContaining('a Jinja template') as string },
    { file: 'model/more.yml.jinja', reason: expect.stringContaining('Jinja Preview') as string },
  ])
  expect(workspace.datasets).toMatchObject([{ name: 'orders', relations: [] }])
  expect(report.findings).toContainEqual(
    expect.objectContaining({ name: 'customers', message: 'the model has no cube customers' }),
  )
})

test.each<[string, Readonly<Record<string, string>>, RegExp]>([
  [
    'a cube in two files',
    { 'a.yml': `cubes:\n${CUBES[0]}`, 'b/c.yml': `cubes:\n${CUBES[1]}${CUBES[0]}` },
    /^model\/b\/c\.yml:9:5 cubes\[1\]: "orders" is the name of model\/a\.yml:2:5 cubes\[0\] too$/,
  ],
  [
    'a view called as a cube of another file',
    { 'a.yml': `cubes:\n${CUBES[0]}`, 'v.yml': 'views:\n  - name: orders\n' },
    /^model\/v\.yml:2:5 views\[0\]: "orders" is the name of model\/a\.yml:2:5 cubes\[0\] too$/,
  ],
  [
    'a file of something else',
    { 'a.yml': `cubes:\n${CUBES[0]}`, 'compose.yml': 'services: {}' },
    /^model\/compose\.yml:1:1 the document: expected a model of Cube, found the keys services/,
  ],
  [
    'a mistake in one file',
    {
      'a.yml': `cubes:\n${CUBES[0]}`,
      'b.yml': `cubes:\n${CUBES[1]!.replace('type: number', 'type: nmber')}`,
    },
    /^model\/b\.yml:6:\d+ cubes\[0\]\.dimensions\[0\]\.type: .* did you mean number/,
  ],
  [
    'an access rule of a view',
    {
      'a.yml': `cubes:\n${CUBES[0]}`,
      'v.yml': `views:\n${VIEW}    access_policy: [{ group: a }]\n`,
    },
    /^model\/v\.yml:4:\d+ views\[0\]\.access_policy: nothing here enforces/,
  ],
  ['views alone', { 'v.yml': `views:\n${VIEW}` }, /expected cubes; give the folder that has them/],
  ['JavaScript alone', { 'a.js': 'cube(`a`, {})' }, /^model: .* found none; model\/a\.js is/],
  ['no file', {}, /^model: expected YAML files with cubes, found none$/],
])('%s refuses the folder', async (_, files, message) => {
  await expect(importFiles(files)).rejects.toMatchObject({
    code: 'DEFINITIONS_INVALID_IMPORT',
    message: expect.stringMatching(message) as string,
  })
})

test('a folder is no import of another format', async () => {
  await expect(importFiles({ 'a.yml': 'a: 1' }, { from: 'dbt' })).rejects.toThrow(
    /^model: expected a file, found a folder/,
  )
})
