import type { TypedExpr } from '@tributary/expression'
import { listTypedChildren } from '@tributary/expression/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TemporaryMetric } from '../../../src/definitions/temporary-metric.ts'
import { measureFormula } from '../../../src/resolve/metrics/formula-size.ts'
import { resolveMetric } from '../../../src/resolve/metrics/resolve-metric.ts'
import { flightsCatalog } from '../../flights.ts'

const catalog = flightsCatalog()

/** A formula over the metrics before it, by number: below 0 for those of the catalog. */
type Formula =
  | { readonly kind: 'name'; readonly metric: number }
  | { readonly kind: 'call'; readonly shape: string; readonly parts: readonly Formula[] }

const BASE = ['flight_count', 'total_delay', 'average_delay', 'late_rate']
/** What each metric of the catalog is written out, in nodes: a mean and a share are quotients of two aggregates. */
const BASE_NODES = [1, 1, 3, 3]
const SHAPES = [
  { shape: '$0 + $1', count: 2 },
  { shape: '$0 * $1', count: 2 },
  { shape: 'Coalesce($0, $1)', count: 2 },
  { shape: 'Greatest($0, $1, $2)', count: 3 },
  { shape: 'If($0 > $1, $2, $3)', count: 4 },
] as const

/** The nodes of a shape without its parts: `If` has a comparison too. */
const OWN_NODES: Readonly<Record<string, number>> = { 'If($0 > $1, $2, $3)': 2 }

function formulas(before: number): fc.Arbitrary<Formula> {
  const name = fc
    .integer({ min: -BASE.length, max: before - 1 })
    .map((metric): Formula => ({ kind: 'name', metric }))
  const call = fc
    .constantFrom(...SHAPES)
    .chain(({ shape, count }) =>
      fc
        .array(name, { minLength: count, maxLength: count })
        .map((parts): Formula => ({ kind: 'call', shape, parts })),
    )
  return fc.oneof(name, call, call)
}

const definitions = fc
  .integer({ min: 1, max: 12 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => formulas(at))))

function textIn(formula: Formula, nameAt: (metric: number) => string): string {
  if (formula.kind === 'name') return nameAt(formula.metric)
  return formula.shape.replace(/\$(\d)/g, (_, at) => textIn(formula.parts[at]!, nameAt))
}

function nodesIn(formula: Formula, before: readonly number[]): number {
  if (formula.kind === 'name') {
    const { metric } = formula
    return metric < 0 ? BASE_NODES.at(metric)! : before[metric]!
  }
  const own = OWN_NODES[formula.shape] ?? 1
  return formula.parts.reduce((sum, part) => sum + nodesIn(part, before), own)
}

function temporary(expr: string): TemporaryMetric {
  const path = 'metricDefinitions.t'
  return { refMetric: { text: 'flight_count', path }, filters: [], expr: { text: expr, path } }
}

function resolve(name: string, metrics: ReadonlyMap<string, TemporaryMetric>) {
  return resolveMetric(catalog, { text: name, path: 'metric' }, { temporaryMetrics: metrics })
}

/** Counts by walking through the whole tree. */
function countNodes(formula: TypedExpr): number {
  return listTypedChildren(formula).reduce((sum, child) => sum + countNodes(child), 1)
}

const runs = process.env.TRIBUTARY_LONG ? 20_000 : 150

test('the size of a formula is the sum of its parts, and it resolves like the written-out formula', () => {
  fc.assert(
    fc.property(definitions, (all) => {
      const metrics = new Map<string, TemporaryMetric>()
      const nodes: number[] = []
      const texts: string[] = []
      for (const [at, formula] of all.entries()) {
        const byName = (metric: number) => (metric < 0 ? `[${BASE.at(metric)}]` : `[t${metric}]`)
        metrics.set(`t${at}`, temporary(textIn(formula, byName)))
        nodes.push(nodesIn(formula, nodes))
        const written = (metric: number) => (metric < 0 ? byName(metric) : `(${texts[metric]})`)
        if (nodes[at]! <= 300) texts.push(textIn(formula, written))
        const ask = () => resolve(`t${at}`, metrics)
        if (nodes[at]! > 2000) {
          expect(ask).toThrow(/too large when their formulas are expanded/)
          return
        }
        const { formula: shared, measures } = ask()
        expect(measureFormula(shared).nodes).toBe(nodes[at])
        expect(countNodes(shared)).toBe(nodes[at])
        if (texts.length <= at) return
        const alone = resolve('alone', new Map([['alone', temporary(texts[at]!)]]))
        expect([shared, measures]).toEqual([alone.formula, alone.measures])
      }
    }),
    { numRuns: runs },
  )
})

test('metrics that double are refused without being written out', () => {
  const metrics = new Map<string, TemporaryMetric>([['t0', temporary('[flight_count]')]])
  for (let at = 1; at < 100; at++) {
    metrics.set(
      `t${at}`,
      temporary(
        Array(200)
          .fill(`[t${at - 1}]`)
          .join(' + '),
      ),
    )
  }
  expect(() => resolve('t99', metrics)).toThrow(/too large when their formulas are expanded/)
})

test('a formula that is too high for the stack is refused', () => {
  const metrics = new Map<string, TemporaryMetric>()
  for (let at = 0; at < 20; at++) {
    const text = `[${at === 0 ? 'flight_count' : `t${at - 1}`}]${' + 1'.repeat(400)}`
    metrics.set(`t${at}`, temporary(text))
  }
  expect(() => resolve('t19', metrics)).toThrow(/too large when their formulas are expanded/)
})
