import { assertNever } from '@tributary/core'
import { findTruncationGrain } from '../functions/align-arguments.ts'
import { startAtOrAfter } from '../time/grains.ts'
import {
  ALWAYS,
  complement,
  type Interval,
  type IntervalSet,
  intersection,
  intervalFrom,
  NEVER,
  union,
} from '../time/interval-set.ts'
import { type ComparisonOperator, MIRRORED } from '../tree/expr.ts'
import type { TypedCall, TypedComparison, TypedExpr, TypedReference } from '../tree/typed-expr.ts'
import { toRowValue, widenValue } from '../values/value.ts'

/**
 * The times at which a condition is TRUE, as sorted half-open intervals that neither overlap nor touch; null
 * when the condition depends on anything but the time. Supports comparisons with constants, IN, Between,
 * IsNull, IsNotNull, AND, OR and NOT on references that `isTime` accepts, truncated or not; these count as not
 * NULL. A DATE stands for all of its day.
 * @example
 * ```ts
 * import { compile, findConditionIntervals, parseTime, type Scope } from '@tributary/attribution/expression'
 * const scope: Scope = {
 *   resolve: ({ kind }) =>
 *     kind === 'field'
 *       ? { found: { kind: 'reference', type: 'TIMESTAMP', table: 'flights', name: 'time' } }
 *       : { problem: { kind: 'unknown' } },
 *   names: () => ['time'],
 * }
 * const june = compile('DateTrunc([time], "MONTH") = "2001-06"', scope, { path: 'time' })
 * const [interval] = findConditionIntervals(june, () => true)!
 * interval?.to === parseTime('2001-07-01') // => true
 * ```
 */
export function findConditionIntervals(
  condition: TypedExpr,
  isTime: (reference: TypedReference) => boolean,
): readonly Interval[] | null {
  return findTruthTimes(condition, isTime, true)
}

type IsTime = (reference: TypedReference) => boolean

/** The times at which a condition is TRUE, or those at which it is FALSE; at the others it is NULL. */
function findTruthTimes(condition: TypedExpr, isTime: IsTime, truth: boolean): IntervalSet | null {
  switch (condition.kind) {
    case 'constant':
      return timesOfConstant(condition.constant.value, truth)
    case 'not':
      return findTruthTimes(condition.operand, isTime, !truth)
    case 'logical': {
      const all: IntervalSet[] = []
      for (const operand of condition.operands) {
        const times = findTruthTimes(operand, isTime, truth)
        if (times === null) return null
        all.push(times)
      }
      return (condition.op === 'AND') === truth ? intersection(all) : union(all)
    }
    case 'comparison':
      return timesOfComparison(condition, isTime, truth)
    case 'call':
      return timesOfCall(condition, isTime, truth)
    default:
      return null
  }
}

function timesOfConstant(value: unknown, truth: boolean): IntervalSet | null {
  if (value === null) return NEVER
  if (typeof value !== 'boolean') return null
  return value === truth ? ALWAYS : NEVER
}

function timesOfComparison(
  { op, left, right }: Pick<TypedComparison, 'op' | 'left' | 'right'>,
  isTime: IsTime,
  truth: boolean,
): IntervalSet | null {
  const mirrored = left.kind === 'constant'
  const reach = compileReach(mirrored ? right : left, isTime)
  const constant = mirrored ? left : right
  if (reach === null || constant.kind !== 'constant') return null
  const time = toConstantMoment(constant)
  if (time === null) return NEVER
  const whenTrue = timesThat(mirrored ? MIRRORED[op] : op, reach, time)
  return truth ? whenTrue : complement(whenTrue)
}

function timesOfCall(call: TypedCall, isTime: IsTime, truth: boolean): IntervalSet | null {
  switch (call.function) {
    case 'IN':
      return timesOfIn(call, isTime, truth)
    case 'Between':
      return timesOfBetween(call, isTime, truth)
    case 'IsNull':
      return compileReach(call.args[0]!, isTime) && (truth ? NEVER : ALWAYS)
    case 'IsNotNull':
      return compileReach(call.args[0]!, isTime) && (truth ? ALWAYS : NEVER)
    default:
      return null
  }
}

function timesOfBetween({ args }: TypedCall, isTime: IsTime, truth: boolean): IntervalSet | null {
  const [value, low, high] = args as [TypedExpr, TypedExpr, TypedExpr]
  const bounds = [
    timesOfComparison({ op: '>=', left: value, right: low }, isTime, truth),
    timesOfComparison({ op: '<=', left: value, right: high }, isTime, truth),
  ] as const
  if (bounds[0] === null || bounds[1] === null) return null
  return truth ? intersection([bounds[0], bounds[1]]) : union([bounds[0], bounds[1]])
}

function timesOfIn({ args }: TypedCall, isTime: IsTime, truth: boolean): IntervalSet | null {
  const [value, ...members] = args
  const reach = compileReach(value!, isTime)
  if (reach === null) return null
  const matches: IntervalSet[] = []
  let hasNull = false
  for (const member of members) {
    if (member.kind !== 'constant') return null
    const time = toConstantMoment(member)
    if (time === null) hasNull = true
    else matches.push(timesThat('=', reach, time))
  }
  const whenTrue = union(matches)
  if (truth) return whenTrue
  return hasNull ? NEVER : complement(whenTrue)
}

/** The first time whose value, truncated or not, is at or after a moment. */
type Reach = (moment: bigint) => bigint

/** How a node depends on the time; null when it is not the time, truncated or not. */
function compileReach(typed: TypedExpr, isTime: IsTime): Reach | null {
  if (typed.kind === 'reference') {
    if (!isTime(typed)) return null
    if (typed.type === 'TIMESTAMP') return (moment) => moment
    return typed.type === 'DATE' ? (moment) => startAtOrAfter(moment, 'DAY') : null
  }
  const grain = findTruncationGrain(typed)
  if (grain === null || typed.kind !== 'call') return null
  const inner = compileReach(typed.args[0]!, isTime)
  return inner && ((moment) => inner(startAtOrAfter(moment, grain)))
}

function toConstantMoment(typed: TypedExpr): bigint | null {
  if (typed.kind !== 'constant') return null
  const time = widenValue(toRowValue(typed.constant), typed.constant.type, 'TIMESTAMP')
  return typeof time === 'bigint' ? time : null
}

function timesThat(op: ComparisonOperator, reach: Reach, moment: bigint): IntervalSet {
  switch (op) {
    case '=':
      return intervalFrom(reach(moment), reach(moment + 1n))
    case '!=':
      return complement(intervalFrom(reach(moment), reach(moment + 1n)))
    case '<':
      return intervalFrom(null, reach(moment))
    case '<=':
      return intervalFrom(null, reach(moment + 1n))
    case '>':
      return intervalFrom(reach(moment + 1n), null)
    case '>=':
      return intervalFrom(reach(moment), null)
    default:
      return assertNever(op)
  }
}
