import { inputsFirst } from '../draft/inputs-first.ts'
import type { DbtManifest, DbtMetric } from './manifest.ts'
import { metricsInFilters } from './template.ts'

/** The metrics of a formula, and those that filters name. */
function inputsOf({
  numerator,
  denominator,
  accumulated,
  inputs,
  conversion,
  filters,
}: DbtMetric): readonly string[] {
  const own = [numerator, denominator, accumulated, ...inputs].filter((one) => one !== null)
  const named = [
    ...own.map(({ metric }) => metric),
    ...metricsInFilters([...filters, ...own.flatMap((one) => one.filters)]),
  ]
  const base = conversion?.baseMetric ?? null
  return base === null ? named : [...named, base]
}

/**
 * The metrics that are imported, each after those that it names, otherwise in the order of the file: all but private ones
 * that no other needs. Throws for a cycle.
 */
export function inOrder({ metrics }: DbtManifest): readonly DbtMetric[] {
  return inputsFirst(metrics, {
    isWanted: ({ isPrivate }) => !isPrivate,
    inputsOf,
    failForCycle: ({ at, name }, through) =>
      at.fail(`the metric ${name} refers to itself through ${through}`),
  })
}
