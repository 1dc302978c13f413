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
  for (const one of conditions) {
    if (one.kind === 'logical' && one.op === op) {
      for (const inner of one.operands) flat.push(inner)
    } else flat.push(one)
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
  const memberships = operands.map(op === 'OR' ? membershipOf : exclusionOf)
  // Most have none to be joined, and to tell values apart takes long.
  if (memberships.filter((one) => one !== null).length < 2) return operands
  const joined = new Map<string, Joined>()
  const parts: (TypedExpr | Joined)[] = []
  for (const [index, operand] of operands.entries()) {
    const found = memberships[index]!
    if (found === null) {
      parts.push(operand)
      continue
    }
    const key = `${found.members[0]!.type} ${identityOf(found.value)}`
    const known = joined.get(key)
    if (known !== undefined) {
      for (const member of found.members) known.members.push(member)
      known.conditions += 1
      continue
    }
    const fresh = { first: operand, value: found.value, members: [...found.members], conditions: 1 }
    joined.set(key, fresh)
    parts.push(fresh)
  }
  return parts.map((part) => {
    if (!('conditions' in part)) return part
    return part.conditions === 1 ? part.first : listOf(op, part)
  })
}

function listOf(op: TypedLogical['op'], { value, members }: Joined): TypedExpr {
  const distinct = new Map(members.map((one) => [String(one.constant.value), one]))
  const list = callNode('IN', 'BOOLEAN', [value, ...distinct.values()])
  return op === 'OR' ? list : { kind: 'not', type: 'BOOLEAN', operand: list }
}

/** `value = constant` and `value IN (…)`. */
function membershipOf(condition: TypedExpr): Membership | null {
  if (condition.kind === 'comparison') return condition.op === '=' ? sidesOf(condition) : null
  if (condition.kind !== 'call' || condition.function !== 'IN') return null
  const [value, ...members] = condition.args
  return value === undefined ? null : ofOneType(value, members)
}

/** `value != constant` and `NOT value IN (…)`, also `NOT value = constant`. */
function exclusionOf(condition: TypedExpr): Membership | null {
  if (condition.kind === 'not') return membershipOf(condition.operand)
  return condition.kind === 'comparison' && condition.op === '!=' ? sidesOf(condition) : null
}

function sidesOf({ left, right }: { readonly left: TypedExpr; readonly right: TypedExpr }) {
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
function identityOf(value: TypedExpr): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part))
}
