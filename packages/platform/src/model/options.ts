import type { Workspace } from '@tributary/catalog'
import type { ClaimLanguage } from '@tributary/contract'
import type { Clock } from '@tributary/core'
import type { LineageGraphOptions } from '@tributary/lineage'
import type { TaskLimits } from './instance.ts'
import type { QuestionLimits } from './limits.ts'

/** Options of {@link createPlatform}. */
export interface PlatformOptions {
  /**
   * A folder of workspace files, or a workspace that was read before; it is applied to the store.
   * @defaultValue the definitions that were applied to the store before
   */
  readonly workspace?: string | Workspace
  /**
   * Whether the files and tables of `workspace` are opened and checked at once, so that one that does not fit its dataset
   * refuses the whole workspace. When false, each is opened when a question first needs it, and a mistake fails that
   * question only. @defaultValue true
   */
  readonly checksSources?: boolean
  /**
   * Folder of the embedded store, created when missing; without it the store is in memory and is lost when
   * the process ends.
   */
  readonly data?: string
  /** Address of a PostgreSQL store, `postgres://…`, used instead of the embedded one. */
  readonly store?: string
  /** Gives the current time. @defaultValue the clock of the machine */
  readonly clock?: Clock
  /**
   * Whether `ACCOUNT` and `UID`, which name an account without proof, are accepted. Use it only where every request comes
   * from a proxy that has authenticated it, or from this machine. @defaultValue false
   */
  readonly trustIdentityHeaders?: boolean
  /**
   * Issuers of OpenID Connect whose signed tokens (JWT) authenticate callers. @defaultValue none, so that every
   * token is refused
   */
  readonly issuers?: readonly TokenIssuer[]
  /** The largest number of rows of a result table. @defaultValue 10,000 */
  readonly maxRows?: number
  /** How large a question may be, and how many run and wait at once. */
  readonly questionLimits?: Partial<QuestionLimits>
  /**
   * The largest memory of the embedded engine of a tenant, in bytes, at least 128 MiB; what does not fit goes to the
   * system's temporary folder. @defaultValue a quarter of the memory that this process may use
   */
  readonly engineBytes?: number
  /**
   * The memory of the whole process in bytes, at least 128 MiB, beyond which questions are stopped, the one during which it
   * grew most first. It counts what the engine does not count, such as texts that an expression builds. @defaultValue 80% of
   * the memory that this process may use
   */
  readonly processBytes?: number
  /** The largest size of the lineage; larger imports are refused. @defaultValue 16,000,000 assets and 16,000,000 edges */
  readonly lineageLimits?: LineageGraphOptions
  /**
   * The largest number of bytes of datasets in memory. A dataset that is queried a second time is loaded in the background
   * and then answers from memory, until its file changes or the memory is needed for others; 0 keeps none. @defaultValue 512 MiB
   */
  readonly memoryBytes?: number
  /**
   * How many task instances this process runs at the same time: backfills, and those of the schedules of plans and source
   * tables. With 0 it runs none and follows no schedules; another process on the same store can. With the embedded store
   * only one process may have workers: a second rejects with `PLATFORM_TABLES_IN_USE`. Workers keep the process alive
   * until the platform is closed. @defaultValue 0
   */
  readonly workers?: number
  /** How many task instances may run at the same time in all processes together. @defaultValue 2 per tenant */
  readonly taskLimits?: Partial<TaskLimits>
  /** Times of the leases and polls of workers. */
  readonly taskTimes?: TaskTimes
  /** Called at the start of each long step with a few words about it. */
  readonly onProgress?: (step: string) => void
  /** Called with each file that a question opens without the rows that `maxBadRows` of its dataset allows to leave out. */
  readonly onRowsLeftOut?: (leftOut: {
    /** The path of the file, or the pattern of several. */
    readonly file: string
    readonly rows: number
    /** How many may be left out. */
    readonly most: number
  }) => void
  /** Called with each fault in the background, such as a scheduled run that cannot be recorded. @defaultValue faults are ignored */
  readonly onFault?: OnFault
}

/** An issuer of OpenID Connect, and the meaning of its tokens. Addresses are https, or http on this machine. */
export interface TokenIssuer {
  /** The `iss` of its tokens. */
  readonly issuer: string
  /** The `aud` that a token must have; one of several is enough. */
  readonly audience: string | readonly string[]
  /** The address of its keys (JWKS). @defaultValue the `jwks_uri` of its `.well-known/openid-configuration` */
  readonly jwks?: string
  /** The tenant of all its tokens. @defaultValue the claim `claims.tenant` of the token */
  readonly tenant?: string
  /** The claims that name the tenant and the account. @defaultValue `tenant` and `sub` */
  readonly claims?: { readonly tenant?: string; readonly account?: string }
  /** The signatures that are accepted. @defaultValue every RS, PS, ES and EdDSA of JWA */
  readonly algorithms?: readonly string[]
  /** By how many seconds its clock may differ. @defaultValue 30 */
  readonly clockSkew?: number
  /** The least number of seconds between two readings of its keys, also of readings that fail. @defaultValue 30 */
  readonly keyInterval?: number
}

/** Times of the work on task instances, in milliseconds. */
export interface TaskTimes {
  /**
   * How long a lease of an instance lasts without a heartbeat of its worker; after a crash another worker starts the
   * instance when it has ended. An import whose process ended is reported as failed after the same time. The clocks of the
   * machines must differ by much less. @defaultValue 30,000
   */
  readonly lease?: number
  /** Interval in which a worker looks for new instances and due schedules. @defaultValue 1,000 */
  readonly poll?: number
}

/** A fault of work in the background, which is tried again automatically. */
export interface BackgroundFault {
  /** The fault, as a sentence for people. */
  readonly message: string
  readonly tenant: string
  /** The plan of the schedule; null for the schedule of a source table. */
  readonly plan: string | null
  /** The source table of the schedule, its parts joined by points; null for the schedule of a plan. */
  readonly table: string | null
  /** The due time of the schedule; null when the fault occurred before it was known. */
  readonly scheduleTime: Date | null
  /** The error that was thrown. */
  readonly error: unknown
}

/** Called with a fault in the background. Its own errors are ignored. */
export type OnFault = (fault: BackgroundFault) => void

/** Options of a call. */
export interface CallOptions {
  /** When aborted, the query in the engine is interrupted and the call rejects. */
  readonly signal?: AbortSignal
  /**
   * Called with each error of a part that is left out of the answer; the answer describes it as the caller may read it.
   * @defaultValue it is not called
   */
  readonly onPartFailed?: (error: unknown) => void
  /** The language of headlines. @defaultValue `en` */
  readonly language?: ClaimLanguage
}

/** Options of a question whose answers have tags. */
export interface QuestionOptions extends CallOptions {
  /** The tags of earlier answers that the caller has, and a callback for the tag of this one. @defaultValue no tag is made */
  readonly revalidation?: Revalidation
}

/**
 * Tags stand for answers: while the definitions, the data and the rights of the caller are the same, the same request has
 * the same tag. A tag is only known to the process that made it.
 */
export interface Revalidation {
  /**
   * Tags of answers that the caller has. When the answer would be one of them, the question is not asked: the call rejects
   * with `PLATFORM_NOT_MODIFIED`, whose `details.tag` is the tag.
   */
  readonly known: readonly string[]
  /** Called with the tag of the answer before it is computed; not called where the data has no version. */
  tagged(tag: string): void
}
