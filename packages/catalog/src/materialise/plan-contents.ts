import type { Measure } from '@tributary/attribution'
import type { GrainWord, TypedExpr } from '@tributary/expression'
import { isDivisibleByGrain } from '@tributary/expression/internal'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import { METRIC_TIME } from '../definitions/metric.ts'
import type { PlanDefinition } from '../definitions/plan.ts'
import type { Workspace } from '../definitions/workspace.ts'
import { type Catalog, createCatalog } from '../resolve/catalog/catalog.ts'
import { grainIn } from '../resolve/catalog/grains.ts'
import { dimensionByGrain, type GrainedDimension } from '../resolve/metrics/dimensions.ts'
import { resolveMetric } from '../resolve/metrics/resolve-metric.ts'
import { splitGrain } from '../resolve/names/expression-names.ts'
import { toIdentity } from '../resolve/rows/conjunction.ts'

/** A dimension of a plan with its value for a row of the plan's dataset. */
export interface PlanDimension extends GrainedDimension {
  /** As the plan writes it. */
  readonly text: string
  readonly value: TypedExpr
}

/**
 * The dimensions of a plan over the rows of `dataset`. Throws what a checked plan has not: unknown names, wrong
 * grains.
 */
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
 * Resolves a dimension of a plan: `metric_time` without a grain is by the dataset's own where rows are aggregated,
 * and the time itself where they are kept.
 */
export function dimensionOfPlan(
  { catalog, dataset }: { readonly catalog: Catalog; readonly dataset: DatasetDefinition },
  kind: PlanDefinition['kind'],
  text: string,
): GrainedDimension {
  const dimension = catalog.dimensions.find(text)[0]
  if (dimension !== undefined) return { name: dimension.name, grain: null }
  const { name, grain } = splitGrain(text, catalog.workspace.calendar)
  if (name === METRIC_TIME) {
    const defaultGrain = kind === 'ACCELERATION' ? null : (dataset.time?.grain ?? null)
    return { name, grain: grain ?? defaultGrain }
  }
  return { name: catalog.dimension(name).name, grain }
}

/** The measures of a plan's metrics, each once, and the dataset that they aggregate. */
export interface PlanMeasures {
  readonly dataset: DatasetDefinition
  readonly measures: readonly Measure[]
  /** The metric that a measure is all of; in the order of `measures`, null for one that is a part of a formula. */
  readonly alone: readonly (string | null)[]
}

/** Resolves the metrics of a plan to measures. Throws what {@link resolveMetric} throws. */
export function planMeasures(
  catalog: Catalog,
  plan: Pick<PlanDefinition, 'name' | 'metrics'>,
  options: { readonly now?: bigint } = {},
): PlanMeasures {
  const measures = new Map<string, { readonly measure: Measure; alone: string | null }>()
  let dataset: DatasetDefinition | null = null
  for (const [i, text] of plan.metrics.entries()) {
    const path = `plan ${plan.name}, metrics[${i}]`
    const resolution = resolveMetric(catalog, { text, path }, options)
    dataset ??= resolution.datasets[0]
    const isAlone = resolution.formula.kind === 'reference'
    for (const { moves: _, name, ...aggregation } of resolution.measures) {
      const identity = toIdentity(aggregation)
      const entry = measures.get(identity) ?? { measure: { name, ...aggregation }, alone: null }
      if (isAlone) entry.alone ??= catalog.metric(text, path).name
      measures.set(identity, entry)
    }
  }
  if (dataset === null) throw new TypeError(`The plan "${plan.name}" has no metric`)
  const all = [...measures.values()]
  return {
    dataset,
    measures: all.map(({ measure }) => measure),
    alone: all.map(({ alone: soleMetric }) => soleMetric),
  }
}

/** Whether partitions of a granularity hold whole periods of one of the grains by which rows have their time. */
export function isOfWholePeriods(
  catalog: Catalog,
  granularity: GrainWord,
  times: readonly Pick<GrainedDimension, 'grain'>[],
): boolean {
  return times.some(
    ({ grain }) =>
      grain === null || isDivisibleByGrain(grainIn(catalog, granularity), grainIn(catalog, grain)),
  )
}

/**
 * The plans whose partitions cut the periods of their rows: those of custom periods are known only when these are read. The
 * plans were checked in all else.
 */
export function cutPlans(
  workspace: Workspace,
): readonly { readonly plan: string; readonly problem: string }[] {
  const customGrains = new Set<GrainWord>((workspace.calendar.custom ?? []).map(({ word }) => word))
  const catalog = createCatalog(workspace)
  return workspace.plans.flatMap((plan) => {
    const { granularity, kind } = plan
    const { dataset } = planMeasures(catalog, plan)
    const times = plan.dimensions
      .map((text) => dimensionOfPlan({ catalog, dataset }, kind, text))
      .filter(({ name }) => name === METRIC_TIME)
    const words = [granularity, ...times.map(({ grain }) => grain)]
    if (
      kind === 'EXTERNAL' ||
      times.length === 0 ||
      !words.some((word) => word && customGrains.has(word))
    ) {
      return []
    }
    if (isOfWholePeriods(catalog, granularity, times)) return []
    const cut = times.map(({ grain }) => grain).join(' and ')
    const problem = `partitions by ${granularity} cut periods of ${cut}; add metric_time__${granularity.toLowerCase()} to its dimensions, or choose another granularity`
    return [{ plan: plan.name, problem }]
  })
}
