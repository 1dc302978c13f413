import type { PlanDefinition } from '@tributary/catalog'
import { planResource } from '../access/plan-resource.ts'
import { invalidRequestError, planConflictError } from '../errors.ts'
import type { Session } from '../session.ts'
import { isPartitioned } from '../tasks/is-partitioned.ts'
import { planTask } from '../tasks/plan-task.ts'
import { backfillLots, type Lot } from './backfill-lots.ts'
import type { BackfillRequest } from './backfill-request.ts'
import { findPlan } from './find-plan.ts'
import { readDay } from './local-texts.ts'

const MOST_INSTANCES = 100_000
const LONGEST_LOT = 36_525

/**
 * E1: makes the task that refreshes a plan's partitions in a range of days, and gives its `dagName`; the task and
 * all of its instances, or when it rejects nothing. A plan without partitions is refreshed whole by one instance.
 * Rejects with `PLATFORM_UNKNOWN_PLAN`, with `ACCESS_FORBIDDEN` for a caller who may not edit the plan, with
 * `PLATFORM_PLAN_CONFLICT` for a plan that somebody else fills, and with `PLATFORM_INVALID_REQUEST`.
 */
export async function createBackfill(session: Session, request: BackfillRequest): Promise<string> {
  const { access, caller, clock, tasks, wholeCatalog } = session
  const plan = findPlan(session, request)
  access.require('EDIT', planResource(plan), request.planId ?? plan.name)
  const task = planTask(plan)
  if (task === null) {
    const reason = `The plan "${plan.name}" is external: its table is filled by somebody else and cannot be refreshed here.`
    throw planConflictError(reason)
  }
  const lots = isPartitioned(wholeCatalog, plan) ? lotsOf(plan, request) : wholeTable(request)
  const scheduleTime = clock.now()
  const { dagName } = await tasks.create(caller.tenant, {
    ...task,
    runType: 'MANUAL',
    instances: lots.map((lot) => ({ ...lot, scheduleTime })),
  })
  return dagName
}

function lotsOf({ granularity }: PlanDefinition, request: BackfillRequest): readonly Lot[] {
  const range = readRange(request)
  const days = request.dateIntervalOfLot ?? 1
  if (!Number.isInteger(days) || days < 1 || days > LONGEST_LOT) {
    const reason = `dateIntervalOfLot is ${days}; it must be a whole number from 1 to ${LONGEST_LOT}.`
    throw invalidRequestError('dateIntervalOfLot', reason)
  }
  const lots = backfillLots({ ...range, grain: granularity, days, most: MOST_INSTANCES })
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
