import type { ViewQuestion } from '@tributary/catalog/internal'
import { questionTooLargeError } from '../model/errors.ts'
import type { QuestionLimits } from '../model/limits.ts'

/** Throws `PLATFORM_QUESTION_TOO_LARGE` for a question with more dimensions or filters than are allowed. */
export function assertFits(question: ViewQuestion, limits: QuestionLimits): void {
  const { dimensions, filters, resultFilters, metricDefinitions } = question
  if (dimensions.length > limits.dimensions) {
    const of = { path: 'dimensions', found: dimensions.length, limit: limits.dimensions }
    throw questionTooLargeError(of, 'dimensions')
  }
  let filterCount = filters.length + resultFilters.length
  for (const { filters: metricFilters } of metricDefinitions.values())
    filterCount += metricFilters.length
  if (filterCount <= limits.filters) return
  throw questionTooLargeError(
    { path: 'filters', found: filterCount, limit: limits.filters },
    'filters',
  )
}
