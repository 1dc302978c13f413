import { parseTime } from '@tributary/expression'
import { localTime, momentOfLocalTime } from '@tributary/expression/internal'
import { invalidRequestError } from '../model/errors.ts'

/** A moment as `2024-05-01T13:00:00`, the wall clock of the zone without its name. */
export function isoLocalText(at: Date, timeZone: string): string {
  const wall = Number(localTime(at, timeZone) / 1000n)
  return new Date(wall).toISOString().slice(0, 19)
}

/** A moment as `2024-05-01 13:00:00`, the wall clock of the zone without its name. */
export function plainLocalText(at: Date, timeZone: string): string {
  return isoLocalText(at, timeZone).replace('T', ' ')
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^[1-9]\d{3}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

/** The beginning of a day `YYYY-MM-DD`, in microseconds since 1970-01-01. Throws for any other text, naming `path`. */
export function readDay(text: string, path: string): bigint {
  const day = DATE.test(text) && !text.startsWith('0000') ? parseTime(text) : null
  if (day !== null) return day
  throw invalidRequestError(
    path,
    `${path} is ${quoteInput(text)}; write a day of the years 0001 to 9999 that exists as YYYY-MM-DD, such as 2024-05-31.`,
  )
}

/**
 * The moment that `yyyy-MM-dd HH:mm:ss` names in a time zone, the first of two when clocks are put back. Throws
 * for any other text, for a year before 1000 and for a time that the zone leaves out, naming `path`.
 */
export function readLocalMoment(text: string, path: string, timeZone: string): Date {
  const wall = MOMENT.test(text) ? parseTime(text) : null
  if (wall === null) {
    const form = 'yyyy-MM-dd HH:mm:ss, such as 2024-05-31 06:00:00'
    throw invalidRequestError(
      path,
      `${path} is ${quoteInput(text)}; write a time of the years 1000 to 9999 that exists as ${form}.`,
    )
  }
  const at = momentOfLocalTime(wall, timeZone)
  if (at !== null) return at
  throw invalidRequestError(
    path,
    `${path} is ${quoteInput(text)}, which clocks in ${timeZone} leave out when they are put forward; write another time.`,
  )
}

function quoteInput(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}

/** The most entries of a page, in every operation that has pages. */
export const LARGEST_PAGE = 1_000

/** Rejects with `PLATFORM_INVALID_REQUEST` what is no whole number from 1 to `most`. */
export function assertCount(path: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= most) return
  const reason = `${path} is ${value}; it must be a whole number from 1 to ${most}.`
  throw invalidRequestError(path, reason)
}

/**
 * Rejects with `PLATFORM_INVALID_REQUEST` a text that a store could not give back as it is: one with U+0000,
 * or with half of a surrogate pair.
 */
export function assertStorable(text: string, path: string): void {
  if (text.includes('\0')) {
    throw invalidRequestError(path, `${path} contains the character U+0000; remove it.`)
  }
  if (!text.isWellFormed()) {
    throw invalidRequestError(
      path,
      `${path} contains half of a surrogate pair, which is no character; remove it.`,
    )
  }
}

/** The entry of `known` that a value is. Throws `PLATFORM_INVALID_REQUEST` at `path` for any other text. */
export function requireChoice<Known extends string>(
  path: string,
  value: string,
  choices: readonly Known[],
): Known {
  const choice = choices[choices.indexOf(value as Known)]
  if (choice !== undefined) return choice
  throw invalidRequestError(path, `${path} is "${value}"; it must be one of ${choices.join(', ')}.`)
}
