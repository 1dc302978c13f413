import { sortInputsFirst } from '../../draft/sort-inputs-first.ts'
import type { DbtManifest, DbtMetric } from '../manifest/manifest.ts'
import { findFilterMetrics } from '../manifest/template.ts'

/** The metrics of a formula, and those that filters name. */
function listMetricInputs({
  numerator,
  denominator,
  accumulated,
  inputs,
  conversion,
  filters,
}: DbtMetric): readonly string[] {
  const directInputs = [numerator, denominator, accumulated, ...inputs].filter(
    (input) => input !== null,
  )
  const metricNames = [
    ...directInputs.map(({ metric }) => metric),
    ...findFilterMetrics([...filters, ...directInputs.flatMap((input) => input.filters)]),
  ]
  const base = conversion?.baseMetric ?? null
  return base === null ? metricNames : [...metricNames, base]
}

/**
 * The metrics that are imported, each after those that it names, otherwise in the order of the file: all but private ones
 * that no other needs. Throws for a cycle.
 */
export function orderMetrics({ metrics }: DbtManifest): readonly DbtMetric[] {
  return sortInputsFirst(metrics, {
    isWanted: ({ isPrivate }) => !isPrivate,
    listInputs: listMetricInputs,
    failForCycle: ({ at, name }, through) =>
      at.fail(`the metric ${name} refers to itself through ${through}`),
  })
}
