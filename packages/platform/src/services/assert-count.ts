import { invalidRequestError } from '../errors.ts'

/** The most entries of a page, in every operation that has pages. */
export const LARGEST_PAGE = 1_000

/** Rejects with `PLATFORM_INVALID_REQUEST` what is no whole number from 1 to `most`. */
export function assertCount(path: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= most) return
  const reason = `${path} is ${value}; it must be a whole number from 1 to ${most}.`
  throw invalidRequestError(path, reason)
}
