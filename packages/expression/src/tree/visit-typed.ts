import type { TypedExpr, TypedReference } from './typed-expr.ts'

const NONE: readonly TypedExpr[] = []

/** The checked nodes directly below one, in text order. */
export function typedChildrenOf(typed: TypedExpr): readonly TypedExpr[] {
  switch (typed.kind) {
    case 'call':
      return typed.args
    case 'comparison':
    case 'arithmetic':
      return [typed.left, typed.right]
    case 'logical':
      return typed.operands
    case 'not':
    case 'negate':
      return [typed.operand]
    default:
      return NONE
  }
}

/** The same checked node over other children, given in the order of {@link typedChildrenOf}. */
export function withTypedChildren(typed: TypedExpr, children: readonly TypedExpr[]): TypedExpr {
  switch (typed.kind) {
    case 'call':
      return { ...typed, args: children }
    case 'comparison':
    case 'arithmetic':
      return { ...typed, left: children[0]!, right: children[1]! }
    case 'logical':
      return { ...typed, operands: children }
    case 'not':
    case 'negate':
      return { ...typed, operand: children[0]! }
    default:
      return typed
  }
}

/** Every reference of a checked tree, in text order, repeated as often as it stands there. */
export function typedReferences(typed: TypedExpr): readonly TypedReference[] {
  if (typed.kind === 'reference') return [typed]
  return typedChildrenOf(typed).flatMap(typedReferences)
}

/** A checked tree in which every reference is replaced. The replacement must be of the same type. */
export function mapReferences(
  typed: TypedExpr,
  map: (reference: TypedReference) => TypedExpr,
): TypedExpr {
  if (typed.kind === 'reference') return map(typed)
  const children = typedChildrenOf(typed)
  const mapped = children.map((child) => mapReferences(child, map))
  const same = mapped.every((child, index) => child === children[index])
  return same ? typed : withTypedChildren(typed, mapped)
}
