import type { Clock } from '@tributary/core'
import { takeDueTime } from '../store/tasks/take-due-time.ts'
import { triggerTasks } from '../store/tasks/trigger-tasks.ts'
import type { Tenant } from '../tenant.ts'
import type { Tasks } from './create-tasks.ts'
import { keepCalling } from './keep-calling.ts'
import { type ScheduleTimes, scheduleTimes } from './schedule-times.ts'
import { type Schedule, schedulesOf } from './schedules-of.ts'

/** What schedules are followed with. */
export interface FollowOptions {
  readonly tasks: Tasks
  readonly clock: Clock
  /** The tenants with the definitions that hold now. */
  tenants(): Promise<readonly Tenant[]>
  /** How often the clock is looked at, in milliseconds. @defaultValue 1,000 */
  readonly every?: number
}

/** Makes instances when their times come, until it is closed. */
export interface Following {
  /** Looks at the clock now; resolves when what is due is made. */
  look(): Promise<void>
  close(): Promise<void>
}

interface Kept {
  readonly schedule: Schedule
  readonly times: ScheduleTimes
  /** The next time at which there is something to do. */
  next: Date | null
}

const EVERY = 1_000

/**
 * Follows the schedules of all tenants. Several processes on a store may: each time is taken by one of them. Of the
 * times that came while none did, the newest of each schedule is followed, once.
 */
export function followSchedules({
  tasks,
  clock,
  tenants,
  every = EVERY,
}: FollowOptions): Following {
  const kept = new Map<Tenant['catalog'], readonly Kept[]>()

  const look = async (): Promise<void> => {
    const now = clock.now()
    const all = await tenants()
    for (const catalog of kept.keys()) {
      if (!all.some((tenant) => tenant.catalog === catalog)) kept.delete(catalog)
    }
    for (const tenant of all) {
      const schedules = kept.get(tenant.catalog) ?? keep(tenant, now)
      kept.set(tenant.catalog, schedules)
      for (const one of schedules) {
        if (one.next === null || one.next > now) continue
        // What cannot be followed now is due again at the next look, and holds up no other.
        await follow(tasks, tenant, one, now).catch(() => {})
      }
    }
  }
  const repetition = keepCalling(look, every)
  return { look, close: repetition.close }
}

/** At first each is due: times may have come while nobody looked. */
function keep(tenant: Tenant, now: Date): readonly Kept[] {
  const { timeZone } = tenant.catalog.workspace
  return schedulesOf(tenant).map((schedule) => ({
    schedule,
    times: scheduleTimes(schedule.crons, timeZone),
    next: now,
  }))
}

async function follow(tasks: Tasks, tenant: Tenant, one: Kept, now: Date): Promise<void> {
  const { schedule, times } = one
  const { tenant: name } = tenant.catalog.workspace
  const { subject, crons } = schedule
  const cron = crons.join('; ')
  const due = await tasks.change(async (transaction) => {
    const time = await takeDueTime(transaction, { tenant: name, subject, cron, times }, now)
    if (time !== null) await triggerTasks(transaction, name, schedule.at(time), now)
    return time
  })
  one.next = times.next(now)
  if (due !== null) tasks.announce()
}
