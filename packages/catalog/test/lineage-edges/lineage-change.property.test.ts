import {
  type Catalog,
  collectCatalogLineage,
  createCatalog,
  parseWorkspace,
} from '@tributary/catalog'
import { lineageChange } from '@tributary/catalog/internal'
import { runToEnd } from '@tributary/core/internal'
import { createLineageGraph, type LineageGraph, reconcileSource } from '@tributary/lineage'
import { planReconcile } from '@tributary/lineage/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'

/** Ways in which a definition may be, the usual one first; null for none of that name. */
type Variants = readonly (Readonly<Record<string, unknown>> | null)[]

const column = (name: string, more: object = {}) => ({ name, type: 'BIGINT', ...more })
const KEY = { name: 'k', type: 'BIGINT', isPrimaryKey: true }

/** A dataset that leads to another one, which it must not do without. */
function datasetsCalled(name: string, to: string | null): Variants {
  const columns = [KEY, column('x'), column('y')]
  const relations = to === null ? [] : [{ name: 'r', to, on: { k: 'k' } }]
  const usual = { name, source: { datasource: 'files', file: 'one.csv' }, columns, relations }
  return [
    usual,
    { ...usual, displayName: `The ${name}` },
    { ...usual, columns: [...columns, column('z', { sourceColumn: 'y', type: 'DOUBLE' })] },
    { ...usual, columns: [KEY, column('x', { type: 'DOUBLE' }), column('y')] },
    { ...usual, columns: [KEY, column('x', { sourceColumn: 'X' }), column('y')] },
    { ...usual, source: { datasource: 'files', file: 'two.csv' } },
    { ...usual, relations: relations.map((one) => ({ ...one, on: { k: 'y' } })) },
    ...(name === 'a'
      ? [
          { ...usual, filter: "['b'/'y'] > 1" },
          { ...usual, filter: '[x] > 1' },
        ]
      : []),
  ]
}

function dimensionsCalled(name: string, dataset: string): Variants {
  const usual = { name, code: `C_${name}`, displayName: `Kind ${name}`, dataset, column: 'x' }
  const { column: _, ...bare } = usual
  return [
    usual,
    { ...usual, column: 'y' },
    { ...usual, description: 'new' },
    { ...usual, dataset: 'a' },
    { ...usual, dataset: 'b', via: ['r'] },
    { ...bare, expr: '[y] + [x]' },
    { ...usual, code: `D_${name}` },
    null,
  ]
}

const ATOMIC = { type: 'ATOMIC', aggregate: 'SUM' }
const M = { ...ATOMIC, name: 'm', code: 'M1', dataset: 'a', expr: '[x] * 2' }
const N = { ...ATOMIC, name: 'n', code: 'N', displayName: 'The n', dataset: 'a', expr: '[y]' }
const METRICS: readonly Variants[] = [
  [
    { ...M, filters: ['[d] = 1'] },
    M,
    { ...M, aggregate: 'MAX', expr: '[x]' },
    { ...M, expr: "['b'/'y'] + [e]" },
    { ...M, filters: [`[y] = 1 and Length("[e] ]] '") > 2`, '[C_e] > 1'] },
  ],
  [
    { ...N, filters: ['[Kind e] = 1'] },
    { ...N, displayName: 'Another' },
    { ...N, code: 'K', aggregate: 'COUNT' },
    { ...N, filters: ["['d'] = 2"] },
    null,
  ],
  [
    { type: 'DERIVED', name: 'o', metric: 'M1', filters: ['[y] > 1', '[C_e] > 2'] },
    { type: 'DERIVED', name: 'o', metric: 'n', filters: ["['x'] > 1"] },
    { type: 'DERIVED', name: 'o', metric: 'N', filters: ['[k] > 1'] },
    null,
  ],
  [
    { type: 'COMPOSITE', name: 'p', expr: '[m] / [o]' },
    { type: 'COMPOSITE', name: 'p', expr: '[M1] + [The n]' },
    { type: 'COMPOSITE', name: 'p', dataset: 'a', expr: 'Sum([x]) / Sum([k])' },
  ],
  [{ type: 'COMPOSITE', name: 'q', expr: '[p] * 2' }, null],
]

