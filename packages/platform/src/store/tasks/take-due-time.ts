import type { Transaction } from 'kysely'
import type { StoreSchema } from '../schema.ts'

/** A schedule that is followed. */
export interface FollowedSchedule {
  readonly tenant: string
  /** Of what it is the schedule. */
  readonly subject: string
  readonly cron: string
  readonly times: {
    /** The last time after `after` and not after `until`; null when there is none. */
    newest(after: Date, until: Date): Date | null
  }
}

/**
 * The newest time of a schedule that has come since it was last looked at, by any process; null when none has. Times
 * before it that no process took are skipped. A schedule that is new, or whose expression is another, begins now.
 * The queue must be held.
 */
export async function takeDueTime(
  transaction: Transaction<StoreSchema>,
  { tenant, subject, cron, times }: FollowedSchedule,
  now: Date,
): Promise<Date | null> {
  const before = await transaction
    .selectFrom('task_schedule')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('subject', '=', subject)
    .executeTakeFirst()
  const isSame = before?.cron === cron
  // A clock that was put back must not take a time twice.
  const until = isSame ? pickLaterDate(new Date(before.followed_until), now) : now
  const due = isSame ? times.newest(new Date(before.followed_until), until) : null
  const columns = { cron, followed_until: until.toISOString() }
  await transaction
    .insertInto('task_schedule')
    .values({ tenant, subject, ...columns })
    .onConflict((conflict) => conflict.columns(['tenant', 'subject']).doUpdateSet(columns))
    .execute()
  return due
}

function pickLaterDate(a: Date, b: Date): Date {
  return a > b ? a : b
}
