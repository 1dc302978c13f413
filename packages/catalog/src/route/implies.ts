import { evaluate, type TypedExpr, type Value } from '@tributary/expression'
import {
  type ComparisonOperator,
  listTypedChildren,
  type TypedComparison,
} from '@tributary/expression/internal'
import { withPlaceholder } from './express.ts'
import { toFormKey } from './form-key.ts'

/**
 * Whether a condition is TRUE for every row for which all of the others are, as far as can be told from their forms:
 * one of
 * them, a value or each of a list of values for which it is TRUE, or a range within its own. All in canonical form.
 */
export function implies(premises: readonly TypedExpr[], condition: TypedExpr): boolean {
  if (condition.kind === 'logical') {
    const test = (operand: TypedExpr) => implies(premises, operand)
    return condition.op === 'AND' ? condition.operands.every(test) : condition.operands.some(test)
  }
  const identity = toFormKey(condition)
  return premises.some(
    (premise) =>
      toFormKey(premise) === identity ||
      impliesByValues(premise, condition) ||
      impliesByRange(premise, condition) ||
      impliesPresence(premise, condition),
  )
}

/** `[x] = 1` and `[x] IN (1, 2)` imply what is TRUE for 1, and for 2. */
function impliesByValues(premise: TypedExpr, condition: TypedExpr): boolean {
  const isWithin = listWithin(premise, condition)
  if (isWithin !== null) return isWithin
  const fixed = findFixedValues(premise)
  if (fixed === null || fixed.values.length * countNodes(condition) > MOST_TRIED) return false
  const placed = withPlaceholder(condition, fixed.of)
  return placed !== null && fixed.values.every((value) => evaluate(placed, () => value) === true)
}

/** Long lists are not tried value by value: what is not seen to be implied is only not used. */
const MOST_TRIED = 20_000

/**
 * Whether the second of two lists of values of one expression has all of the first; null when they are not such
 * lists.
 */
function listWithin(premise: TypedExpr, condition: TypedExpr): boolean | null {
  const [of, ...members] = listEqualityOperands(premise) ?? []
  const [same, ...allowedMembers] = listEqualityOperands(condition) ?? []
  if (of === undefined || same === undefined || toFormKey(of) !== toFormKey(same)) return null
  const isPlain = (member: TypedExpr) =>
    member.kind === 'constant' && member.constant.type === of.type
  if (!members.every(isPlain) || !allowedMembers.every(isPlain)) return null
  const allowedKeys = new Set(allowedMembers.map(toFormKey))
  return members.every((member) => allowedKeys.has(toFormKey(member)))
}

/** How many nodes a condition has. */
function countNodes(condition: TypedExpr): number {
  return listTypedChildren(condition).reduce((sum, child) => sum + countNodes(child), 1)
}

/** The values that a condition leaves to an expression; null when they are no list. */
export function findFixedValues(
  condition: TypedExpr,
): { readonly of: TypedExpr; readonly values: readonly Value[] } | null {
  const [of, ...members] = listEqualityOperands(condition) ?? []
  if (of === undefined || of.kind === 'constant') return null
  if (members.some((member) => member.kind !== 'constant')) return null
  const values = members
    // Beside a time a date is the moment at which it begins.
    .map((member) => evaluate(widenMember(member, of), neverRead))
    .filter((value) => value !== null)
  return { of, values }
}

function listEqualityOperands(condition: TypedExpr): readonly TypedExpr[] | null {
  if (condition.kind === 'call' && condition.function === 'IN') return condition.args
  if (condition.kind !== 'comparison' || condition.op !== '=') return null
  return [condition.left, condition.right]
}

function widenMember(member: TypedExpr, of: TypedExpr): TypedExpr {
  if (of.type !== 'TIMESTAMP' || member.kind !== 'constant' || member.constant.type !== 'DATE') {
    return member
  }
  const value = BigInt(member.constant.value) * 86_400_000_000n
  return { kind: 'constant', type: 'TIMESTAMP', constant: { type: 'TIMESTAMP', value } }
}

/** Which comparisons of bounds make a premise's operator imply a condition's. */
const NARROWER: Readonly<
  Partial<Record<ComparisonOperator, Partial<Record<ComparisonOperator, ComparisonOperator>>>>
> = {
  '>': { '>': '>=', '>=': '>=', '!=': '>=' },
  '>=': { '>': '>', '>=': '>=', '!=': '>' },
  '<': { '<': '<=', '<=': '<=', '!=': '<=' },
  '<=': { '<': '<', '<=': '<=', '!=': '<' },
}

/** `[x] > 5` implies `[x] > 3` and `[x] != 4`. */
function impliesByRange(premise: TypedExpr, condition: TypedExpr): boolean {
  if (!isBound(premise) || !isBound(condition)) return false
  if (toFormKey(premise.left) !== toFormKey(condition.left)) return false
  const op = NARROWER[premise.op]?.[condition.op]
  if (op === undefined) return false
  const bounds: TypedExpr = {
    kind: 'comparison',
    type: 'BOOLEAN',
    op,
    left: premise.right,
    right: condition.right,
  }
  return evaluate(bounds, neverRead) === true
}

function isBound(condition: TypedExpr): condition is TypedComparison {
  return condition.kind === 'comparison' && condition.right.kind === 'constant'
}

/** A comparison with a value implies that the operand is not NULL. */
function impliesPresence(premise: TypedExpr, condition: TypedExpr): boolean {
  if (condition.kind !== 'call' || condition.function !== 'IsNotNull') return false
  const compared = premise.kind === 'comparison' ? premise.left : listEqualityOperands(premise)?.[0]
  return compared !== undefined && toFormKey(compared) === toFormKey(condition.args[0]!)
}

function neverRead(): never {
  throw new TypeError('A constant has no references')
}
