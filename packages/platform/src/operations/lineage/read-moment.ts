import { invalidRequestError } from '../../model/errors.ts'

const MOMENT =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** A moment in ISO 8601; without a zone in UTC, without a time the beginning of the day. */
export function readMoment(path: string, text: string): Date {
  const match = MOMENT.exec(text)
  const hasTime = text.length > 10
  const moment = new Date(match !== null && hasTime && match[1] === undefined ? `${text}Z` : text)
  if (match !== null && !Number.isNaN(moment.getTime()) && isDay(text.slice(0, 10))) return moment
  throw invalidRequestError(
    path,
    `${path} is ${JSON.stringify(text)}; it must be a moment such as 2026-01-31T12:00:00Z.`,
  )
}

/** JavaScript takes the 30th of February for a day in March. */
function isDay(text: string): boolean {
  return new Date(text).toISOString().startsWith(text)
}
