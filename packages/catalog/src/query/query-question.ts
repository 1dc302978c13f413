import type { QueryRequest } from '@tributary/attribution/internal'
import type { OriginDataType } from '../definitions/dataset.ts'
import type { MetricFormat } from '../definitions/metric.ts'
import type { ResolvedView } from '../view/resolve-view.ts'
import type { ViewQuestion } from '../view/view.ts'

/** A query: what a metric view says, and which of the groups are answered. */
export interface QueryQuestion extends ViewQuestion {
  /** The groups to leave out at the beginning. */
  readonly offset: number
  /** The most groups of the answer. */
  readonly limit: number
}

/** A column of the answer. */
export interface QueryColumn {
  /** As the request calls it. */
  readonly name: string
  readonly role: 'DIMENSION' | 'METRIC'
  readonly dataType: OriginDataType
  /** The unit of a metric, if the workspace states one. */
  readonly unit?: string
  /** How people read a metric, where the workspace says so. */
  readonly format?: MetricFormat
}

/** A query as a request that an aggregate source understands. */
export interface QueryPlan {
  readonly request: QueryRequest
  /** The columns of the answer in their order: dimensions, then metrics. */
  readonly columns: readonly QueryColumn[]
  /** The question as a metric view states it: all names mapped. */
  readonly view: ResolvedView
}
