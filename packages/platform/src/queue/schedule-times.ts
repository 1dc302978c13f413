import { Cron } from 'croner'

/** The times of a schedule, one after the other. */
export interface ScheduleTimes {
  /** The first after `at`; null when there is none any more. */
  next(at: Date): Date | null
  /** The last one after `after` and not after `until`; null when there is none. */
  newest(after: Date, until: Date): Date | null
}

/**
 * The times of cron expressions of five fields on the wall clock of a time zone; a time of any of them is one. When
 * clocks are put forward, a daily time that is left out is followed as soon as they are; when they are put back, it is
 * followed once.
 */
export function createScheduleTimes(crons: readonly string[], timeZone: string): ScheduleTimes {
  // Paused, so that it starts no timer of its own.
  const options = { timezone: timeZone, paused: true, mode: '5-part', sloppyRanges: true } as const
  const all = crons.map((cron) => new Cron(cron, options))
  const inOrder = (times: readonly (Date | null | undefined)[]): readonly Date[] =>
    times.filter((date) => date instanceof Date).sort((a, b) => a.getTime() - b.getTime())
  return {
    next: (at) => inOrder(all.map((cron) => cron.nextRun(at)))[0] ?? null,
    newest: (after, until) => {
      const last = inOrder(all.map((cron) => cron.previousRuns(1, toNextSecond(until))[0])).at(-1)
      return last !== undefined && last > after ? last : null
    },
  }
}

/** Times of a schedule are whole seconds, and what is asked for is left out itself. */
function toNextSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1_000) * 1_000 + 1_000)
}

/** The times of a schedule in a range, both ends included, the earliest first; null for more than `most`. */
export function listTimesBetween(
  times: Pick<ScheduleTimes, 'next'>,
  range: { readonly from: Date; readonly to: Date },
  most: number,
): readonly Date[] | null {
  const scheduleTimes: Date[] = []
  // Times of a schedule are whole seconds, and what comes next is after the moment that is given.
  let time = times.next(new Date(range.from.valueOf() - 1_000))
  while (time !== null && time <= range.to) {
    if (time >= range.from) scheduleTimes.push(time)
    if (scheduleTimes.length > most) return null
    time = times.next(time)
  }
  return scheduleTimes
}
