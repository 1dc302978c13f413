import type { Operations } from '@tributary/contract'
import type { Clock } from '@tributary/core'
import type { Credentials, Platform } from '@tributary/platform'
import { hideCalendarProblems, localTime } from '@tributary/platform/internal'
import type { QuestionSession } from './question-session.ts'

/** Whose rights the operations of a platform have. */
export interface PlatformAccount {
  readonly platform: Platform
  readonly credentials: Credentials
  readonly clock: Clock
  /** Receives the errors of what an answer leaves out. */
  readonly onPartFailed: (error: unknown) => void
}

/** The operations of a platform for an account, with the rights that the account has now. */
export async function openPlatformSession({
  platform,
  credentials,
  clock,
  onPartFailed,
}: PlatformAccount): Promise<Pick<QuestionSession, 'operations' | 'readMoment'>> {
  const caller = await platform.authenticate(credentials)
  const operations = platform.as(caller)
  const metricMovements: Operations['metricMovements'] = (request, options) =>
    operations.metricMovements(request, { ...options, onPartFailed })
  return {
    operations: Object.create(operations, { metricMovements: { value: metricMovements } }),
    readMoment: async () => {
      const { timeZone, calendar } = await platform.definitions(caller.tenant)
      return { now: localTime(clock.now(), timeZone), calendar: hideCalendarProblems(calendar) }
    },
  }
}
