import type { Grouping } from '@tributary/attribution'
import { unsupportedMetric } from '../errors.ts'
import { splitGrain } from '../resolve/grain-suffix.ts'
import type { PlanContext } from './plan-context.ts'
import { planDimension } from './plan-groupings.ts'

/**
 * Refuses a dimension that the metric is not computed with: a temporary metric may name those that it has
 * (`INCLUDE`), or those that it does without (`EXCLUDE`). Along any other it does not vary, so nothing can be attributed.
 */
export function assertSpecified(context: PlanContext, groupings: readonly Grouping[]): void {
  const { question, metric } = context
  const specified = question.metricDefinitions.get(metric.name)?.specifyDimension
  if (specified == null) return
  const { type, dimensions } = specified
  const kind = type.text.toUpperCase()
  if (kind !== 'INCLUDE' && kind !== 'EXCLUDE') {
    throw unsupportedMetric(type.path, `"${type.text}" is neither INCLUDE nor EXCLUDE`)
  }
  const identity = (text: string) =>
    planDimension(context, { text: splitGrain(text).name, path: dimensions.path }).identity
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
