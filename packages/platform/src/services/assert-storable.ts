import { invalidRequestError } from '../errors.ts'

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
