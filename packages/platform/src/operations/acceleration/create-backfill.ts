import type { Catalog, PlanDefinition } from '@tributary/catalog'
import { grainIn } from '@tributary/catalog/internal'
import type { BackfillRequest } from '@tributary/contract'
import { addGrain, type Grain, truncate } from '@tributary/expression'
import { invalidRequestError, planConflictError } from '../../model/errors.ts'
import { toPlanResource } from '../../model/rights.ts'
import { createPlanTask, hasPlanPartitions } from '../../queue/schedules.ts'
import { readDay } from '../../requests/read-values.ts'
import type { Session } from '../../tenant/session.ts'
import { findPlan } from './find-plan.ts'

const MOST_INSTANCES = 100_000
const LONGEST_LOT = 36_525

/**
 * Creates the task that refreshes a plan's partitions in a range of days, and gives its `dagName`; the task and
 * all of its instances, or when it rejects nothing. A plan without partitions is refreshed whole by one instance.
 * Rejects with `PLATFORM_UNKNOWN_PLAN`, with `ACCESS_FORBIDDEN` for a caller who may not edit the plan, with
 * `PLATFORM_PLAN_CONFLICT` for an external plan, and with `PLATFORM_INVALID_REQUEST`.
 */
export async function createBackfill(session: Session, request: BackfillRequest): Promise<string> {
  const { access, caller, clock, tasks, wholeCatalog } = session
  const plan = findPlan(session, request)
  access.require('EDIT', toPlanResource(plan), request.planId ?? plan.name)
  const task = createPlanTask(plan)
  if (task === null) {
    const reason = `The plan "${plan.name}" is external: its table is filled by somebody else and cannot be refreshed here.`
    throw planConflictError(reason)
  }
  const lots = hasPlanPartitions(wholeCatalog, plan)
    ? createLots(wholeCatalog, plan, request)
    : wholeTable(request)
  const scheduleTime = clock.now()
  const { dagName } = await tasks.create(caller.tenant, {
    ...task,
    runType: 'MANUAL',
    instances: lots.map((lot) => ({ ...lot, scheduleTime })),
  })
  return dagName
}

function createLots(
  catalog: Catalog,
  { granularity }: PlanDefinition,
  request: BackfillRequest,
): readonly Lot[] {
  const range = readRange(request)
  const days = request.dateIntervalOfLot ?? 1
  if (!Number.isInteger(days) || days < 1 || days > LONGEST_LOT) {
    const reason = `dateIntervalOfLot is ${days}; it must be a whole number from 1 to ${LONGEST_LOT}.`
    throw invalidRequestError('dateIntervalOfLot', reason)
  }
  const lots = backfillLots({
    ...range,
    grain: grainIn(catalog, granularity),
    days,
    most: MOST_INSTANCES,
  })
  if (lots !== null) return lots
  const reason = `From ${request.startTime} to ${request.endTime} are more than ${MOST_INSTANCES} instances of ${days === 1 ? '1 day' : `${days} days`}; choose fewer days, or a larger dateIntervalOfLot.`
  throw invalidRequestError('endTime', reason)
}

function wholeTable(
  request: BackfillRequest,
): readonly { readonly startPartition: null; readonly endPartition: null }[] {
  readRange(request)
  return [{ startPartition: null, endPartition: null }]
}

function readRange({ startTime, endTime }: BackfillRequest): { from: bigint; to: bigint } {
  const from = readDay(startTime, 'startTime')
  const to = readDay(endTime, 'endTime')
  if (from <= to) return { from, to }
  const reason = `startTime ${startTime} is after endTime ${endTime}; exchange them.`
  throw invalidRequestError('startTime', reason)
}

/** The partitions of one instance: the first and the last, `YYYY-MM-DD`. */
export interface Lot {
  readonly startPartition: string
  readonly endPartition: string
}

/** The range and the lots of a backfill. Times are in microseconds since 1970-01-01, each the beginning of a day. */
interface LotOptions {
  /** The first day. */
  readonly from: bigint
  /** The last day, included. */
  readonly to: bigint
  /** The length of a partition, a day or longer. */
  readonly grain: Grain
  /** The length of a lot in days, from 1. */
  readonly days: number
  /** More lots than these are not made. */
  readonly most: number
}

const DAY = 86_400_000_000n

/**
 * The partitions that overlap a range of days, divided into lots of `days` days from the first day on; the last lot may be
 * shorter. A partition belongs to the lot where it begins. Null for more than `most` lots.
 */
export function backfillLots(options: LotOptions): readonly Lot[] | null {
  const { from, to, grain, days, most } = options
  const length = BigInt(days) * DAY
  // Every lot of days has a partition, which longer ones do not.
  if (grain === 'DAY' && (to - from) / length >= most) return null
  const lots: Lot[] = []
  let partition = truncate(from, grain)
  while (partition <= to) {
    if (lots.length === most) return null
    // The first partition may have begun before the first day.
    const lot = partition > from ? (partition - from) / length : 0n
    const next = from + (lot + 1n) * length
    const last = truncate((next <= to ? next : to + DAY) - DAY, grain)
    lots.push({ startPartition: dateText(partition), endPartition: dateText(last) })
    partition = addGrain(last, 1, grain)
  }
  return lots
}

function dateText(time: bigint): string {
  return new Date(Number(time / 1000n)).toISOString().slice(0, 10)
}
