import { assertNever } from '@tributary/core'
import { grainOf } from '../functions/align-arguments.ts'
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
import { rowValueOf, widenValue } from '../values/value.ts'

/**
 * The times at which a condition is TRUE, as sorted half-open intervals that neither overlap nor touch; null
 * when the condition depends on anything but the time. Supports comparisons with constants, IN, Between,
 * IsNull, IsNotNull, AND, OR and NOT on references that `isTime` accepts, truncated or not; these count as not
 * NULL. A DATE stands for all of its day.
 * @example
 * ```ts
 * import { compile, intervalsOf, parseTime, type Scope } from '@tributary/expression'
 * const scope: Scope = {
 *   resolve: ({ kind }) =>
 *     kind === 'field'
 *       ? { found: { kind: 'reference', type: 'TIMESTAMP', table: 'flights', name: 'time' } }
 *       : { problem: { kind: 'unknown' } },
 *   names: () => ['time'],
 * }
 * const june = compile('DateTrunc([time], "MONTH") = "2001-06"', scope, { path: 'time' })
 * const [interval] = intervalsOf(june, () => true)!
 * interval?.to === parseTime('2001-07-01') // => true
 * ```
 */
export function intervalsOf(
  condition: TypedExpr,
  isTime: (reference: TypedReference) => boolean,
): readonly Interval[] | null {
  return timesOf(condition, isTime)?.whenTrue ?? null
}

/** The times at which a condition is TRUE and those at which it is FALSE; at the others it is NULL. */
interface Times {
  readonly whenTrue: IntervalSet
  readonly whenFalse: IntervalSet
}

type IsTime = (reference: TypedReference) => boolean

function timesOf(condition: TypedExpr, isTime: IsTime): Times | null {
  switch (condition.kind) {
    case 'constant':
      return timesOfConstant(condition.constant.value)
    case 'not': {
      const times = timesOf(condition.operand, isTime)
      return times && { whenTrue: times.whenFalse, whenFalse: times.whenTrue }
    }
    case 'logical': {
      const all: Times[] = []
      for (const operand of condition.operands) {
        const times = timesOf(operand, isTime)
        if (times === null) return null
        all.push(times)
      }
      return condition.op === 'AND' ? allOf(all) : anyOf(all)
    }
    case 'comparison':
      return timesOfComparison(condition, isTime)
    case 'call':
      return timesOfCall(condition, isTime)
    default:
      return null
  }
}

function timesOfConstant(value: unknown): Times | null {
  if (value === true) return { whenTrue: ALWAYS, whenFalse: NEVER }
  if (value === false) return { whenTrue: NEVER, whenFalse: ALWAYS }
  return value === null ? { whenTrue: NEVER, whenFalse: NEVER } : null
}

function allOf(all: readonly Times[]): Times {
  return {
    whenTrue: intersection(all.map((one) => one.whenTrue)),
    whenFalse: union(all.map((one) => one.whenFalse)),
  }
}

function anyOf(all: readonly Times[]): Times {
  return {
    whenTrue: union(all.map((one) => one.whenTrue)),
    whenFalse: intersection(all.map((one) => one.whenFalse)),
  }
}

function timesOfComparison(
  { op, left, right }: Pick<TypedComparison, 'op' | 'left' | 'right'>,
  isTime: IsTime,
): Times | null {
  const mirrored = left.kind === 'constant'
  const reach = reachOf(mirrored ? right : left, isTime)
  const constant = mirrored ? left : right
  if (reach === null || constant.kind !== 'constant') return null
  const time = momentOf(constant)
  if (time === null) return { whenTrue: NEVER, whenFalse: NEVER }
  const whenTrue = timesThat(mirrored ? MIRRORED[op] : op, reach, time)
  return { whenTrue, whenFalse: complement(whenTrue) }
}

function timesOfCall(call: TypedCall, isTime: IsTime): Times | null {
  switch (call.function) {
    case 'IN':
      return timesOfIn(call, isTime)
    case 'Between':
      return timesOfBetween(call, isTime)
    case 'IsNull':
      return reachOf(call.args[0]!, isTime) && { whenTrue: NEVER, whenFalse: ALWAYS }
    case 'IsNotNull':
      return reachOf(call.args[0]!, isTime) && { whenTrue: ALWAYS, whenFalse: NEVER }
    default:
      return null
  }
}

function timesOfBetween({ args }: TypedCall, isTime: IsTime): Times | null {
  const [value, low, high] = args as [TypedExpr, TypedExpr, TypedExpr]
  const bounds = [
    timesOfComparison({ op: '>=', left: value, right: low }, isTime),
    timesOfComparison({ op: '<=', left: value, right: high }, isTime),
  ]
  return bounds[0] && bounds[1] ? allOf([bounds[0], bounds[1]]) : null
}

function timesOfIn({ args }: TypedCall, isTime: IsTime): Times | null {
  const [value, ...members] = args
  const reach = reachOf(value!, isTime)
  if (reach === null) return null
  const matches: IntervalSet[] = []
  let hasNull = false
  for (const member of members) {
    if (member.kind !== 'constant') return null
    const time = momentOf(member)
    if (time === null) hasNull = true
    else matches.push(timesThat('=', reach, time))
  }
  const whenTrue = union(matches)
  return { whenTrue, whenFalse: hasNull ? NEVER : complement(whenTrue) }
}

/** The first time whose value, truncated or not, is at or after a moment. */
type Reach = (moment: bigint) => bigint

/** How a node depends on the time; null when it is not the time, truncated or not. */
function reachOf(typed: TypedExpr, isTime: IsTime): Reach | null {
  if (typed.kind === 'reference') {
    if (!isTime(typed)) return null
    if (typed.type === 'TIMESTAMP') return (moment) => moment
    return typed.type === 'DATE' ? (moment) => startAtOrAfter(moment, 'DAY') : null
  }
  const grain = grainOf(typed)
  if (grain === null || typed.kind !== 'call') return null
  const inner = reachOf(typed.args[0]!, isTime)
  return inner && ((moment) => inner(startAtOrAfter(moment, grain)))
}

function momentOf(typed: TypedExpr): bigint | null {
  if (typed.kind !== 'constant') return null
  const time = widenValue(rowValueOf(typed.constant), typed.constant.type, 'TIMESTAMP')
  return typeof time === 'bigint' ? time : null
}

function timesThat(op: ComparisonOperator, reach: Reach, moment: bigint): IntervalSet {
  const from = reach(moment)
  const after = reach(moment + 1n)
  switch (op) {
    case '=':
      return intervalFrom(from, after)
    case '!=':
      return complement(intervalFrom(from, after))
    case '<':
      return intervalFrom(null, from)
    case '<=':
      return intervalFrom(null, after)
    case '>':
      return intervalFrom(after, null)
    case '>=':
      return intervalFrom(from, null)
    default:
      return assertNever(op)
  }
}
