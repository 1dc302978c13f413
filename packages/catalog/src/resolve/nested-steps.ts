import type { NestedAggregate } from '@tributary/attribution'
import { compile, type Scope, type TypedExpr } from '@tributary/expression'
import { METRIC_TIME } from '../definitions/metric-time.ts'
import { unsupportedMetric } from '../errors.ts'

/** A second step of aggregation: over the values of dimensions, or over periods. */
export interface Step {
  readonly aggregate: NestedAggregate['aggregate']
  /** Names of dimensions, a grain behind `__` where there is one. */
  readonly per: readonly string[]
  readonly path: string
}

/** The step over the rows of a dataset. */
export function nestedOf({ aggregate, per, path }: Step, scope: Scope): NestedAggregate {
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

/** A second step is taken over one aggregate; of a formula it could mean several things. */
export function assertOneAggregate(formula: TypedExpr, { path }: Step): void {
  if (formula.kind === 'reference') return
  throw unsupportedMetric(
    path,
    'A second step of aggregation needs a metric that is one aggregate, found a formula; take the steps in its parts',
  )
}
