import type { Workspace } from '@tributary/catalog'
import type { Clock } from '@tributary/core'
import type { LineageGraphOptions } from '@tributary/lineage'
import type { TaskLimits } from './instance.ts'

/** What {@link createPlatform} takes. */
export interface PlatformOptions {
  /**
   * A folder of workspace files, or a workspace already read: its tenant's definitions become these.
   * @defaultValue what was applied to the store before
   */
  readonly workspace?: string | Workspace
  /**
   * Folder of the embedded store, made when missing; without it the store is in memory and ends with
   * the process.
   */
  readonly data?: string
  /** Address of a PostgreSQL, `postgres://…`, that is the store instead of the embedded one. */
  readonly store?: string
  /** Where the present comes from. @defaultValue the machine's clock */
  readonly clock?: Clock
  /**
   * Whether `ACCOUNT` and `UID`, which name an account without proof, are accepted. Only where every request comes
   * from a proxy that has authenticated it, or from this machine. @defaultValue false
   */
  readonly trustIdentityHeaders?: boolean
  /** How many rows a result table may have at most. @defaultValue 10,000 */
  readonly maxRows?: number
  /** How large the lineage may become; more is refused. @defaultValue 16,000,000 assets and as many edges */
  readonly lineageLimits?: LineageGraphOptions
  /**
   * How many bytes of datasets may be kept in memory. One that is asked for again is loaded in the background and
   * then answered from memory, until its file changes or others were used later; 0 keeps none. @defaultValue 512 MiB
   */
  readonly memoryBytes?: number
  /**
   * How many task instances this process works on at once: backfills, and what the schedules of plans and source tables
   * ask for. With 0 it only asks and answers, and follows no schedules; another process on the same store does. Beside the
   * embedded store one process alone may work: a second rejects with `PLATFORM_TABLES_IN_USE`. The process lives until the
   * platform is closed. @defaultValue 0
   */
  readonly workers?: number
  /** How many task instances may run at once in all processes together. @defaultValue 2 of a tenant */
  readonly taskLimits?: Partial<TaskLimits>
  /** How the work is shared among processes. */
  readonly taskTimes?: TaskTimes
  /** Called at the start of each long step with a few words about it. */
  readonly onProgress?: (step: string) => void
  /** Called with each fault in the background, such as a schedule that cannot be followed. @defaultValue faults are dropped */
  readonly onFault?: OnFault
}

/** Times of the work on task instances, in milliseconds. */
export interface TaskTimes {
  /**
   * How long an instance is a worker's own without a sign of life; after a crash its work is taken up so much later. The
   * clocks of the machines must not differ by nearly as much. @defaultValue 30,000
   */
  readonly lease?: number
  /** How often a worker looks for what other processes have made, and at its schedules. @defaultValue 1,000 */
  readonly poll?: number
}

/** A fault of work in the background, which is tried again automatically. */
export interface BackgroundFault {
  /** What went wrong, a sentence for people. */
  readonly message: string
  readonly tenant: string
  /** The plan whose schedule it is; null for that of a source table. */
  readonly plan: string | null
  /** The source table whose schedule it is, its parts joined by points; null for that of a plan. */
  readonly table: string | null
  /** The time of the schedule that was to be followed; null when it failed before that was known. */
  readonly scheduleTime: Date | null
  /** What was thrown. */
  readonly error: unknown
}

/** Called with a fault in the background. What it throws is ignored. */
export type OnFault = (fault: BackgroundFault) => void

/** How a caller gives up on a request. */
export interface CallOptions {
  /** When aborted, the query in the engine is interrupted and the call rejects. */
  readonly signal?: AbortSignal
}
