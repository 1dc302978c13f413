import type { TypedExpr } from '@tributary/expression'
import { callNode } from '@tributary/expression/internal'

/** The conditions joined by AND, without duplicates and nested ANDs; null when there are none. */
export function combineConditions(conditions: readonly (TypedExpr | null)[]): TypedExpr | null {
  const all = withoutRepeats(conditions.flatMap(splitConjuncts))
  const first = all[0]
  if (first === undefined) return null
  return all.length === 1 ? first : { kind: 'logical', type: 'BOOLEAN', op: 'AND', operands: all }
}

/** The identity of a condition takes a walk through it, so that of different kinds of conditions it is not asked for. */
function withoutRepeats(all: readonly TypedExpr[]): readonly TypedExpr[] {
  if (all.length < 2) return all
  const kinds = new Set(
    all.map((condition) => (condition.kind === 'comparison' ? condition.op : condition.kind)),
  )
  if (kinds.size === all.length) return all
  return [...new Map(all.map((condition) => [toIdentity(condition), condition])).values()]
}

/** A text that is equal for two plain values exactly when they are structurally equal. */
export function toIdentity(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? { bigint: part.toString() } : part,
  )
}

/** The conditions that an AND joins; the condition itself when it is none, none for null. */
export function splitConjuncts(condition: TypedExpr | null): readonly TypedExpr[] {
  if (condition === null) return []
  if (condition.kind !== 'logical' || condition.op !== 'AND') return [condition]
  return condition.operands.flatMap(splitConjuncts)
}

/** A value of a dimension with `having`, as long as it is not known which keys fulfil the condition. */
export interface Membership {
  /** The dimension. */
  readonly dimension: string
  /** The expression whose values the list of keys has. */
  readonly key: TypedExpr
}

/**
 * The value of a dimension with `having` for a row: a list (IN) with a place in it, which stands for the keys that fulfil the
 * condition. Only a question asks for them, as its user may; {@link replaceMemberships} puts them there.
 */
export function membershipNode({ dimension, key }: Membership): TypedExpr {
  // No other constant of an unknown type has a text.
  const place = { kind: 'constant', type: 'UNKNOWN' } as const
  return callNode('IN', 'BOOLEAN', [
    key,
    { ...place, constant: { type: 'STRING', value: dimension } },
  ])
}

function toMembership(node: object): Membership | null {
  const { kind, args } = node as Partial<Extract<TypedExpr, { kind: 'call' }>>
  if (kind !== 'call' || args?.length !== 2) return null
  const [key, place] = args as [TypedExpr, TypedExpr]
  if (place.kind !== 'constant' || place.type !== 'UNKNOWN') return null
  return place.constant.type === 'STRING' ? { dimension: place.constant.value, key } : null
}

/** The dimensions with `having` that the trees in plain data name, each once. */
export function membershipsIn(value: unknown): ReadonlySet<string> {
  const dimensions = new Set<string>()
  const remainingValues = [value]
  while (remainingValues.length > 0) {
    const next = remainingValues.pop()
    if (typeof next !== 'object' || next === null) continue
    const membership = toMembership(next)
    if (membership !== null) dimensions.add(membership.dimension)
    for (const part of Object.values(next)) remainingValues.push(part)
  }
  return dimensions
}

/** A copy of plain data in whose trees the values of dimensions with `having` are replaced; parts without any stay the same. */
export function replaceMemberships<T>(value: T, replace: (membership: Membership) => TypedExpr): T {
  const replaced = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node
    if (Array.isArray(node)) {
      const all = node.map(replaced)
      return all.every((part, at) => part === node[at]) ? node : all
    }
    const membership = toMembership(node)
    if (membership !== null)
      return replace({ ...membership, key: replaced(membership.key) as TypedExpr })
    const entries = Object.entries(node)
    const all = entries.map(([key, part]) => [key, replaced(part)] as const)
    return all.every(([, part], at) => part === entries[at]![1]) ? node : Object.fromEntries(all)
  }
  return replaced(value) as T
}
