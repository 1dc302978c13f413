import type { ScheduleTimes } from '../tasks/schedule-times.ts'

/** The times of a schedule in a range, both ends included, the earliest first; null for more than `most`. */
export function timesBetween(
  times: Pick<ScheduleTimes, 'next'>,
  range: { readonly from: Date; readonly to: Date },
  most: number,
): readonly Date[] | null {
  const found: Date[] = []
  // Times of a schedule are whole seconds, and what comes next is after the moment that is given.
  let time = times.next(new Date(range.from.valueOf() - 1_000))
  while (time !== null && time <= range.to) {
    if (time >= range.from) found.push(time)
    if (found.length > most) return null
    time = times.next(time)
  }
  return found
}
