import { check, parse, type TypedExpr } from '@tributary/expression'
import { type AggregateLeaf, extractAggregates } from '@tributary/expression/internal'
import { NOW } from './compile-sample.ts'
import { sampleScope } from './sample-scope.ts'

/** What a formula of aggregates is brought down to: what is aggregated, and the formula over `leaf0`, `leaf1` and so on. */
export function leavesOf(text: string): {
  readonly leaves: readonly AggregateLeaf[]
  readonly formula: TypedExpr
} {
  const { typed, diagnostics } = check(parse(text).ast!, sampleScope, { now: NOW, level: 'metric' })
  if (typed === null) throw new TypeError(diagnostics.map((one) => one.message).join(' '))
  const leaves: AggregateLeaf[] = []
  const formula = extractAggregates(typed, (leaf) => {
    const name = `leaf${leaves.length}`
    leaves.push(leaf)
    return { kind: 'reference', type: 'DOUBLE', table: null, name }
  })
  return { leaves, formula }
}

/** The names of what is wrong with a formula of aggregates. */
export function metricMistakesIn(text: string): readonly string[] {
  const { diagnostics } = check(parse(text).ast!, sampleScope, { now: NOW, level: 'metric' })
  return diagnostics.map((one) => one.name)
}

/** A leaf as {@link leavesOf} names it. */
export function leaf(index: number): TypedExpr {
  return { kind: 'reference', type: 'DOUBLE', table: null, name: `leaf${index}` }
}
