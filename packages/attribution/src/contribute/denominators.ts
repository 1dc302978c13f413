import type { TypedExpr } from '@tributary/expression'

/** Everything that a formula divides by, innermost first. */
export function denominatorsOf(formula: TypedExpr): readonly TypedExpr[] {
  switch (formula.kind) {
    case 'negate':
      return denominatorsOf(formula.operand)
    case 'call':
      return formula.args.flatMap(denominatorsOf)
    case 'arithmetic': {
      const within = [...denominatorsOf(formula.left), ...denominatorsOf(formula.right)]
      return formula.op === '/' ? [...within, formula.right] : within
    }
    default:
      return []
  }
}
