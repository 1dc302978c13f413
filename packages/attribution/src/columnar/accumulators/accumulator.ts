import type { Value } from '@tributary/expression'
import type { Decimal } from '../../numbers/decimal.ts'

/** Aggregates the values of one group, one at a time. */
export interface Accumulator {
  /** Takes a value that is not NULL. */
  add(value: NonNullable<Value>): void
  /** The aggregate so far: a decimal when exact, a double, or null when there is no value. */
  result(): Decimal | number | null
}
