import type { Measure, NestedAggregate } from '@tributary/attribution'
import { aggregateType } from '@tributary/attribution/internal'
import {
  compile,
  type Scope,
  type TypedExpr,
  type TypedReference,
  type ValueType,
} from '@tributary/expression'
import { unsupportedMetric } from '../../definitions/errors.ts'
import { METRIC_TIME } from '../../definitions/metric.ts'
import { toIdentity } from '../rows/conjunction.ts'
import { isMean, type WindowMove } from './other-period.ts'

/** A measure whose windows are not planned yet. */
export interface ResolvedMeasure extends Omit<Measure, 'otherWindow' | 'countedBy'> {
  /** How its windows differ from those of the question, outermost first; empty when they are the same. */
  readonly moves: readonly WindowMove[]
  /** Whether it has no value where it has no rows. Absent for not. */
  readonly isNullWhenEmpty?: true
}

/** The measures found so far below one formula. */
export interface MeasureSet {
  /** Adds a measure and gives the reference to it. Identical measures are shared, whatever their names. */
  add(name: string, measure: Omit<ResolvedMeasure, 'name'>): TypedReference
  /** In the order in which they were found. */
  all(): readonly ResolvedMeasure[]
}

/** Creates an empty set of measures. A second measure with a taken name gets `name_2`. */
export function createMeasureSet(): MeasureSet {
  const measures = new Map<string, ResolvedMeasure>()
  const names = new Set<string>()
  return {
    add(name, measure) {
      const identity = toIdentity(measure)
      const cachedMeasure = measures.get(identity) ?? { name: freeName(name, names), ...measure }
      measures.set(identity, cachedMeasure)
      names.add(cachedMeasure.name)
      const type = measureType(measure)
      return { kind: 'reference', type, table: null, name: cachedMeasure.name }
    },
    all: () => [...measures.values()],
  }
}

function measureType({
  aggregate,
  argument,
  nested,
  moves,
}: Omit<ResolvedMeasure, 'name'>): ValueType {
  if (moves.some(isMean)) return 'DOUBLE'
  const inner = aggregateType(aggregate, argument?.type ?? 'INT')
  if (nested === undefined) return inner
  if (nested.aggregate === 'AVG') return 'DOUBLE'
  return aggregateType(nested.aggregate, inner)
}

function freeName(wanted: string, usedNames: ReadonlySet<string>): string {
  let name = wanted
  for (let n = 2; usedNames.has(name); n++) name = `${wanted}_${n}`
  return name
}

/** A second step of aggregation: over the values of dimensions, or over periods. */
export interface Step {
  readonly aggregate: NestedAggregate['aggregate']
  /** Names of dimensions, a grain behind `__` where there is one. */
  readonly per: readonly string[]
  readonly path: string
}

/** The step over the rows of a dataset. */
export function compileNestedAggregate(
  { aggregate, per, path }: Step,
  scope: Scope,
): NestedAggregate {
  return {
    aggregate,
    per: per.map((name) => compile(`[${name.replaceAll(']', ']]')}]`, scope, { path })),
  }
}

/** The step over the periods of a grain. */
export function stepPerGrain(
  grain: string,
  aggregate: NestedAggregate['aggregate'],
  path: string,
): Step {
  return { aggregate, per: [`${METRIC_TIME}__${grain.toLowerCase()}`], path }
}

/** Throws when the formula is not a single aggregate: a second step over a formula would be ambiguous. */
export function assertOneAggregate(formula: TypedExpr, { path }: Step): void {
  if (formula.kind === 'reference') return
  throw unsupportedMetric(
    path,
    'A second aggregation step needs a metric that is one aggregate, found a formula; define the step on the metrics in it',
  )
}
