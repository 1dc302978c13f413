import type { AttributionQuestion } from '../plan/attribution-question.ts'
import type { ViewQuestion } from '../view/view.ts'

/** The question about the first metric that has the texts of a query; the windows of a query are planned by themselves. */
export function toAttributionQuestion({
  metrics,
  ...question
}: Omit<ViewQuestion, 'orders' | 'resultFilters'>): AttributionQuestion {
  const window = { filters: [], timeConstraint: question.timeConstraint }
  return {
    metric: metrics[0] ?? { text: '', path: 'metrics' },
    metricDefinitions: question.metricDefinitions,
    dimensions: question.dimensions,
    calculation: 'ALL',
    filters: question.filters,
    timeConstraint: question.timeConstraint,
    current: window,
    compare: window,
    compareDimension: null,
    now: question.now,
  }
}
