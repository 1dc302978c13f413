import type { Caller, Credentials } from './access/caller.ts'
import type { SecretKind } from './access/credentials.ts'
import type {
  AttributionData,
  PeerComparisonRequest,
  TimeComparisonRequest,
} from './services/attribution-requests.ts'
import type { DatasetData } from './services/dataset-data.ts'
import type { DimensionData, DimensionsOfMetricsData } from './services/dimension-data.ts'
import type { LineageAnswers } from './services/lineage-answers.ts'
import type {
  AllLineageData,
  VertexLineageData,
  VertexLineageQuery,
} from './services/lineage-data.ts'

/**
 * The whole engine of one process, without HTTP. Every operation takes the caller first and sees only the
 * caller's tenant. Wrong input rejects with an error whose `code` names it; nothing is changed then.
 */
export interface Platform {
  /** Who the credentials name. Rejects with `ACCESS_UNAUTHENTICATED`, the same for unknown and wrong. */
  authenticate(credentials: Credentials): Promise<Caller>
  /**
   * Makes a secret for an account of the workspace's tenant: 32 characters, shown this once. Requests give
   * it as `auth-value` with its kind as `auth-type`. It lasts as long as the store and the account do.
   */
  createCredential(request: {
    readonly account: string
    readonly kind: SecretKind
  }): Promise<string>
  /** E5: why the metric differs between two time ranges. */
  compareTimes(
    caller: Caller,
    request: TimeComparisonRequest,
    options?: CallOptions,
  ): Promise<AttributionData>
  /** E4: why the metric differs between two comparison objects. */
  comparePeers(
    caller: Caller,
    request: PeerComparisonRequest,
    options?: CallOptions,
  ): Promise<AttributionData>
  /** E15: every lineage edge of the tenant, one by one. */
  allLineage(caller: Caller): AllLineageData
  /** E16: the neighbourhood of one asset. */
  vertexLineage(caller: Caller, query: VertexLineageQuery): VertexLineageData
  /** More questions about the caller's lineage: evidence, impact, loose ends, cycles. */
  lineage(caller: Caller): LineageAnswers
  /** E17: one dimension, by name or (with `by: 'CODE'`) by code. */
  dimensionDetail(
    caller: Caller,
    name: string,
    options?: { readonly by?: 'NAME' | 'CODE' },
  ): DimensionData
  /** E18: the dimensions that each of the metrics can be analysed by, `metric_time` included. */
  dimensionsOfMetrics(caller: Caller, metricNames: readonly string[]): DimensionsOfMetricsData
  /** E19: one dataset, with what the caller may do with it. */
  datasetDetail(caller: Caller, name: string): Promise<DatasetData>
  /** Ends the engine and the store. Later calls reject. */
  close(): Promise<void>
}

/** How a caller gives up on a request. */
export interface CallOptions {
  /** When aborted, the query in the engine is interrupted and the call rejects. */
  readonly signal?: AbortSignal
}
