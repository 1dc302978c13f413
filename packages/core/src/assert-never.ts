/**
 * Marks the end of a switch over a closed union: the call does not compile while a case is missing. Throws a TypeError
 * that names the value if it is reached at run time.
 *
 * @example
 * ```ts
 * import { assertNever } from '@tributary/core'
 * const unit = (grain: 'DAY' | 'HOUR'): string => {
 *   switch (grain) {
 *     case 'DAY':
 *       return 'd'
 *     case 'HOUR':
 *       return 'h'
 *     default:
 *       return assertNever(grain)
 *   }
 * }
 * unit('DAY') // => 'd'
 * ```
 */
export function assertNever(value: never): never {
  throw new TypeError(`Unhandled case: ${JSON.stringify(value)}`)
}
