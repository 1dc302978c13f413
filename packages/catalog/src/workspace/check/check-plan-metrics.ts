import type { Catalog } from '../../catalog.ts'
import type { DatasetDefinition } from '../../definitions/dataset.ts'
import { type MetricResolution, resolveMetric } from '../../resolve/resolve-metric.ts'
import type { Report } from '../report.ts'
import type { PlanDraft } from './check-plans.ts'

/** What the metrics of plans are looked up in. */
interface Surroundings {
  readonly catalog: Catalog
  /** Whether nothing was said of what plans stand on. */
  readonly isSound: boolean
}

/** The one dataset that the metrics of a plan stand on; null when a metric is unknown or wrong, or they stand on several. */
export function checkPlanMetrics(
  report: Report,
  draft: PlanDraft,
  surroundings: Surroundings,
): DatasetDefinition | null {
  const { raw, definition } = draft
  const resolved = definition.metrics.map((name, i) =>
    metricAt(report, draft, { ...surroundings, name, i }),
  )
  const [first, ...others] = resolved
  if (first == null || others.includes(null)) return null
  for (const [i, one] of others.entries()) {
    if (one!.dataset === first.dataset) continue
    const [here, there] = [one!.dataset.name, first.dataset.name]
    const message = `Expected metrics of one dataset, found "${one!.name}" of "${here}" beside those of "${there}"`
    report.at(raw, ['metrics', i + 1], message, 'make a plan for each dataset')
    return null
  }
  return first.dataset
}

interface MetricPlace extends Surroundings {
  readonly name: string
  readonly i: number
}

function metricAt(
  report: Report,
  { raw, definition }: PlanDraft,
  { catalog, isSound, name, i }: MetricPlace,
): MetricResolution | null {
  const path = ['metrics', i]
  if (catalog.metrics.byName(name) === undefined) {
    report.unknown(raw, path, { kind: 'metric', name, candidates: catalog.metrics.names() })
    return null
  }
  if (definition.metrics.indexOf(name) < i) {
    report.at(raw, path, `The metric "${name}" stands twice in the plan`)
    return null
  }
  // A metric with a mistake of its own was told of there.
  const resolution = isSound ? resolveMetric(catalog, { text: name, path: 'metric' }) : null
  if (resolution !== null && definition.kind === 'EXTERNAL') {
    return isOneColumn(resolution)
      ? resolution
      : refuseFormula(report, { raw, definition }, path, name)
  }
  return resolution
}

const ADDITIVE: ReadonlySet<string> = new Set(['SUM', 'COUNT', 'MIN', 'MAX'])

function isOneColumn({ leaves, formula }: MetricResolution): boolean {
  return formula.kind === 'reference' && ADDITIVE.has(leaves[0]!.aggregate)
}

function refuseFormula(
  report: Report,
  { raw }: PlanDraft,
  path: readonly (string | number)[],
  name: string,
): null {
  const message = `Expected a SUM, COUNT, MIN or MAX, which is one column of the file; "${name}" is none`
  report.at(raw, path, message, 'name the metrics below its formula')
  return null
}
