import { report } from '../../diagnostics/report.ts'
import { callNode, constantNode, type TypedExpr, widenConstant } from '../../tree/typed-expr.ts'
import {
  compareValues,
  isDecimal,
  toConstant,
  toRowValue,
  type Value,
  widenValue,
} from '../../values/value.ts'
import { commonType } from '../../values/value-type.ts'
import { readTimeNextTo } from '../align-arguments.ts'
import { rewrittenFunction } from '../define-function.ts'
import type { Argument, CallSite, ScalarFunction } from '../definition.ts'

/** Arguments from which a list is looked up instead of gone through. */
const LONG = 8

/** The members of a list: of the type of the value, and of one form that is equal exactly when it is the same. */
interface Members {
  readonly form: 'string' | 'bigint' | 'number' | 'boolean'
  readonly values: ReadonlySet<Value>
  readonly hasNull: boolean
}

const membersByArguments = new WeakMap<readonly TypedExpr[], Members | null>()

/** The members of a list as a set; null when they must be compared one by one. */
function getListMembers(args: readonly TypedExpr[]): Members | null {
  let members = membersByArguments.get(args)
  if (members === undefined) {
    members = readMembers(args)
    membersByArguments.set(args, members)
  }
  return members
}

function readMembers([value, ...listed]: readonly TypedExpr[]): Members | null {
  const values = new Set<Value>()
  let form: string | null = null
  for (const member of listed) {
    if (member.kind !== 'constant') return null
    const memberValue = toRowValue(member.constant)
    values.add(memberValue)
    if (memberValue === null) continue
    form ??= typeof memberValue
    if (typeof memberValue !== form || isDecimal(memberValue) || member.type !== value!.type)
      return null
  }
  const hasNull = values.delete(null)
  return form === null ? null : { form: form as Members['form'], values, hasNull }
}

const inFunction: ScalarFunction = {
  description: 'TRUE when the value equals one of the constants listed after it.',
  parameters: [
    { name: 'value', takes: 'any value' },
    { name: 'first', takes: 'a constant', repeated: true },
  ],
  examples: [
    { text: 'IN("b", "a", "b")', result: 'true' },
    { text: 'IN(3, 1, 2)', result: 'false' },
    { text: 'IN(NULL, 1)', result: null },
  ],
  nulls: 'own',
  formula: { kind: 'comparisons', join: 'OR', operators: ['='] },
  check(args, site) {
    const [value, ...listed] = args
    const members = listed.map((member) => checkMember(value!, member, site))
    return callNode('IN', 'BOOLEAN', [value!.typed, ...members])
  },
  evaluate(argument, { args }) {
    const value = argument(0)
    if (value === null) return null
    const members = args.length > LONG ? getListMembers(args) : null
    if (typeof value === members?.form) {
      return members.values.has(value) || (members.hasNull ? null : false)
    }
    let result: boolean | null = false
    for (let index = 1; index < args.length; index++) {
      const member = argument(index)
      if (member === null) result = null
      else if (isSame(value, args[0]!, member, args[index]!)) return true
    }
    return result
  },
}

/** Functions that compare a value with others: with those of a list, or with two bounds. */
export const MEMBERSHIP_FUNCTIONS: Readonly<Record<'IN' | 'NotIn' | 'Between', ScalarFunction>> = {
  IN: inFunction,
  NotIn: rewrittenFunction({
    description: 'TRUE when the value equals none of the constants listed after it: NOT IN(…).',
    parameters: inFunction.parameters,
    examples: [
      { text: 'NotIn("a", "b", "c")', result: 'true' },
      { text: 'NotIn(2, 1, 2)', result: 'false' },
      { text: 'NotIn(NULL, 1)', result: null },
    ],
    check: (args, site) => ({
      kind: 'not',
      type: 'BOOLEAN',
      operand: inFunction.check(args, site),
    }),
  }),
  Between: {
    description: 'TRUE from low to high, both included: value >= low AND value <= high.',
    parameters: [
      { name: 'value', takes: 'any value' },
      { name: 'low', takes: 'the lowest value' },
      { name: 'high', takes: 'the highest value' },
    ],
    examples: [
      { text: 'Between(3, 1, 3)', result: 'true' },
      { text: 'Between("b", "c", "d")', result: 'false' },
      { text: 'Between(NULL, 1, 3)', result: null },
    ],
    nulls: 'own',
    formula: { kind: 'comparisons', join: 'AND', operators: ['>=', '<='] },
    check([value, low, high], site) {
      const bounds = [low!, high!]
      const time = bounds.find(({ typed }) => typed.type === 'DATE' || typed.type === 'TIMESTAMP')
      const read = time ? readTimeNextTo(value!, time.typed, site) : value!.typed
      const typed = bounds.map((bound) => checkComparable(read, bound, site))
      // NULL goes with either bound, but an engine wants the two bounds to go together as well.
      if (read.type === 'NULL') return constantNode(toConstant(null, 'BOOLEAN'), 'BOOLEAN')
      return callNode('Between', 'BOOLEAN', [read, ...typed])
    },
    evaluate(argument, { args }) {
      const [value, low, high] = [argument(0), argument(1), argument(2)]
      const above = isInOrder(low, args[1]!, value, args[0]!)
      const below = isInOrder(value, args[0]!, high, args[2]!)
      if (above === false || below === false) return false
      return above === null || below === null ? null : true
    },
  },
}

function checkMember(value: Argument, member: Argument, site: CallSite): TypedExpr {
  const { span } = member
  if (member.typed.kind !== 'constant') {
    const params = { function: 'IN', parameter: 'list' }
    site.addDiagnostic(report('EXP2008', { span, params }))
    return member.typed
  }
  if (member.typed.type === 'NULL') site.addDiagnostic(report('EXP2103', { span }))
  return checkComparable(value.typed, member, site)
}

/** A value that is compared with `value`, in a type that both have in common. */
function checkComparable(value: TypedExpr, argument: Argument, site: CallSite): TypedExpr {
  const typed = readTimeNextTo(argument, value, site)
  const common = commonType(value.type, typed.type)
  if (common !== null) return widenConstant(typed, common)
  const params = { left: value.type, right: typed.type }
  site.addDiagnostic(report('EXP2003', { span: argument.span, params }))
  return typed
}

function isInOrder(low: Value, left: TypedExpr, high: Value, right: TypedExpr): boolean | null {
  return low === null || high === null ? null : compareTypedValues(low, left, high, right) <= 0
}

/** Order of two values of comparable types, neither null: negative, zero or positive. */
export function compareTypedValues(
  value: NonNullable<Value>,
  left: TypedExpr,
  rightValue: NonNullable<Value>,
  right: TypedExpr,
): number {
  // Of the mixed pairs only a date beside a time changes its form here.
  const isTime = left.type === 'TIMESTAMP' || right.type === 'TIMESTAMP'
  const a = isTime ? widenValue(value, left.type, 'TIMESTAMP') : value
  const b = isTime ? widenValue(rightValue, right.type, 'TIMESTAMP') : rightValue
  return compareValues(a!, b!)
}

/** Whether two values of comparable types, neither null, are equal. */
export function isSame(
  value: NonNullable<Value>,
  left: TypedExpr,
  rightValue: NonNullable<Value>,
  right: TypedExpr,
): boolean {
  return (
    commonType(left.type, right.type) !== null &&
    compareTypedValues(value, left, rightValue, right) === 0
  )
}
