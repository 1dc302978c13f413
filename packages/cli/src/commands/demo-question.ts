import type { TimeComparisonRequest, VertexLineageQuery } from '@tributary/platform'

/** The demo's question in words. */
export const DEMO_TITLE = 'Why were flights so much later in June 2001 than in May?'

/** The demo's question as the API takes it. */
export const DEMO_QUESTION: TimeComparisonRequest = {
  metric: 'average_delay',
  dimensions: ['origin_state', 'distance_band', 'destination'],
  attribution: {
    attributionCalculateType: 'ALL',
    currentTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-06-01"',
    compareTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-05-01"',
  },
}

/** What the demo asks about where the metric comes from. */
export const DEMO_LINEAGE: VertexLineageQuery = {
  vertexType: 'METRIC',
  vertexId: DEMO_QUESTION.metric,
  inputStep: 3,
  outputStep: 1,
}
