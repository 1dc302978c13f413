import type { Catalog } from '../catalog.ts'
import type { MetricResolution } from '../resolve/resolve-metric.ts'
import type { AttributionQuestion } from './attribution-question.ts'

/** What every part of a plan is made from. */
export interface PlanContext {
  readonly catalog: Catalog
  readonly metric: MetricResolution
  readonly question: AttributionQuestion
}
