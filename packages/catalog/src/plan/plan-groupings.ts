import type { Grouping, GroupKey } from '@tributary/attribution'
import type { Grain, TypedExpr } from '@tributary/expression'
import type { Catalog } from '../catalog.ts'
import { METRIC_TIME } from '../definitions/metric-time.ts'
import {
  dimensionDuplicate,
  dimensionMissing,
  dimensionUnavailable,
  unknownName,
} from '../errors.ts'
import { dimensionByGrain, dimensionText } from '../resolve/dimension-by-grain.ts'
import { dimensionsOfDataset } from '../resolve/dimensions-of-metric.ts'
import { splitGrain } from '../resolve/grain-suffix.ts'
import type { Located } from '../resolve/located.ts'
import { pathToDimension } from '../resolve/meaning.ts'
import { nearAmong } from '../resolve/name-index.ts'
import type { PlanContext } from './plan-context.ts'

/**
 * One grouping per entry, one key per dimension of it. Groupings and keys keep the text as asked; `compared` is the
 * identity of the dimension that tells two objects apart. Throws when there is no entry, a name is unknown or
 * unavailable, or the same thing is asked for twice.
 */
export function planGroupings(
  context: PlanContext,
  dimensions: readonly Located[],
  compared: string | null,
): readonly Grouping[] {
  if (dimensions.length === 0) throw dimensionMissing('dimensions')
  const seen = new Set<string>()
  return dimensions.map((entry) => {
    const names = dimensionsIn(context.catalog, entry)
    const planned = names.map((text) => planDimension(context, { text, path: entry.path }))
    const identities = planned.map((one) => one.identity)
    const identity = identities.toSorted().join()
    if (new Set(identities).size < identities.length || seen.has(identity)) {
      throw dimensionDuplicate(entry.text, entry.path)
    }
    seen.add(identity)
    const keys = planned.map(({ value }, i): GroupKey => ({ name: names[i]!, value }))
    const oneSided = compared !== null && identities.includes(compared)
    return { name: entry.text, keys, ...(oneSided && { oneSided }) }
  })
}

/** A dimension of a plan. */
export interface PlannedDimension {
  /** The same for the same dimension by the same grain, however it was called. */
  readonly identity: string
  readonly value: TypedExpr
}

/** What to group by for one dimension; `metric_time` without a grain is by the dataset's own. */
export function planDimension(context: PlanContext, dimension: Located): PlannedDimension {
  const { catalog, metric } = context
  const { dataset } = metric
  const { name, grain } = splitGrain(dimension.text)
  if (name === METRIC_TIME) {
    if (dataset.time === null) throw unavailable(context, dimension, METRIC_TIME)
    return plannedOf(context, METRIC_TIME, grain ?? dataset.time.grain, dimension.path)
  }
  if (catalog.dimensions.find(name).length === 0) {
    const names = nearAmong(catalog.dimensions, [METRIC_TIME])
    throw unknownName('dimension', name, dimension.path, names)
  }
  const definition = catalog.dimension(name, dimension.path)
  if (typeof pathToDimension(catalog, dataset, definition) !== 'object') {
    throw unavailable(context, dimension, definition.name)
  }
  return plannedOf(context, definition.name, grain, dimension.path)
}

/** The dimensions of an entry; one whose own name has a comma is not taken apart. */
export function dimensionsIn(catalog: Catalog, entry: Located): readonly string[] {
  const whole = entry.text.trim()
  const parts = catalog.dimensions.find(whole).length > 0 ? [whole] : whole.split(',')
  const names = parts.map((part) => part.trim())
  if (names.includes('')) throw dimensionMissing(entry.path)
  return names
}

function plannedOf(
  { catalog, metric, question }: PlanContext,
  name: string,
  grain: Grain | null,
  path: string,
): PlannedDimension {
  const { dataset } = metric
  const value = dimensionByGrain({ catalog, dataset }, { name, grain }, { path, now: question.now })
  return { identity: dimensionText({ name, grain }), value }
}

function unavailable(
  { catalog, metric }: PlanContext,
  dimension: Located,
  name: string,
): ReturnType<typeof dimensionUnavailable> {
  const available = dimensionsOfDataset(catalog, metric.dataset).map((one) => one.name)
  return dimensionUnavailable({
    metric: metric.name,
    dimension: name,
    path: dimension.path,
    available,
  })
}
