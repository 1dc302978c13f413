import { assertNever } from '@tributary/core'
import { report } from '../diagnostics/report.ts'
import { findTruncationGrain } from '../functions/definition/align-arguments.ts'
import type { Argument } from '../functions/definition/definition.ts'
import { nextPeriod, startAtOrAfter, truncate, wordOfGrain } from '../time/grains.ts'
import { type Interval, intervalFrom, union } from '../time/interval-set.ts'
import { parseTime } from '../time/parse-time.ts'
import { MIRRORED } from '../tree/expr.ts'
import type { Span } from '../tree/span.ts'
import {
  constantNode,
  type TypedCall,
  type TypedComparison,
  type TypedExpr,
} from '../tree/typed-expr.ts'
import { toText } from '../values/to-text.ts'
import { DAY, toRowValue, widenValue } from '../values/value.ts'
import type { Grain } from '../values/value-type.ts'
import type { CheckContext } from './context.ts'

/** The number of ranges beyond which the list of values stays as it is. */
const MOST_RANGES = 32
const FIRST = parseTime('0001')!
const LAST = parseTime('9999-12-31 23:59:59.999999')!

/**
 * Rewrites a comparison, `IN` or `Between` of a truncated time with constants to half-open ranges of the time
 * itself, which indexes, partitions and sorted columns can answer: `DateTrunc([t], "MONTH") = 2024-06-01`
 * becomes `[t] >= 2024-06-01 AND [t] < 2024-07-01`. The meaning is the same for every value, including NULL.
 * Other conditions are returned as they are.
 */
export function rewriteTruncations(condition: TypedExpr): TypedExpr {
  switch (condition.kind) {
    case 'comparison':
      return rewriteComparison(condition)
    case 'call':
      if (condition.function === 'IN') return rewriteIn(condition)
      return condition.function === 'Between' ? rewriteBetween(condition) : condition
    case 'not': {
      const operand = rewriteTruncations(condition.operand)
      return operand === condition.operand ? condition : { ...condition, operand }
    }
    default:
      return condition
  }
}

function rewriteComparison(comparison: TypedComparison): TypedExpr {
  const mirrored = comparison.left.kind === 'constant'
  const [truncated, constant] = mirrored
    ? [comparison.right, comparison.left]
    : [comparison.left, comparison.right]
  const period = toTruncation(truncated)
  const moment = period && toBoundMoment(constant)
  if (period === null || moment === null) return comparison
  const bounds = computeTruncationBounds(period, moment)
  if (bounds === null) return comparison
  const { time } = period
  const op = mirrored ? MIRRORED[comparison.op] : comparison.op
  switch (op) {
    case '=':
      return isReference(time) ? createRangeCondition(time, bounds) : comparison
    case '!=':
      return isReference(time) ? outside(time, bounds) : comparison
    case '<':
      return createBoundComparison(time, '<', bounds.from)
    case '<=':
      return createBoundComparison(time, '<', bounds.to)
    case '>':
      return createBoundComparison(time, '>=', bounds.to)
    case '>=':
      return createBoundComparison(time, '>=', bounds.from)
    default:
      return assertNever(op)
  }
}

function rewriteIn(call: TypedCall): TypedExpr {
  const [value, ...members] = call.args
  const period = toTruncation(value!)
  if (period === null || !isReference(period.time)) return call
  const ranges: Range[] = []
  for (const member of members) {
    const moment = toBoundMoment(member)
    const bounds = moment === null ? null : computeTruncationBounds(period, moment)
    if (bounds === null) return call
    ranges.push(bounds)
  }
  const joined = union(ranges.map(({ from, to }) => intervalFrom(from, to))).filter(hasBothBounds)
  if (joined.length > MOST_RANGES) return call
  // Of members that begin no period remains one range without a moment: FALSE, and NULL for NULL.
  const [first = ranges[0]!, ...furtherRanges] = joined
  if (furtherRanges.length === 0) return createRangeCondition(period.time, first)
  const operands = [first, ...furtherRanges].map((range) =>
    createRangeCondition(period.time, range),
  )
  return { kind: 'logical', type: 'BOOLEAN', op: 'OR', operands }
}

