import { resolve } from 'node:path'
import { parseWorkspace } from '@tributary/catalog'
import { describe, expect, test } from 'vitest'
import { FLIGHTS_TEXT, workspaceOf } from '../flights.ts'

const DATA = `tenant: demo
datasources: [{ name: vega, type: FILES, root: ../data }]
datasets:
  - name: flights
    source: { datasource: vega, file: a.b.csv }
    columns: [{ name: delay, type: INT, sourceColumn: DELAY }]
`
const METRICS = `tenant: demo
dimensions:
  - { name: late, dataset: flights, expr: '[delay] > 15' }
metrics:
  - { name: flight_count, type: ATOMIC, dataset: flights, aggregate: COUNT }
`

function said(...texts: readonly string[]): readonly string[] {
  const sources = texts.map((text, i) => ({ file: `${i}.yaml`, text }))
  return parseWorkspace(sources).problems.map(
    (one) => `${one.file}:${one.line} ${one.path} | ${one.message} | ${one.suggestion}`,
  )
}

describe('parsing a workspace', () => {
  test('merges files and fills in defaults', () => {
    const { workspace, problems, files } = parseWorkspace([
      { file: 'here/a.yaml', text: DATA },
      { file: 'here/b.yaml', text: METRICS },
    ])
    const uncategorized = { id: '-1', name: 'Uncategorized' }
    expect(problems).toEqual([])
    expect(files).toEqual(['here/a.yaml', 'here/b.yaml'])
    expect(workspace).toEqual({
      tenant: 'demo',
      timeZone: 'UTC',
      calendar: { weekStart: 'MONDAY', fiscalYearStart: null, fiscalYearName: 'END' },
      categories: [],
      grants: [],
      groups: [],
      accounts: [],
      datasources: [{ name: 'vega', displayName: 'vega', type: 'FILES', root: resolve('data') }],
      datasets: [
        {
          name: 'flights',
          displayName: 'flights',
          description: '',
          source: { type: 'FILE', datasource: 'vega', file: 'a.b.csv' },
          columns: [
            {
              name: 'delay',
              displayName: 'delay',
              description: '',
              originDataType: 'INT',
              sourceColumn: 'DELAY',
              isHidden: false,
              isPrimaryKey: false,
            },
          ],
          relations: [],
          time: null,
          filter: null,
          partition: null,
          layout: {},
          owner: null,
          tags: [],
        },
      ],
      dimensions: [
        {
          name: 'late',
          code: '2c868ee5-91b6-51fe-ae92-f10c4a2ee26a',
          displayName: 'late',
          description: '',
          category: uncategorized,
          dataset: 'flights',
          via: [],
          value: { type: 'CUSTOM', expr: '[delay] > 15' },
          originDataType: 'BOOLEAN',
          valueList: [],
          attributes: { basic: {}, business: {}, technical: {}, management: {} },
        },
      ],
      metrics: [
        {
          name: 'flight_count',
          code: null,
          displayName: 'flight_count',
          description: '',
          category: uncategorized,
          type: 'ATOMIC',
          dataset: 'flights',
          aggregate: 'COUNT',
          fraction: null,
          expr: null,
          filters: [],
        },
      ],
      periods: [],
      dateTags: [],
      plans: [],
    })
  })

  test('reads the sample workspace whole', () => {
    const workspace = workspaceOf(FLIGHTS_TEXT)
    expect(workspace.datasets.map((one) => one.name)).toEqual(['flights', 'airports'])
    expect(workspace.dimensions).toHaveLength(6)
    expect(workspace.metrics).toHaveLength(8)
  })

  test('asks for the same tenant and time zone in all files', () => {
    const other = METRICS.replace('tenant: demo', 'tenant: other\ntimeZone: UTC')
    expect(said(`${DATA}timeZone: Europe/Berlin\n`, other)).toEqual([
      '1.yaml:1 tenant | Expected the same tenant in all files, found "other" and "demo" | 0.yaml says "demo"',
      '1.yaml:2 timeZone | Expected the same timeZone in all files, found "UTC" and "Europe/Berlin" | 0.yaml says "Europe/Berlin"',
    ])
  })

  test('points from one file to the other for a name given twice', () => {
    expect(said(DATA, METRICS, METRICS)).toEqual([
      '2.yaml:3 dimensions[0].name | Two dimensions have the name "late" | the first is at 1.yaml:3',
      '2.yaml:5 metrics[0].name | Two metrics have the name "flight_count" | the first is at 1.yaml:5',
    ])
  })

  test('refuses two files that would have the same name in lineage', () => {
    const twin = `datasets:
  - name: twin
    source: { datasource: vega, file: a_b.csv }
    columns: [{ name: delay, type: INT }]
`
    expect(said(DATA, twin)).toEqual([
      '1.yaml:3 datasets[0].source.file | The files "a.b.csv" and "a_b.csv" would both be called vega.files.a_b_csv | rename one of the files',
    ])
    expect(said(DATA, twin.replace('a_b.csv', 'A.b.csv'))).toHaveLength(1)
    expect(said(DATA, twin.replace('a_b.csv', 'a.b.csv'))).toEqual([])
  })

  test('finds all mistakes of all files in one run', () => {
    const wrong = METRICS.replace('[delay]', '[dely]').replace('COUNT', 'COUNTS')
    const places = (text: string) => said(text, wrong).map((one) => one.split(' | ')[0])
    expect(places(DATA.replace('INT', 'INTEGER'))).toEqual([
      '0.yaml:6 datasets[0].columns[0].type',
      '1.yaml:3 dimensions[0].expr',
      '1.yaml:5 metrics[0].aggregate',
    ])
    expect(places(DATA.replace('DELAY }', 'DELAY, hidden: true }'))).toEqual([
      '0.yaml:6 datasets[0].columns[0].hidden',
      '1.yaml:3 dimensions[0].expr',
      '1.yaml:5 metrics[0].aggregate',
    ])
  })

  test('does not repeat the mistake of a definition where it is named', () => {
    expect(said(DATA.replace('file: a.b.csv', 'file: a.b.xls'), METRICS)).toHaveLength(1)
    expect(said(DATA.replace('name: delay', 'name: "de/lay"'), METRICS)).toHaveLength(1)
  })

  test('does not repeat the mistake of a time where its grain is named', () => {
    const timed = DATA.concat('    time: { column: delay, grain: DAY }\n')
    const late = METRICS.replace(
      'aggregate: COUNT }',
      `aggregate: COUNT, filters: ['[metric_time__month] > "2001-01-01"'] }`,
    )
    expect(said(timed, late)).toEqual([
      '0.yaml:7 datasets[0].time.column | Expected a column of type DATE, DATETIME or TIMESTAMP, found "delay" of type INT | null',
    ])
  })

  test('leaves names and expressions for later while a file is not YAML', () => {
    const places = said(`${DATA}  x: [\n`, METRICS.replace('[delay]', '[dely]'))
    expect(places.filter((one) => !one.startsWith('0.yaml:'))).toEqual([])
  })

  test('survives documents made to break readers', () => {
    const deep = '['.repeat(20_000)
    const bomb = `a: &a [x,x]\nb: &b [${'*a,'.repeat(9)}]\nc: &c [${'*b,'.repeat(9)}]\nd: [${'*c,'.repeat(99)}]`
    for (const text of [deep, bomb, '&a [*a]', '? [x]\n: y', '\u0000', '--- a\n--- b', '!!x y']) {
      expect(said(text), text.slice(0, 20)).not.toEqual([])
    }
    expect(said('__proto__: { x: 1 }\ntenant: demo')).toEqual([
      expect.stringContaining('Unknown key "__proto__"'),
    ])
  })

  test('accepts YAML anchors any number of times, and merge keys', () => {
    const { workspace, problems } = parseWorkspace([
      { file: 'a.yaml', text: DATA },
      {
        file: 'b.yaml',
        text: `metrics:
  - &count { name: m, type: ATOMIC, dataset: &d flights, aggregate: COUNT }
  - { <<: *count, name: late, filters: ['[delay] > 15'] }
${Array.from({ length: 500 }, (_, i) => `  - { name: m${i}, type: ATOMIC, dataset: *d, aggregate: COUNT }`).join('\n')}
`,
      },
    ])
    expect(problems).toEqual([])
    expect(workspace?.metrics).toHaveLength(502)
    expect(workspace?.metrics[1]).toMatchObject({ name: 'late', dataset: 'flights' })
  })

  test('refuses aliases that grow without bound', () => {
    const levels = Array.from({ length: 30 }, (_, i) => `- &a${i + 1} [*a${i}, *a${i}]`)
    const text = `${DATA}    layout: { x: [&a0 [1], ${levels.map((one) => one.slice(2)).join(', ')}] }\n`
    expect(said(text)).toEqual([
      '0.yaml:7  | Expected aliases that repeat at most 1000000 values, found more | null',
    ])
  })

  test('takes an empty file for one without definitions', () => {
    expect(said('', DATA, METRICS)).toEqual([])
  })
})

test('a plan of a metric that depends on the time of the request is a mistake of the plan', () => {
  const text = `
tenant: demo
datasources: [{ name: shop, type: FILES, root: . }]
datasets:
  - name: orders
    source: { datasource: shop, file: orders.csv }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }, { name: town, type: VARCHAR }, { name: amount, type: INT }]
dimensions: [{ name: city, dataset: orders, column: town }]
metrics:
  - { name: sales, type: ATOMIC, dataset: orders, aggregate: SUM, expr: "[amount]", filters: ["[metric_time] < Now()"] }
plans: [{ name: daily, kind: ACCELERATION, dimensions: [metric_time, city], metrics: [sales] }]
`
  const { problems } = parseWorkspace([{ file: 'w.yaml', text }])
  expect(problems.map(({ path, message }) => [path, message])).toEqual([
    [
      'plans[0].metrics[0]',
      'The metric "sales" uses Now() or Today(), whose value changes with each request',
    ],
  ])
})
