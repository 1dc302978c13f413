import type { Clock } from '@tributary/core'
import type { Credentials, Platform } from '@tributary/platform'
import { hideCalendarProblems, localTime } from '@tributary/platform/internal'
import { createLocalOperations } from './local-operations.ts'
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
  return {
    operations: createLocalOperations(platform, caller, onPartFailed),
    readMoment: async () => {
      const { timeZone, calendar } = await platform.definitions(caller.tenant)
      return { now: localTime(clock.now(), timeZone), calendar: hideCalendarProblems(calendar) }
    },
  }
}
