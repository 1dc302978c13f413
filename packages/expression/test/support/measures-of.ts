import { check, parse, type TypedExpr } from '@tributary/expression'
import { type AggregateMeasure, extractAggregates } from '@tributary/expression/internal'
import { NOW } from './compile-sample.ts'
import { sampleScope } from './sample-scope.ts'

/** What a formula of aggregates is brought down to: what is aggregated, and the formula over `measure0`, `measure1` and so on. */
export function measuresOf(text: string): {
  readonly measures: readonly AggregateMeasure[]
  readonly formula: TypedExpr
} {
  const { typed, diagnostics } = check(parse(text).ast!, sampleScope, { now: NOW, level: 'metric' })
  if (typed === null) throw new TypeError(diagnostics.map((one) => one.message).join(' '))
  const measures: AggregateMeasure[] = []
  const formula = extractAggregates(typed, (measure) => {
    const name = `measure${measures.length}`
    measures.push(measure)
    return { kind: 'reference', type: 'DOUBLE', table: null, name }
  })
  return { measures, formula }
}

/** The names of what is wrong with a formula of aggregates. */
export function metricMistakesIn(text: string): readonly string[] {
  const { diagnostics } = check(parse(text).ast!, sampleScope, { now: NOW, level: 'metric' })
  return diagnostics.map((one) => one.name)
}

/** A measure as {@link measuresOf} names it. */
export function measure(index: number): TypedExpr {
  return { kind: 'reference', type: 'DOUBLE', table: null, name: `measure${index}` }
}
