import type { TypedExpr, TypedReference } from './typed-expr.ts'

const NONE: readonly TypedExpr[] = []

/** The child nodes of a checked node, in text order. */
export function listTypedChildren(typed: TypedExpr): readonly TypedExpr[] {
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

/** A copy of a checked node with other children, in the order of {@link listTypedChildren}. */
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

/** A checked node whose direct children are replaced; the same object when none is another one. */
export function mapTypedChildren(
  typed: TypedExpr,
  map: (child: TypedExpr) => TypedExpr,
): TypedExpr {
  const children = listTypedChildren(typed)
  const mapped = children.map(map)
  const isSame = mapped.every((child, index) => child === children[index])
  return isSame ? typed : withTypedChildren(typed, mapped)
}

/** A text that is equal for equal expressions; sums and products are equal in either order. */
export function treeKey(typed: TypedExpr): string {
  switch (typed.kind) {
    case 'reference':
      return JSON.stringify([typed.table, typed.name])
    case 'constant':
      return `${typed.constant.type} ${JSON.stringify(String(typed.constant.value))}`
    default: {
      const keys = listTypedChildren(typed).map(treeKey)
      const name = 'op' in typed ? typed.op : typed.kind === 'call' ? typed.function : typed.kind
      if (name === '+' || name === '*') keys.sort()
      return `${name}(${keys.join()})`
    }
  }
}

/**
 * The references of a checked tree in text order, each as often as it occurs.
 * @example
 * ```ts
 * import { compile, type Scope, typedReferences } from '@tributary/attribution/expression'
 * const scope: Scope = {
 *   resolve: () => ({ found: { kind: 'reference', type: 'INT', table: 'flights', name: 'delay' } }),
 *   names: () => ['delay'],
 * }
 * const typed = compile('[delay] > 15 OR [delay] < 0', scope, { path: 'filter' })
 * typedReferences(typed).map(({ name }) => name) // => ['delay', 'delay']
 * ```
 */
export function typedReferences(typed: TypedExpr): readonly TypedReference[] {
  const references: TypedReference[] = []
  const pendingNodes = [typed]
  for (let next = pendingNodes.pop(); next !== undefined; next = pendingNodes.pop()) {
    if (next.kind === 'reference') references.push(next)
    if (next.kind === 'reference' || next.kind === 'constant') continue
    const children = listTypedChildren(next)
    for (let at = children.length - 1; at >= 0; at--) pendingNodes.push(children[at]!)
  }
  return references
}

/** A copy of a checked tree with every reference replaced. A replacement must have the type of the reference. */
export function mapReferences(
  typed: TypedExpr,
  map: (reference: TypedReference) => TypedExpr,
): TypedExpr {
  if (typed.kind === 'reference') return map(typed)
  return mapTypedChildren(typed, (child) => mapReferences(child, map))
}
