import { type Expr, print, type TypedExpr, typedReferences } from '@tributary/expression'
import { mapTypedChildren } from '@tributary/expression/internal'
import type { ResolvedMetric } from '../request/request.ts'
import type { Measure } from '../request/source.ts'
import { type AdditiveForm, additiveForm, whyNotSplit } from './metric-form.ts'
import { plainFormula } from './plain-formula.ts'

/** A part of a formula: an expression over measures whose change divides among the rows, or a measure whose change does not. */
export type FormulaPart = {
  /** The expression as text, by which the formula of the parts refers to it. */
  readonly name: string
  readonly formula: TypedExpr
} & (
  | { readonly form: AdditiveForm; readonly reason: null }
  | { readonly form: null; readonly reason: string }
)

/** A metric as a formula over parts. */
export interface FormulaParts {
  /** References name parts. */
  readonly formula: TypedExpr
  /** In the order of the formula, each once. */
  readonly parts: readonly FormulaPart[]
}

/**
 * Takes a metric apart. `largest`: the largest sums and quotients of sums that the formula is written with, so `[a] / [b] *
 * [c]` has the parts `[a] / [b]` and `[c]`. `measures`: the measures.
 */
export function formulaParts(
  { formula, measures: all }: Pick<ResolvedMetric, 'formula' | 'measures'>,
  size: 'largest' | 'measures',
): FormulaParts {
  const measures = new Map(all.map((measure) => [measure.name, measure]))
  const parts = new Map<string, FormulaPart>()
  return {
    formula: overParts(plainFormula(formula, all)),
    parts: [...parts.values()],
  }

  function overParts(expr: TypedExpr): TypedExpr {
    const part =
      size === 'largest' || expr.kind === 'reference' ? toFormulaPart(expr, measures) : null
    if (part === null) return mapTypedChildren(expr, overParts)
    parts.set(part.name, part)
    return { kind: 'reference', type: expr.type, table: null, name: part.name }
  }
}

/** Whether the causes of a metric are those of its parts: it is neither one measure nor a sum or quotient of sums. */
export function hasParts(metric: Pick<ResolvedMetric, 'formula' | 'measures'>): boolean {
  return formulaParts(metric, 'largest').formula.kind !== 'reference'
}

function toFormulaPart(
  formula: TypedExpr,
  measures: ReadonlyMap<string, Measure>,
): FormulaPart | null {
  const reasons = typedReferences(formula).map(({ name }) => whyNotSplit(measures.get(name)!))
  const reason = reasons.find((candidate) => candidate !== null) ?? null
  if (reason !== null) {
    if (formula.kind !== 'reference') return null
    return { name: printFormula(formula)!, formula, form: null, reason }
  }
  const form = additiveForm(formula, measures)
  const name = form && printFormula(formula)
  return form === null || name === null ? null : { name, formula, form, reason: null }
}

/** An expression of names, numbers and arithmetic as text; null for any other. */
function printFormula(typed: TypedExpr): string | null {
  const ast = toUntypedExpression(typed)
  return ast && print(ast)
}

const NOWHERE = { start: 0, end: 0 }

function toUntypedExpression(typed: TypedExpr): Expr | null {
  switch (typed.kind) {
    case 'reference':
      return { kind: 'field', name: typed.name, span: NOWHERE }
    case 'constant': {
      const raw = String(typed.constant.value)
      return { kind: 'number', raw, span: NOWHERE }
    }
    case 'negate': {
      const operand = toUntypedExpression(typed.operand)
      return operand && { kind: 'negate', operand, span: NOWHERE }
    }
    case 'arithmetic': {
      const [left, right] = [toUntypedExpression(typed.left), toUntypedExpression(typed.right)]
      return left && right && { kind: 'arithmetic', op: typed.op, left, right, span: NOWHERE }
    }
    default:
      return null
  }
}
