import type { Grouping, GroupKey } from '@tributary/attribution'
import type { TypedExpr } from '@tributary/expression'
import { dimensionDuplicate, dimensionMissing, unsupportedMetric } from '../definitions/errors.ts'
import { METRIC_TIME } from '../definitions/metric.ts'
import type { Located } from '../definitions/temporary-metric.ts'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import { findDimensionOn, getRootName } from '../resolve/catalog/meaning.ts'
import {
  dimensionByGrain,
  dimensionText,
  findDimensionByName,
  type GrainedDimension,
  longestGrain,
  unavailableFor,
} from '../resolve/metrics/dimensions.ts'
import { splitGrain } from '../resolve/names/expression-names.ts'
import type { PlanContext } from './attribution-question.ts'

/**
 * One grouping per entry, one key per dimension of it. Groupings and keys keep the text as asked; `compared` is the
 * identity of the dimension that tells two objects apart. Throws when there is no entry, a name is unknown or
 * unavailable, or a dimension or combination is listed twice.
 */
export function planGroupings(
  context: PlanContext,
  dimensions: readonly Located[],
  compared: string | null,
): readonly Grouping[] {
  if (dimensions.length === 0) throw dimensionMissing('dimensions')
  const listedIdentities = new Set<string>()
  return dimensions.map((entry) => {
    const names = splitDimensions(context.catalog, entry)
    const planned = names.map((text) => planDimension(context, { text, path: entry.path }))
    const identities = planned.map((dimension) => dimension.identity)
    const identity = identities.toSorted().join()
    if (new Set(identities).size < identities.length || listedIdentities.has(identity)) {
      throw dimensionDuplicate(entry.text, entry.path)
    }
    listedIdentities.add(identity)
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

/** The key to group by for a dimension; `metric_time` without a grain has the longest of the metric's datasets. */
export function planDimension(context: PlanContext, dimension: Located): PlannedDimension {
  const { catalog, metric, dataset } = context
  const { name, grain } = splitGrain(dimension.text, catalog.workspace.calendar)
  if (name === METRIC_TIME) {
    if (dataset.time === null) throw unavailableFor(catalog, metric, METRIC_TIME, dimension.path)
    const periods = { name: METRIC_TIME, grain: grain ?? longestGrain(metric.datasets) }
    return planGrainedDimension(context, { ...periods, root: METRIC_TIME }, dimension.path)
  }
  const definition = findDimensionByName(catalog, { text: name, path: dimension.path })
  if (typeof findDimensionOn(catalog, dataset, definition) !== 'object') {
    throw unavailableFor(catalog, metric, definition.name, dimension.path)
  }
  const grainedDimension = { name: definition.name, grain, root: getRootName(definition) }
  return planGrainedDimension(context, grainedDimension, dimension.path)
}

/** The dimensions of an entry; one whose own name has a comma is not taken apart. */
function splitDimensions(catalog: Catalog, entry: Located): readonly string[] {
  const trimmedText = entry.text.trim()
  const parts =
    catalog.dimensions.find(trimmedText).length > 0 ? [trimmedText] : trimmedText.split(',')
  const names = parts.map((part) => part.trim())
  if (names.includes('')) throw dimensionMissing(entry.path)
  return names
}

function planGrainedDimension(
  { catalog, dataset, question }: PlanContext,
  { root, ...dimension }: GrainedDimension & { readonly root: string },
  path: string,
): PlannedDimension {
  const value = dimensionByGrain({ catalog, dataset }, dimension, { path, now: question.now })
  return { identity: dimensionText({ name: root, grain: dimension.grain }), value }
}

/**
 * Throws for a dimension that the metric is not computed with: a temporary metric can list the dimensions that it has
 * (`INCLUDE`) or does not have (`EXCLUDE`). By any other it does not vary, so nothing can be attributed.
 */
export function assertDimensionsSpecified(
  context: PlanContext,
  groupings: readonly Grouping[],
): void {
  const { question, metric } = context
  const specified = question.metricDefinitions.get(metric.name)?.specifyDimension
  if (specified == null) return
  const { type, dimensions } = specified
  const kind = type.text.toUpperCase()
  if (kind !== 'INCLUDE' && kind !== 'EXCLUDE') {
    throw unsupportedMetric(type.path, `"${type.text}" is neither INCLUDE nor EXCLUDE`)
  }
  const identity = (text: string) =>
    planDimension(context, {
      text: splitGrain(text, context.catalog.workspace.calendar).name,
      path: dimensions.path,
    }).identity
  const named = new Set(dimensions.text.split(',').map((text) => identity(text.trim())))
  for (const [index, { keys }] of groupings.entries()) {
    const barred = keys.find(({ name }) => named.has(identity(name)) !== (kind === 'INCLUDE'))
    if (barred === undefined) continue
    throw unsupportedMetric(
      `dimensions[${index}]`,
      `The metric "${metric.name}" is computed without the dimension "${barred.name}" (specifyDimension ${kind}), so it has no parts along it`,
    )
  }
}
