import { assertNever } from '@tributary/core'
import type { InstanceStatus } from './instance.ts'

/** The part of an instance that changes during its life. */
export interface InstanceState {
  readonly status: InstanceStatus
  readonly attempt: number
  /** The worker that runs it, and until when no other may; null unless it is RUNNING. */
  readonly owner: string | null
  readonly leaseUntil: Date | null
  /** Tries again after failures, of `retryCount` that it may have. */
  readonly retries: number
  readonly retryCount: number
  /** Seconds. */
  readonly retryInterval: number
  /** How many workers were lost while running it since it was last requested. */
  readonly losses: number
  /** It may not begin before. */
  readonly readyAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  readonly statusTimes: Readonly<Partial<Record<InstanceStatus, Date>>>
  readonly message: string | null
  readonly server: string | null
}

/** Something that happens to an instance at a moment. `lease` is in milliseconds. */
export type InstanceEvent =
  | {
      readonly type: 'CLAIM'
      readonly at: Date
      readonly owner: string
      readonly server: string
      readonly lease: number
    }
  | ({ readonly type: 'HEARTBEAT'; readonly lease: number } & ByOwner)
  | ({ readonly type: 'SUCCEED' } & ByOwner)
  | ({ readonly type: 'FAIL'; readonly message: string } & ByOwner)
  /** The worker shuts down and returns the unfinished instance to the queue. */
  | ({ readonly type: 'RELEASE' } & ByOwner)
  | { readonly type: 'EXPIRE'; readonly at: Date }
  | { readonly type: 'RERUN'; readonly at: Date }
  | { readonly type: 'CANCEL'; readonly at: Date; readonly message: string }

/** Fields of events that only the worker of the current attempt may cause. */
interface ByOwner {
  readonly at: Date
  readonly owner: string
  readonly attempt: number
}

/**
 * How many workers may be lost during one instance before the instance is considered the cause. The limit is high,
 * because the first instance in the queue is what every restarted worker begins with.
 */
export const MOST_LOSSES = 50

/**
 * The state after an event, or null when the event is not allowed in this state. Events of a worker that does not have
 * the current attempt are never allowed; those of a worker whose lease has ended are, until the instance expires.
 */
export function nextState(state: InstanceState, event: InstanceEvent): InstanceState | null {
  switch (event.type) {
    case 'CLAIM':
      return claimInstance(state, event)
    case 'HEARTBEAT':
      return holds(state, event)
        ? { ...state, leaseUntil: addMilliseconds(event.at, event.lease) }
        : null
    case 'SUCCEED':
      return holds(state, event) ? endInstance(state, 'SUCCESS', event.at, null) : null
    case 'FAIL':
      return holds(state, event) ? failInstance(state, event.at, event.message) : null
    case 'RELEASE':
      return holds(state, event) ? toWaiting(state, event.at) : null
    case 'EXPIRE':
      return expireLease(state, event.at)
    case 'RERUN':
      return resetInstance(state, event.at)
    case 'CANCEL':
      return cancelInstance(state, event.at, event.message)
    default:
      return assertNever(event)
  }
}

function holds({ status, owner, attempt }: InstanceState, by: ByOwner): boolean {
  return status === 'RUNNING' && owner === by.owner && attempt === by.attempt
}

function claimInstance(
  state: InstanceState,
  { at, owner, server, lease }: InstanceEvent & { readonly type: 'CLAIM' },
): InstanceState | null {
  if (state.status !== 'WAITING' || state.readyAt > at) return null
  const attempt = state.attempt + 1
  const leaseUntil = addMilliseconds(at, lease)
  return { ...enterStatus(state, 'RUNNING', at), attempt, owner, server, leaseUntil, startedAt: at }
}

function failInstance(state: InstanceState, at: Date, message: string): InstanceState {
  if (state.retries >= state.retryCount) return endInstance(state, 'FAILED', at, message)
  const readyAt = addMilliseconds(at, state.retryInterval * 1_000)
  return { ...toWaiting(state, at), retries: state.retries + 1, readyAt, message }
}

function expireLease(state: InstanceState, at: Date): InstanceState | null {
  const { status, leaseUntil, losses, server } = state
  if (status !== 'RUNNING' || leaseUntil === null || leaseUntil >= at) return null
  const message = `The worker at ${server} was lost: nothing was heard of it since its lease ended at ${leaseUntil.toISOString()}.`
  if (losses < MOST_LOSSES) return { ...toWaiting(state, at), losses: losses + 1, message }
  const last = `${message} It was the worker number ${losses + 1} that was lost over this instance, which is not tried again.`
  return endInstance(state, 'FAILED', at, last)
}

function cancelInstance(state: InstanceState, at: Date, message: string): InstanceState | null {
  if (state.status === 'SUCCESS' || state.status === 'FAILED') return null
  return { ...endInstance(state, 'FAILED', at, message), ...raiseAttempt(state) }
}

function resetInstance(state: InstanceState, at: Date): InstanceState {
  return { ...toWaiting(state, at), ...raiseAttempt(state), retries: 0, losses: 0, message: null }
}

/** Raises the attempt of a running instance, so that its worker can no longer write. */
function raiseAttempt({ status, attempt }: InstanceState): Pick<InstanceState, 'attempt'> {
  return { attempt: status === 'RUNNING' ? attempt + 1 : attempt }
}

function toWaiting(state: InstanceState, at: Date): InstanceState {
  return { ...enterStatus(state, 'WAITING', at), readyAt: at }
}

function endInstance(
  state: InstanceState,
  status: 'SUCCESS' | 'FAILED',
  at: Date,
  message: string | null,
): InstanceState {
  return { ...enterStatus(state, status, at), endedAt: at, message }
}

/** The state in `status` since `at`, without a worker. */
function enterStatus(state: InstanceState, status: InstanceStatus, at: Date): InstanceState {
  const statusTimes = { ...state.statusTimes, [status]: at }
  return { ...state, status, statusTimes, owner: null, leaseUntil: null, endedAt: null }
}

function addMilliseconds(at: Date, milliseconds: number): Date {
  return new Date(at.getTime() + milliseconds)
}
