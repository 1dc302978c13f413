import type { RunSql } from '../store/tasks/change-instance.ts'
import type { Instance } from './instance.ts'

/** Who works on instances. */
export interface WorkerIdentity {
  /** Unique among all workers that ever were. */
  readonly owner: string
  /** Its IP address. */
  readonly server: string
  /** How long an instance is its own without a heartbeat, in milliseconds. */
  readonly lease: number
}

/** An attempt at an instance; whoever names an older one than the current is refused. */
export type Attempt = Pick<Instance, 'id' | 'attempt'>

/** The queue as one worker has it, over all tenants. */
export interface WorkQueue {
  /**
   * Takes up to `most` instances that may begin. Whoever is sure that some wait says so: then the queue is held without
   * a look at it before.
   */
  claim(most: number, isSure?: boolean): Promise<readonly Instance[]>
  /** Renews the leases of what the worker is at; gives those attempts that are its own no more. */
  heartbeat(held: readonly Attempt[]): Promise<readonly Attempt[]>
  /** Ends an attempt well; false when it was the worker's no more, and nothing is changed then. */
  succeed(held: Attempt, sql: RunSql | null): Promise<boolean>
  /** Ends an attempt that failed; the instance waits for its next try or is FAILED. False as in {@link succeed}. */
  fail(held: Attempt, message: string, sql: RunSql | null): Promise<boolean>
  /** Gives back what the worker will not finish, as if it had not been begun. */
  release(held: readonly Attempt[]): Promise<void>
  /** Takes away from lost workers what they held; gives those instances. */
  sweep(): Promise<readonly Instance[]>
}
