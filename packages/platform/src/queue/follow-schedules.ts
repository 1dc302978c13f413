import type { Clock } from '@tributary/core'
import type { OnFault } from '../model/options.ts'
import { takeDueTime } from '../store/tasks/take-due-time.ts'
import { triggerTasks } from '../store/tasks/trigger-tasks.ts'
import type { Tasks } from './create-tasks.ts'
import type { ScheduledTenant } from './downstream-plans.ts'
import { keepCalling } from './keep-calling.ts'
import { createScheduleTimes, type ScheduleTimes } from './schedule-times.ts'
import { listSchedules, type Schedule } from './schedules.ts'

/** Options of {@link followSchedules}. */
export interface FollowOptions {
  readonly tasks: Tasks
  readonly clock: Clock
  /** The tenants with the definitions that hold now. */
  tenants(): Promise<readonly ScheduledTenant[]>
  /** How often the clock is looked at, in milliseconds. @defaultValue 1,000 */
  readonly every?: number
  /** Called when a schedule cannot be followed: immediately, and then once a minute while that lasts. */
  readonly onFault?: OnFault
}

/** Makes instances when their times come, until it is closed. */
export interface ScheduleFollower {
  /** Looks at the clock now; resolves when the due instances are made. */
  look(): Promise<void>
  close(): Promise<void>
}

interface ScheduleState {
  readonly schedule: Schedule
  readonly times: ScheduleTimes
  /** The next time at which there is something to do. */
  next: Date | null
  /** The fault that was reported last since the schedule was last followed. */
  report: { readonly text: string; readonly at: Date } | null
}

/** How often the same fault is reported, in milliseconds. */
const REPORT_INTERVAL = 60_000

const POLL = 1_000

/**
 * Follows the schedules of all tenants. Several processes on a store may: each time is taken by one of them. Of the
 * times that came while none did, the newest of each schedule is followed, once.
 */
export function followSchedules({
  tasks,
  clock,
  tenants,
  every = POLL,
  onFault = () => {},
}: FollowOptions): ScheduleFollower {
  const schedulesByCatalog = new Map<ScheduledTenant['catalog'], readonly ScheduleState[]>()

  const look = async (): Promise<void> => {
    const now = clock.now()
    const all = await tenants()
    for (const catalog of schedulesByCatalog.keys()) {
      if (!all.some((tenant) => tenant.catalog === catalog)) schedulesByCatalog.delete(catalog)
    }
    for (const tenant of all) {
      const schedules = schedulesByCatalog.get(tenant.catalog) ?? createScheduleStates(tenant, now)
      schedulesByCatalog.set(tenant.catalog, schedules)
      for (const followedSchedule of schedules) {
        if (followedSchedule.next === null || followedSchedule.next > now) continue
        await follow(followedSchedule, {
          tasks,
          tenant: tenant.catalog.workspace.tenant,
          now,
          onFault,
        })
      }
    }
  }
  const repetition = keepCalling(look, every)
  return { look, close: repetition.close }
}

/** Each schedule is due at first: times may have passed while no process followed it. */
function createScheduleStates(tenant: ScheduledTenant, now: Date): readonly ScheduleState[] {
  const { timeZone } = tenant.catalog.workspace
  return listSchedules(tenant).map((schedule) => ({
    schedule,
    times: createScheduleTimes(schedule.crons, timeZone),
    next: now,
    report: null,
  }))
}

/** Where a schedule is followed. */
interface FollowContext {
  readonly tasks: Tasks
  readonly tenant: string
  readonly now: Date
  readonly onFault: OnFault
}

/** A schedule that fails is tried again at the next poll; it does not delay the others. */
async function follow(followedSchedule: ScheduleState, context: FollowContext): Promise<void> {
  const { schedule, times } = followedSchedule
  const { tasks, tenant, now } = context
  const { subject, crons } = schedule
  const cron = crons.join('; ')
  let time: Date | null = null
  try {
    await tasks.change(async (transaction) => {
      time = await takeDueTime(transaction, { tenant, subject, cron, times }, now)
      if (time !== null) await triggerTasks(transaction, tenant, schedule.at(time), now)
    })
  } catch (error) {
    reportFault(followedSchedule, { error, time }, context)
    return
  }
  followedSchedule.next = times.next(now)
  followedSchedule.report = null
  if (time !== null) tasks.notifyWork()
}

function reportFault(
  followedSchedule: ScheduleState,
  { error, time }: { readonly error: unknown; readonly time: Date | null },
  { tenant, now, onFault }: FollowContext,
): void {
  const text = error instanceof Error ? error.message : String(error)
  const { report: lastReport, schedule } = followedSchedule
  const isKnown =
    lastReport?.text === text && now.getTime() - lastReport.at.getTime() < REPORT_INTERVAL
  if (isKnown) return
  followedSchedule.report = { text, at: now }
  const { plan, table } = schedule
  const of = plan === null ? `source table ${table}` : `plan "${plan}"`
  const message = `The schedule of the ${of} could not be followed and is tried again: ${text}`
  try {
    onFault({ message, tenant, plan, table, scheduleTime: time, error })
  } catch {
    // A failing listener must not stop the schedules.
  }
}
