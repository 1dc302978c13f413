import type { EdgeData, MovementsData, MovementsRequest, RequestOf } from '@tributary/contract'
import type { Administration } from './administration/administration.ts'
import type { PlatformHealth } from './administration/check-health.ts'
import type { CallOptions } from './model/options.ts'
import type { BearerToken, Caller, Credentials } from './model/rights.ts'
import type { PlatformOperations } from './operations/options.ts'
import type { MovementsStep } from './operations/query/metric-movements.ts'

/** The work of a platform at one moment. */
export interface PlatformLoad {
  /** Questions of all tenants that run. */
  readonly running: number
  /** Questions that wait for others to end. */
  readonly waiting: number
  /** Pieces of long work of this process that wait for their next slice. */
  readonly slices: number
  /** Task instances that this process may run at once; 0 for a process without workers. */
  readonly workers: number
}

/** The whole engine of one process, without HTTP. A caller sees only the tenant of the caller. */
export interface Platform extends Administration {
  /** The account of the credentials. Rejects with the same `ACCESS_UNAUTHENTICATED` for an unknown tenant, account or secret. */
  authenticate(credentials: Credentials | BearerToken): Promise<Caller>
  /** The operations of the API for a caller, whom `authenticate` gave. It may be kept; each call uses the current definitions. */
  as(caller: Caller): PlatformOperations
  /**
   * The answer of `metricMovements` again and again while it is computed: soon with the first metrics, when all are
   * ranked, and with each cause. A step that is not read before the next one is left out. Ending the loop stops the work.
   */
  movementSteps(
    caller: Caller,
    request: MovementsRequest,
    options?: CallOptions,
  ): AsyncGenerator<MovementsStep, MovementsData>
  /**
   * The edges of `allLineage` one by one, for a lineage that is larger than memory. Edges of one vertex are consecutive and
   * share its object. The lineage may change during the iteration.
   */
  lineageEdges(caller: Caller): Promise<Iterable<EdgeData>>
  /** The text of `exportLineage` in pieces, for a lineage that is larger than memory. */
  lineagePieces(caller: Caller, request: RequestOf<'exportLineage'>): Iterable<string>
  /** The questions and tasks that run and wait now. */
  load(): PlatformLoad
  /** Sends a test query to the store and the engine and gives whether each answered. Never rejects; after `close` both are false. */
  health(): Promise<PlatformHealth>
  /** Ends the engine and the store. Later calls reject. */
  close(): Promise<void>
}
