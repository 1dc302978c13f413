import { evaluate, type Interval, intervalsOf, type TypedExpr } from '@tributary/expression'
import { withPlaceholder } from './express.ts'

/**
 * The stretches of time outside of which no row meets all of the conditions, in microseconds since 1970-01-01; those
 * that do not speak of the time alone are left aside. Null when rows without a time may meet them. All in canonical form.
 */
export function timesOf(
  conditions: readonly TypedExpr[],
  time: TypedExpr,
): readonly Interval[] | null {
  const onTime: TypedExpr[] = []
  let isPresent = false
  for (const condition of conditions) {
    const placed = withPlaceholder(condition, time)
    if (placed === null || intervalsOf(placed, () => true) === null) continue
    onTime.push(placed)
    isPresent ||= evaluate(placed, () => null) !== true
  }
  const [first, ...rest] = onTime
  if (first === undefined || !isPresent) return null
  if (rest.length === 0) return intervalsOf(first, () => true)
  return intervalsOf({ kind: 'logical', type: 'BOOLEAN', op: 'AND', operands: onTime }, () => true)
}
