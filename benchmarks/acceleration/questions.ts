import type { TimeComparisonRequest } from '@tributary/contract'

/** A question of the flights that `flights_by_day` can answer. */
export interface Question {
  readonly name: string
  readonly request: TimeComparisonRequest
}

const month = (text: string): string => `[metric_time__month] = "${text}"`

function question(
  name: string,
  asked: Pick<TimeComparisonRequest, 'metric' | 'dimensions'> & {
    readonly type?: 'ALL' | 'AVG'
    readonly filters?: readonly string[]
  },
): Question {
  const { metric, dimensions, type = 'ALL', filters = [] } = asked
  return {
    name,
    request: {
      metric,
      dimensions,
      explain: true,
      attribution: {
        attributionCalculateType: type,
        currentTimeConstraint: month('2001-06'),
        compareTimeConstraint: month('2001-05'),
        filters,
      },
    },
  }
}

/** Why June 2001 differs from May, in several ways. */
export const QUESTIONS: readonly Question[] = [
  question('average delay by airport and by distance', {
    metric: 'average_delay',
    dimensions: ['origin', 'distance_band'],
  }),
  question('late rate by airport and distance together', {
    metric: 'late_rate',
    dimensions: ['origin,distance_band'],
  }),
  question('total delay by day, mean of a day', {
    metric: 'total_delay',
    dimensions: ['metric_time__day'],
    type: 'AVG',
  }),
  question('flights by distance, from two airports', {
    metric: 'flight_count',
    dimensions: ['distance_band', 'origin'],
    filters: ['[origin] IN ("ATL", "ORD")'],
  }),
]
