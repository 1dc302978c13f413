import { report } from '../diagnostics/report.ts'
import type { Argument } from '../functions/definition.ts'
import { grainOf } from '../functions/time-constant.ts'
import { truncate } from '../time/grains.ts'
import type { Span } from '../tree/span.ts'
import type { TypedComparison, TypedExpr } from '../tree/typed-expr.ts'
import { toText } from '../values/to-text.ts'
import { rowValueOf, widenValue } from '../values/value.ts'
import type { CheckContext } from './context.ts'

/** Warns of `DateTrunc(x, g) = constant` where the constant begins no period of the grain. */
export function warnOfNeverEqual(
  { op, left, right }: TypedComparison,
  span: Span,
  context: CheckContext,
): void {
  if (op !== '=') return
  if (left.kind === 'constant') warnOfMoment(right, left, span, context)
  else warnOfMoment(left, right, span, context)
}

/** The same of each constant listed in an `IN`, negated or not. */
export function warnOfNeverListed(
  typed: TypedExpr,
  args: readonly Argument[],
  context: CheckContext,
): void {
  const call = typed.kind === 'not' ? typed.operand : typed
  if (call.kind !== 'call' || call.function !== 'IN') return
  const [value, ...members] = call.args
  if (grainOf(value!) === null) return
  for (const [index, member] of members.entries()) {
    warnOfMoment(value!, member, args[index + 1]!.span, context)
  }
}

function warnOfMoment(
  truncated: TypedExpr,
  constant: TypedExpr,
  span: Span,
  context: CheckContext,
): void {
  const grain = grainOf(truncated)
  if (grain === null || constant.kind !== 'constant') return
  const value = rowValueOf(constant.constant)
  const time = widenValue(value, constant.constant.type, 'TIMESTAMP')
  if (typeof time !== 'bigint' || truncate(time, grain) === time) return
  const params = { found: toText(value, constant.constant.type) ?? '', grain }
  context.complain(report('EXP2104', { span, params }))
}
