import type { OperationId, OperationMethod, ROUTES } from '@tributary/contract'
import type { CallOptions, QuestionOptions } from '../model/options.ts'
import type { TaskCallOptions } from '../requests/kept-task.ts'
import type { PlanDetailOptions } from './acceleration/plan-detail.ts'
import type { LineageImportOptions } from './lineage/import-lineage.ts'

/** Options of operations beyond {@link CallOptions}. */
interface FurtherOptions {
  readonly comparePeers: QuestionOptions
  readonly compareTimes: QuestionOptions
  readonly queryMetrics: QuestionOptions
  readonly metricSeries: QuestionOptions
  readonly planDetail: PlanDetailOptions
  readonly importDefinitions: TaskCallOptions
  readonly importLineage: LineageImportOptions
}

/** The options of an operation in this process. */
export type OptionsOf<Id extends OperationId> = Id extends keyof FurtherOptions
  ? FurtherOptions[Id]
  : CallOptions

/**
 * The operations of a caller in this process: `Operations` of `@tributary/contract` with options that HTTP does not
 * have. A method that fails rejects with an error that has a `code`, and has changed nothing.
 */
export type PlatformOperations = {
  readonly [Id in keyof typeof ROUTES]: OperationMethod<Id, OptionsOf<Id>>
}
