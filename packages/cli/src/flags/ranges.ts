import {
  isRange,
  rangeCondition,
  rangeText,
  readCompareRange,
  readRange,
  type TimeRange,
} from '@tributary/platform/internal'
import { rangeNeededError } from '../errors.ts'

/** The rows of one side of a comparison. */
export interface Window {
  /** A time constraint. */
  readonly condition: string
  /** The side as a person reads it: `2001-06`, `last-month (2001-05)`, or the condition as written. */
  readonly note: string
  /** Null when it was written as a condition. */
  readonly range: TimeRange | null
}

/** What a window is read with. */
export interface WindowOptions {
  /** The option that it was written behind, for messages. */
  readonly option: string
  /** The current moment on the clock of the workspace, in microseconds since 1970-01-01. */
  readonly now: bigint
}

/** Reads a range of time in words, or a condition in the expression language. */
export function readWindow(text: string, { option, now }: WindowOptions): Window {
  if (!isRange(text)) return { condition: text, note: text, range: null }
  return windowOf(text, readRange(text, { now, path: option }))
}

/**
 * Reads the window that `current` is compared with: `previous`, `year`, a range, or a condition. Throws CLI_RANGE_NEEDED for
 * a word when `current` is a condition, which has nothing before it.
 */
export function readCompareWindow(text: string, current: Window, options: WindowOptions): Window {
  const { option, now } = options
  if (!isRange(text)) return readWindow(text, options)
  if (current.range !== null) {
    return windowOf(text, readCompareRange(text, current.range, { now, path: option }))
  }
  const word = text.trim().toLowerCase()
  if (word === 'previous' || word === 'year') throw rangeNeededError(word)
  return readWindow(text, options)
}

function windowOf(text: string, range: TimeRange): Window {
  const days = rangeText(range)
  const note = days.toLowerCase() === text.trim().toLowerCase() ? days : `${days} (${text.trim()})`
  return { condition: rangeCondition(range), note, range }
}
