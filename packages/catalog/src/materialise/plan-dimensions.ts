import type { Grain, TypedExpr } from '@tributary/expression'
import type { Catalog } from '../catalog.ts'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import { METRIC_TIME } from '../definitions/metric-time.ts'
import type { PlanDefinition } from '../definitions/plan.ts'
import { dimensionByGrain, type GrainedDimension } from '../resolve/dimension-by-grain.ts'
import { splitGrain } from '../resolve/grain-suffix.ts'

/** A dimension of a plan with its value for a row of the plan's dataset. */
export interface PlanDimension extends GrainedDimension {
  /** As the plan writes it. */
  readonly text: string
  readonly value: TypedExpr
}

/** The dimensions of a plan over the rows of `dataset`. Throws what a checked plan has not: unknown names, wrong grains. */
export function planDimensions(
  at: { readonly catalog: Catalog; readonly dataset: DatasetDefinition },
  plan: Pick<PlanDefinition, 'name' | 'kind' | 'dimensions'>,
  options: { readonly now?: bigint } = {},
): readonly PlanDimension[] {
  return plan.dimensions.map((text, i) => {
    const path = `plan ${plan.name}, dimensions[${i}]`
    const dimension = dimensionOfPlan(at, plan.kind, text)
    return { ...dimension, text, value: dimensionByGrain(at, dimension, { path, ...options }) }
  })
}

/**
 * What a dimension of a plan means: `metric_time` without a grain is by the dataset's own where rows are aggregated, and the
 * time itself where they are kept.
 */
export function dimensionOfPlan(
  { catalog, dataset }: { readonly catalog: Catalog; readonly dataset: DatasetDefinition },
  kind: PlanDefinition['kind'],
  text: string,
): GrainedDimension {
  const whole = catalog.dimensions.find(text)[0]
  if (whole !== undefined) return { name: whole.name, grain: null }
  const { name, grain } = splitGrain(text)
  if (name === METRIC_TIME) {
    const own = kind === 'ACCELERATION' ? null : (dataset.time?.grain ?? null)
    return { name, grain: grain ?? own }
  }
  return { name: catalog.dimension(name).name, grain }
}

/** The grains whose periods lie whole in the periods of a grain of days. */
const WITHIN: Readonly<Partial<Record<Grain, readonly Grain[]>>> = {
  DAY: ['DAY'],
  WEEK: ['DAY', 'WEEK'],
  MONTH: ['DAY', 'MONTH'],
  QUARTER: ['DAY', 'MONTH', 'QUARTER'],
  YEAR: ['DAY', 'MONTH', 'QUARTER', 'YEAR'],
}

/** Whether every period of `inner` lies in one of `outer`; null is the time itself, which lies in all. */
export function liesWithin(inner: Grain | null, outer: Grain): boolean {
  if (inner === null || inner === 'SECOND' || inner === 'MINUTE' || inner === 'HOUR') return true
  return WITHIN[outer]?.includes(inner) ?? false
}
