import type { TypedExpr } from '@tributary/expression'
import type { TypedArithmetic } from '@tributary/expression/internal'

/** A coefficient times whole powers of names. */
export interface Monomial {
  readonly coefficient: number
  /** No power is 0. */
  readonly powers: ReadonlyMap<string, number>
}

/** A formula as a sum of monomials, each with powers of its own; null when it is none, or has too many terms. */
export function toMonomials(formula: TypedExpr): readonly Monomial[] | null {
  switch (formula.kind) {
    case 'reference':
      return [{ coefficient: 1, powers: new Map([[formula.name, 1]]) }]
    case 'constant': {
      const { value } = formula.constant
      const coefficient = value === null ? Number.NaN : Number(value)
      return Number.isFinite(coefficient) ? [{ coefficient, powers: new Map() }] : null
    }
    case 'negate': {
      const terms = toMonomials(formula.operand)
      return terms && timesTerms(terms, [MINUS_ONE])
    }
    case 'arithmetic':
      return arithmetic(formula)
    default:
      return null
  }
}

const MINUS_ONE: Monomial = { coefficient: -1, powers: new Map() }

/** As many terms as a formula may come to. */
const MOST_TERMS = 64

function arithmetic({ op, ...sides }: TypedArithmetic): readonly Monomial[] | null {
  const left = toMonomials(sides.left)
  const right = left && toMonomials(sides.right)
  if (left === null || right === null) return null
  switch (op) {
    case '+':
      return joinTerms([...left, ...right])
    case '-':
      return joinTerms([...left, ...(timesTerms(right, [MINUS_ONE]) ?? [])])
    case '*':
      return timesTerms(left, right)
    case '/': {
      const [divisor, ...remainingTerms] = right
      if (divisor === undefined || remainingTerms.length > 0 || divisor.coefficient === 0)
        return null
      return timesTerms(left, [inverse(divisor)])
    }
    default:
      return null
  }
}

function inverse({ coefficient, powers }: Monomial): Monomial {
  const inverted = Array.from(powers, ([name, power]) => [name, -power] as const)
  return { coefficient: 1 / coefficient, powers: new Map(inverted) }
}

function timesTerms(
  left: readonly Monomial[],
  right: readonly Monomial[],
): readonly Monomial[] | null {
  if (left.length * right.length > MOST_TERMS) return null
  return joinTerms(
    left.flatMap((leftTerm) => right.map((rightTerm) => timesTerm(leftTerm, rightTerm))),
  )
}

function timesTerm(leftTerm: Monomial, rightTerm: Monomial): Monomial {
  const powers = new Map(leftTerm.powers)
  for (const [name, power] of rightTerm.powers) {
    const sum = (powers.get(name) ?? 0) + power
    if (sum === 0) powers.delete(name)
    else powers.set(name, sum)
  }
  return { coefficient: leftTerm.coefficient * rightTerm.coefficient, powers }
}

/** Terms with equal powers added up. */
function joinTerms(terms: readonly Monomial[]): readonly Monomial[] | null {
  const joined = new Map<string, Monomial>()
  for (const term of terms) {
    const key = JSON.stringify([...term.powers].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    const before = joined.get(key)?.coefficient ?? 0
    joined.set(key, { ...term, coefficient: before + term.coefficient })
  }
  return joined.size > MOST_TERMS ? null : [...joined.values()]
}