function rewriteBetween(call: TypedCall): TypedExpr {
  const [value, low, high] = call.args
  const period = toTruncation(value!)
  const [first, last] = [toBoundMoment(low!), toBoundMoment(high!)]
  if (period === null || !isReference(period.time) || first === null || last === null) return call
  const [from, to] = [
    computeTruncationBounds(period, first)?.from,
    computeTruncationBounds(period, last)?.to,
  ]
  return from === undefined || to === undefined
    ? call
    : createRangeCondition(period.time, { from, to })
}

interface Truncation {
  readonly time: TypedExpr
  readonly grain: Grain
}

interface Range {
  readonly from: bigint
  readonly to: bigint
}

function toTruncation(typed: TypedExpr): Truncation | null {
  const grain = findTruncationGrain(typed)
  return grain === null || typed.kind !== 'call' ? null : { time: typed.args[0]!, grain }
}

/** Whether a node is a name, truncated or not: it can be repeated without repeating a longer expression. */
function isReference(time: TypedExpr): boolean {
  const inner = toTruncation(time)
  return inner === null ? time.kind === 'reference' : isReference(inner.time)
}

function toBoundMoment(typed: TypedExpr): bigint | null {
  if (typed.kind !== 'constant') return null
  const moment = widenValue(toRowValue(typed.constant), typed.constant.type, 'TIMESTAMP')
  return typeof moment === 'bigint' ? moment : null
}

/**
 * The times that truncate to a moment: none when it does not begin a period, null outside the calendar of SQL
 * engines.
 */
function computeTruncationBounds({ grain }: Truncation, moment: bigint): Range | null {
  const from = startAtOrAfter(moment, grain)
  const to = from === moment ? nextPeriod(from, grain) : from
  return from >= FIRST && to <= LAST ? { from, to } : null
}

function createRangeCondition(time: TypedExpr, { from, to }: Range): TypedExpr {
  const operands = [createBoundComparison(time, '>=', from), createBoundComparison(time, '<', to)]
  return { kind: 'logical', type: 'BOOLEAN', op: 'AND', operands }
}

function outside(time: TypedExpr, { from, to }: Range): TypedExpr {
  const operands = [createBoundComparison(time, '<', from), createBoundComparison(time, '>=', to)]
  return { kind: 'logical', type: 'BOOLEAN', op: 'OR', operands }
}

/** A bound on a time, which may itself be truncated. */
function createBoundComparison(time: TypedExpr, op: '<' | '>=', bound: bigint): TypedExpr {
  const right =
    time.type === 'DATE'
      ? constantNode({ type: 'DATE', value: Number(bound / DAY) })
      : constantNode({ type: 'TIMESTAMP', value: bound })
  return rewriteComparison({ kind: 'comparison', type: 'BOOLEAN', op, left: time, right })
}

function hasBothBounds(interval: Interval): interval is Range {
  return interval.from !== null && interval.to !== null
}

/** Warns of `DateTrunc(x, grain) = constant` where the constant does not begin a period of the grain. */
export function warnNeverEqual(
  { op, left, right }: TypedComparison,
  span: Span,
  context: CheckContext,
): void {
  if (op !== '=') return
  if (left.kind === 'constant') warnUnalignedConstant(right, left, span, context)
  else warnUnalignedConstant(left, right, span, context)
}

/** Warns of such constants in the list of an `IN` or `NOT IN`. */
export function warnNeverInList(
  typed: TypedExpr,
  args: readonly Argument[],
  context: CheckContext,
): void {
  const call = typed.kind === 'not' ? typed.operand : typed
  if (call.kind !== 'call' || call.function !== 'IN') return
  const [value, ...members] = call.args
  if (findTruncationGrain(value!) === null) return
  for (const [index, member] of members.entries()) {
    warnUnalignedConstant(value!, member, args[index + 1]!.span, context)
  }
}

function warnUnalignedConstant(
  truncated: TypedExpr,
  constant: TypedExpr,
  span: Span,
  context: CheckContext,
): void {
  const grain = findTruncationGrain(truncated)
  if (grain === null || constant.kind !== 'constant') return
  const value = toRowValue(constant.constant)
  const time = widenValue(value, constant.constant.type, 'TIMESTAMP')
  if (typeof time !== 'bigint' || truncate(time, grain) === time) return
  const params = { found: toText(value, constant.constant.type) ?? '', grain: wordOfGrain(grain) }
  context.addDiagnostic(report('EXP2104', { span, params }))
}
