import { assertNever } from '@tributary/core'
import type { TypedExpr } from '@tributary/expression'

/** A checked node whose direct children are replaced; the same object when none is another one. */
export function mapChildren(typed: TypedExpr, change: (child: TypedExpr) => TypedExpr): TypedExpr {
  switch (typed.kind) {
    case 'constant':
    case 'reference':
      return typed
    case 'call': {
      const args = changed(typed.args, change)
      return args === typed.args ? typed : { ...typed, args }
    }
    case 'logical': {
      const operands = changed(typed.operands, change)
      return operands === typed.operands ? typed : { ...typed, operands }
    }
    case 'comparison':
    case 'arithmetic': {
      const left = change(typed.left)
      const right = change(typed.right)
      return left === typed.left && right === typed.right ? typed : { ...typed, left, right }
    }
    case 'not':
    case 'negate': {
      const operand = change(typed.operand)
      return operand === typed.operand ? typed : { ...typed, operand }
    }
    default:
      return assertNever(typed)
  }
}

/** The nodes directly below a checked node, in text order. */
export function childrenOf(typed: TypedExpr): readonly TypedExpr[] {
  const children: TypedExpr[] = []
  mapChildren(typed, (child) => {
    children.push(child)
    return child
  })
  return children
}

function changed(
  children: readonly TypedExpr[],
  change: (child: TypedExpr) => TypedExpr,
): readonly TypedExpr[] {
  const mapped = children.map(change)
  return mapped.every((child, index) => child === children[index]) ? children : mapped
}