const SECTIONS: Readonly<Record<string, readonly Variants[]>> = {
  datasets: [datasetsCalled('a', 'b'), datasetsCalled('b', 'c'), datasetsCalled('c', null)],
  dimensions: [dimensionsCalled('d', 'b'), dimensionsCalled('e', 'c')],
  metrics: METRICS,
}
const PLACES = Object.values(SECTIONS).flat()

/** For some places a variant, by number. */
const someChoices = (maxLength: number) =>
  fc.array(fc.tuple(fc.nat(PLACES.length - 1), fc.nat(9)), { minLength: 1, maxLength })

/** Which variant stands at each place, before and after: a few are not the usual ones, a few become others. */
const anyChange = fc.tuple(someChoices(3), someChoices(2)).map(([unusual, changes]) => {
  const before = PLACES.map(() => 0)
  for (const [place, variant] of unusual) before[place] = variant % PLACES[place]!.length
  const after = [...before]
  for (const [place, variant] of changes) after[place] = variant % PLACES[place]!.length
  return { before, after }
})

/** The catalog of chosen variants; null when they do not fit together. */
function catalogOf(choice: readonly number[]): Catalog | null {
  let place = 0
  const sections = Object.entries(SECTIONS).map(([section, all]) => {
    const chosen = all.map((variants) => variants[choice[place++]!] ?? null)
    return [section, chosen.filter((one) => one !== null)]
  })
  const content = {
    tenant: 'shop',
    datasources: [{ name: 'files', type: 'FILES', root: '.' }],
    ...Object.fromEntries(sections),
  }
  const { workspace } = parseWorkspace([{ file: 'shop.yaml', text: JSON.stringify(content) }])
  return workspace && createCatalog(workspace)
}

/** The definitions that are not the same in both. */
function changedBetween(before: Catalog, after: Catalog) {
  return (['dataset', 'dimension', 'metric'] as const).flatMap((kind) => {
    const textsOf = (catalog: Catalog) =>
      new Map<string, string>(catalog[`${kind}s`].all.map((one) => [one.name, JSON.stringify(one)]))
    const [old, now] = [textsOf(before), textsOf(after)]
    const names = new Set([...old.keys(), ...now.keys()])
    return [...names]
      .filter((name) => old.get(name) !== now.get(name))
      .map((name) => ({ kind, name }))
  })
}

function toldBy(graph: LineageGraph): unknown {
  const byText = (a: string, b: string) => (a < b ? -1 : 1)
  return {
    vertices: Array.from(graph.statedVertices(), (one) => JSON.stringify(one)).sort(byText),
    edges: Array.from(graph.edges(), (one) => JSON.stringify(one)).sort(byText),
  }
}

test('applying a lineage change to the old graph gives the graph of the new definitions', () => {
  let fitting = 0
  fc.assert(
    fc.property(anyChange, (choices) => {
      const [before, after] = [catalogOf(choices.before), catalogOf(choices.after)]
      if (before === null || after === null) return
      fitting += 1
      const graph = createLineageGraph()
      reconcileSource(graph, 'catalog', collectCatalogLineage(before))
      const change = runToEnd(lineageChange(before, after, changedBetween(before, after)))
      runToEnd(runToEnd(planReconcile(graph, 'catalog', change!)))
      const whole = createLineageGraph()
      reconcileSource(whole, 'catalog', collectCatalogLineage(after))
      expect(toldBy(graph)).toEqual(toldBy(whole))
    }),
    { numRuns: process.env.TRIBUTARY_LONG ? 20_000 : 300 },
  )
  expect(fitting).toBeGreaterThan(150)
})
