import { parseWorkspace } from '@tributary/catalog'
import { describe, expect, test } from 'vitest'

const BASE = `tenant: demo
accounts:
  - { account: demo, role: OWNER }
  - { account: viewer }
datasources:
  - { name: vega, type: FILES, root: data }
datasets:
  - name: flights
    source: { datasource: vega, file: flights.parquet }
    columns:
      - { name: origin, type: VARCHAR }
dimensions:
  - { name: origin, dataset: flights, column: origin }
  - { name: place, dataset: flights, column: origin, category: { id: geo, name: Geography } }
metrics:
  - { name: flight_count, type: ATOMIC, dataset: flights, aggregate: COUNT, category: traffic }
categories:
  - { id: traffic, name: Traffic }
`

function read(more: string) {
  return parseWorkspace([{ file: 'w.yaml', text: BASE + more }])
}

function problems(more: string): readonly string[] {
  const base = BASE.split('\n').length - 1
  return read(more).problems.map(
    ({ line, path, message, suggestion }) =>
      `+${line - base} ${path} | ${message}${suggestion === null ? '' : ` | ${suggestion}`}`,
  )
}

describe('accounts and categories', () => {
  test('an account without a role has none', () => {
    expect(read('').workspace?.accounts).toEqual([
      { account: 'demo', displayName: 'demo', role: 'OWNER' },
      { account: 'viewer', displayName: 'viewer', role: null },
    ])
  })

  test('a metric is filed by the id of a category, or by id and name', () => {
    const { workspace } = read('')
    expect(workspace?.metrics[0]?.category).toEqual({ id: 'traffic', name: 'Traffic' })
    expect(workspace?.dimensions[1]?.category).toEqual({ id: 'geo', name: 'Geography' })
    expect(workspace?.dimensions[0]?.category).toEqual({ id: '-1', name: 'Uncategorized' })
  })

  test('an unknown category and a duplicate category are mistakes', () => {
    const { problems: found } = parseWorkspace([
      {
        file: 'w.yaml',
        text: `${BASE.replace('category: traffic', 'category: trafic')}  - { id: traffic }\n  - { id: "-1" }\n`,
      },
    ])
    expect(found.map(({ message, suggestion }) => [message, suggestion])).toEqual([
      ['Expected the name of a category, found "trafic"', 'did you mean "traffic"?'],
      ['Two categories have the id "traffic"', expect.stringContaining('w.yaml:')],
      ['The id -1 is reserved for Uncategorized', null],
    ])
  })
})

describe('grants', () => {
  test('say who may what with which resource, and until when', () => {
    const { workspace } = read(`grants:
  - { account: viewer, role: USAGER, metric: flight_count, expires: 2027-01-01T00:00:00Z }
  - { account: viewer, role: ADMIN, category: geo }
  - { account: viewer, role: OWNER, datasource: vega }
`)
    expect(workspace?.grants).toEqual([
      {
        account: 'viewer',
        role: 'USAGER',
        resource: { type: 'METRIC', name: 'flight_count' },
        expires: '2027-01-01T00:00:00Z',
      },
      {
        account: 'viewer',
        role: 'ADMIN',
        resource: { type: 'CATEGORY', name: 'geo' },
        expires: null,
      },
      {
        account: 'viewer',
        role: 'OWNER',
        resource: { type: 'DATASOURCE', name: 'vega' },
        expires: null,
      },
    ])
  })

  test('say what is wrong with them', () => {
    const wrong = problems(`grants:
  - { account: viewr, role: USAGER, metric: flight_count }
  - { account: viewer, role: USAGER, metric: flight_cont }
  - { account: viewer, role: USAGER }
  - { account: viewer, role: USAGER, metric: flight_count, dimension: origin }
  - { account: viewer, role: READER, dataset: flights }
  - { account: viewer, role: USAGER, dataset: flights, expires: tomorrow }
  - { account: viewer, role: USAGER, dimension: origin, expires: 2027-02-31T00:00:00Z }
  - { account: viewer, role: USAGER, dimension: origin }
`)
    expect(wrong).toEqual([
      '+2 grants[0].account | Expected the name of an account, found "viewr" | did you mean "viewer"?',
      '+3 grants[1].metric | Expected the name of a metric, found "flight_cont" | did you mean "flight_count"?',
      '+4 grants[2] | Expected one of metric, dimension, dataset, datasource, category, found none',
      '+5 grants[3] | Expected one of metric, dimension, dataset, datasource, category, found metric and dimension',
      expect.stringContaining('+6 grants[4].role | Expected one of OWNER, ADMIN, USAGER'),
      expect.stringContaining('+7 grants[5].expires | Expected a moment in UTC such as'),
      expect.stringContaining('+8 grants[6].expires | Expected a moment that exists'),
      expect.stringContaining('+9 grants[7] | Two grants of "viewer" are to the same resource'),
    ])
  })
})

describe('groups', () => {
  test('are a tree, each after the one above it and siblings as written', () => {
    const { workspace } = read(`groups:
  - { code: b, parent: top }
  - { code: planning, id: "7", displayName: Planning }
  - { code: c, parent: b }
  - { code: top }
  - { code: a, parent: top }
`)
    expect(workspace?.groups.map(({ code, parent }) => [code, parent])).toEqual([
      ['planning', null],
      ['top', null],
      ['b', 'top'],
      ['c', 'b'],
      ['a', 'top'],
    ])
    expect(workspace?.groups[0]).toEqual({
      id: '7',
      code: 'planning',
      displayName: 'Planning',
      parent: null,
    })
  })

  test('say what is wrong with them', () => {
    const wrong = problems(`groups:
  - { code: a, parent: b }
  - { code: b, parent: a }
  - { code: d, parent: a }
  - { code: c, parent: nowhere }
  - { code: "-1" }
  - { code: e, id: x }
  - { code: f, id: x }
  - { code: e }
`)
    expect(wrong).toEqual([
      '+2 groups[0].parent | Group a is below itself: a → b → a',
      '+3 groups[1].parent | Group b is below itself: b → a → b',
      expect.stringContaining(
        '+5 groups[3].parent | Expected the name of a group, found "nowhere"',
      ),
      expect.stringContaining('+6 groups[4].code | Expected letters, digits, underscores'),
      expect.stringContaining('+8 groups[6].id | Two groups have the id "x"'),
      expect.stringContaining('+9 groups[7].code | Two groups have the code "e"'),
    ])
  })

  test('can be nested ten thousand levels deep', () => {
    const chain = Array.from({ length: 10_000 }, (_, i) =>
      i === 0 ? '  - { code: g0 }' : `  - { code: g${i}, parent: g${i - 1} }`,
    )
    expect(read(`groups:\n${chain.join('\n')}\n`).workspace?.groups.at(-1)?.code).toBe('g9999')
  })
})
