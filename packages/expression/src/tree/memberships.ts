import { callNode, type TypedConstant, type TypedExpr, type TypedLogical } from './typed-expr.ts'

/**
 * Joins one or more conditions by AND or OR. Under OR, equalities of one value with constants, and lists (IN) of it, become one
 * list, which engines look up instead of comparing one by one; under AND, inequalities and lists negated become one
 * list negated. The meaning is the same for every value, NULL included. A list stands where the first of its
 * conditions stood.
 */
export function joinConditions(
  op: TypedLogical['op'],
  conditions: readonly TypedExpr[],
): TypedExpr {
  const flat: TypedExpr[] = []
  for (const condition of conditions) {
    if (condition.kind === 'logical' && condition.op === op) {
      for (const inner of condition.operands) flat.push(inner)
    } else flat.push(condition)
  }
  const operands = joinMemberships(op, flat)
  return operands.length === 1 ? operands[0]! : { kind: 'logical', type: 'BOOLEAN', op, operands }
}

/** A value, and the constants, all of one type and none NULL, that a condition compares it with. */
interface Membership {
  readonly value: TypedExpr
  readonly members: readonly TypedConstant[]
}

/** Conditions with the same key are one list. */
interface Joined {
  readonly first: TypedExpr
  readonly value: TypedExpr
  readonly members: TypedConstant[]
  /** How many conditions it was made of. */
  conditions: number
}

function joinMemberships(
  op: TypedLogical['op'],
  operands: readonly TypedExpr[],
): readonly TypedExpr[] {
  const memberships = operands.map(op === 'OR' ? findMembership : findExclusion)
  // Most have none to be joined, and to tell values apart takes long.
  if (memberships.filter((membership) => membership !== null).length < 2) return operands
  const joined = new Map<string, Joined>()
  const parts: (TypedExpr | Joined)[] = []
  for (const [index, operand] of operands.entries()) {
    const membership = memberships[index]!
    if (membership === null) {
      parts.push(operand)
      continue
    }
    const key = `${membership.members[0]!.type} ${serializeTyped(membership.value)}`
    const group = joined.get(key)
    if (group !== undefined) {
      for (const member of membership.members) group.members.push(member)
      group.conditions += 1
      continue
    }
    const fresh = {
      first: operand,
      value: membership.value,
      members: [...membership.members],
      conditions: 1,
    }
    joined.set(key, fresh)
    parts.push(fresh)
  }
  return parts.map((part) => {
    if (!('conditions' in part)) return part
    return part.conditions === 1 ? part.first : createListCondition(op, part)
  })
}

function createListCondition(op: TypedLogical['op'], { value, members }: Joined): TypedExpr {
  const distinct = new Map(members.map((member) => [String(member.constant.value), member]))
  const list = callNode('IN', 'BOOLEAN', [value, ...distinct.values()])
  return op === 'OR' ? list : { kind: 'not', type: 'BOOLEAN', operand: list }
}

/** `value = constant` and `value IN (…)`. */
function findMembership(condition: TypedExpr): Membership | null {
  if (condition.kind === 'comparison')
    return condition.op === '=' ? toEqualityMembership(condition) : null
  if (condition.kind !== 'call' || condition.function !== 'IN') return null
  const [value, ...members] = condition.args
  return value === undefined ? null : ofOneType(value, members)
}

/** `value != constant` and `NOT value IN (…)`, also `NOT value = constant`. */
function findExclusion(condition: TypedExpr): Membership | null {
  if (condition.kind === 'not') return findMembership(condition.operand)
  return condition.kind === 'comparison' && condition.op === '!='
    ? toEqualityMembership(condition)
    : null
}

function toEqualityMembership({
  left,
  right,
}: {
  readonly left: TypedExpr
  readonly right: TypedExpr
}) {
  return left.kind === 'constant' ? ofOneType(right, [left]) : ofOneType(left, [right])
}

function ofOneType(value: TypedExpr, members: readonly TypedExpr[]): Membership | null {
  if (value.kind === 'constant' || members.length === 0) return null
  const [first] = members
  const constants: TypedConstant[] = []
  for (const member of members) {
    if (member.kind !== 'constant' || member.constant.type === 'NULL') return null
    if (member.type !== first?.type || member.type === 'UNKNOWN') return null
    constants.push(member)
  }
  return { value, members: constants }
}

/** Equal texts are equal trees. */
function serializeTyped(value: TypedExpr): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part))
}
