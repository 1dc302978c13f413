import { add, divide, fromText, isZero, multiply, type Rational, ZERO } from './rational.ts'
import type { MeasureFormula } from './resolve.ts'

/** A sum of multiples of measures and a constant. */
export interface Straight {
  readonly terms: ReadonlyMap<number, Rational>
  readonly constant: Rational
}

/** A formula that is a sum of multiples of measures, or one such sum over another; null for any other. */
export type Shape =
  | { readonly kind: 'sum'; readonly sum: Straight }
  | { readonly kind: 'quotient'; readonly above: Straight; readonly below: Straight }
  | null

/** The shape of a formula, as far as it can be seen from its operators. */
export function shapeOf(formula: MeasureFormula): Shape {
  const shape = anyShape(formula)
  if (shape === null) return null
  if (shape.kind === 'sum') return isPure(shape.sum) ? shape : null
  return isPure(shape.above) && isPure(shape.below) ? shape : null
}

/** The formula with quotients in place of those that SafeDivide guards. */
export function unguarded(formula: MeasureFormula): MeasureFormula {
  if ('left' in formula) {
    const [left, right] = [unguarded(formula.left), unguarded(formula.right)]
    return { op: formula.op === 'safe' ? '/' : formula.op, left, right }
  }
  return 'of' in formula ? { ...formula, of: unguarded(formula.of) } : formula
}

function isPure({ terms, constant }: Straight): boolean {
  return isZero(constant) && terms.size > 0
}

function anyShape(formula: MeasureFormula): Shape {
  switch (formula.op) {
    case 'measure':
      return { kind: 'sum', sum: { terms: new Map([[formula.at, fromText('1')]]), constant: ZERO } }
    case 'number':
      return { kind: 'sum', sum: constantOf(fromText(formula.text)) }
    case 'negate':
      return scaled(anyShape(formula.of), fromText('-1'))
    case '+':
      return added(anyShape(formula.left), anyShape(formula.right))
    case '-':
      return added(anyShape(formula.left), scaled(anyShape(formula.right), fromText('-1')))
    case '*': {
      const [left, right] = [anyShape(formula.left), anyShape(formula.right)]
      const factor = constantIn(left)
      if (factor !== null) return scaled(right, factor)
      const other = constantIn(right)
      return other === null ? null : scaled(left, other)
    }
    case '/': {
      const [left, right] = [anyShape(formula.left), anyShape(formula.right)]
      const divisor = constantIn(right)
      if (divisor !== null)
        return isZero(divisor) ? null : scaled(left, divide(fromText('1'), divisor))
      if (left?.kind !== 'sum' || right?.kind !== 'sum') return null
      return { kind: 'quotient', above: left.sum, below: right.sum }
    }
    default:
      return null
  }
}

const constantOf = (constant: Rational): Straight => ({ terms: new Map(), constant })

function constantIn(shape: Shape): Rational | null {
  return shape?.kind === 'sum' && shape.sum.terms.size === 0 ? shape.sum.constant : null
}

function scaled(shape: Shape, factor: Rational): Shape {
  if (shape === null) return null
  return shape.kind === 'sum'
    ? { kind: 'sum', sum: times(shape.sum, factor) }
    : { ...shape, above: times(shape.above, factor) }
}

function added(left: Shape, right: Shape): Shape {
  if (left?.kind === 'sum' && right?.kind === 'sum') {
    return { kind: 'sum', sum: plus(left.sum, right.sum) }
  }
  const [ratio, other] = left?.kind === 'quotient' ? [left, right] : [right, left]
  const constant = constantIn(other)
  if (ratio?.kind !== 'quotient' || constant === null) return null
  return { ...ratio, above: plus(ratio.above, times(ratio.below, constant)) }
}

function times({ terms, constant }: Straight, factor: Rational): Straight {
  return {
    terms: new Map([...terms].map(([measure, one]) => [measure, multiply(one, factor)])),
    constant: multiply(constant, factor),
  }
}

function plus(left: Straight, right: Straight): Straight {
  const terms = new Map(left.terms)
  for (const [measure, factor] of right.terms)
    terms.set(measure, add(terms.get(measure) ?? ZERO, factor))
  return { terms, constant: add(left.constant, right.constant) }
}

/** The value of a sum of multiples, of the measures' values. */
export function straightValue(
  { terms, constant }: Straight,
  at: (measure: number) => Rational,
): Rational {
  return [...terms].reduce(
    (total, [measure, factor]) => add(total, multiply(factor, at(measure))),
    constant,
  )
}
