import { rangeText } from '@tributary/expression'
import type { WhyState } from '../address/why-state.ts'
import { type Reach, resolveWindows, type Windows } from './why-question.ts'

/** Later than any period that a question is about; a shorter step may end within it. */
const LATER = 100_000n * 86_400_000_000n

/**
 * The same page with the dates of its windows in place of words that move, such as `last-month`. Null when the windows of
 * the page mean the same on every day.
 */
export function datedState(state: WhyState, windows: Windows, reach: Reach): WhyState | null {
  const dates = listWindowDates(state, windows)
  const later = laterWindows(state, { ...reach, now: reach.now + LATER })
  const stays = later !== null && listWindowDates(state, later).join() === dates.join()
  if (state.now !== null && stays) return null
  const [now = null, was = state.was] = dates
  return { ...state, now, was }
}

/** The dates that count: of two groups only those of the current window. */
function listWindowDates({ peers }: WhyState, { current, compare }: Windows): readonly string[] {
  return (peers === null ? [current, compare] : [current]).map((range) => rangeText(range))
}

/** The windows on a later day; null where the words are no range by then, as a range that begins with `today`. */
function laterWindows(state: WhyState, reach: Reach): Windows | null {
  try {
    return resolveWindows(state, reach)
  } catch {
    return null
  }
}
