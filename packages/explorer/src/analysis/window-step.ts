import { addGrain, type TimeRange, truncate } from '@tributary/expression'

type Span = Pick<TimeRange, 'from' | 'to'>

/** The range of the same length before (−1) or after (1) another: of whole months as many months. */
export function windowStep({ from, to }: Span, direction: -1 | 1): Span {
  const months = countWholeMonths({ from, to })
  const moved = (time: bigint) =>
    months === null
      ? time + BigInt(direction) * (to - from)
      : addGrain(time, direction * months, 'MONTH')
  return { from: moved(from), to: moved(to) }
}

const MOST = 1_200

/** How many whole months a range has; null when it has none or too many to count. */
function countWholeMonths({ from, to }: Span): number | null {
  if (truncate(from, 'MONTH') !== from) return null
  for (let months = 1; months <= MOST; months += 1) {
    const end = addGrain(from, months, 'MONTH')
    if (end >= to) return end === to ? months : null
  }
  return null
}
