import { nearNames } from '@tributary/core'
import { type TypedExpr, typedReferences } from '@tributary/expression'
import type { TypedArithmetic } from '@tributary/expression/internal'
import { unknownMeasureError } from '../request/errors.ts'
import type { AttributionRequest, ResolvedMetric } from '../request/request.ts'
import type { Measure } from '../request/source.ts'
import {
  type AffineForm,
  addForms,
  constantForm,
  divideForm,
  isConstant,
  isLinear,
  measureForm,
  multiplyForm,
  negateForm,
} from './affine-form.ts'
import { cancelFactors } from './cancel-factors.ts'
import { whyNotDifferentiable } from './gradient.ts'
import { knownMeasures } from './null-facts.ts'
import { plainFormula } from './plain-formula.ts'

/**
 * How the contributions of a metric are computed. `linear`: sums, differences and constant multiples of measures;
 * `quotient`: linear over linear; `path`: any other formula that can be differentiated (`formula` is what is
 * differentiated: it may have a value where the metric has none); all of them over measures that are
 * added up from group to group (SUM, COUNT) or nearly so (`overlaps`: COUNT_DISTINCT, whose groups share values).
 * `other`: values only, for the reason given.
 */
export type MetricForm =
  | { readonly kind: 'linear'; readonly form: AffineForm; readonly overlaps: boolean }
  | {
      readonly kind: 'quotient'
      readonly numerator: AffineForm
      readonly denominator: AffineForm
      readonly overlaps: boolean
    }
  | { readonly kind: 'path'; readonly formula: TypedExpr; readonly overlaps: boolean }
  | { readonly kind: 'other'; readonly reason: string }

/** The forms of a sum and of a quotient of sums. */
export type AdditiveForm = Extract<MetricForm, { readonly kind: 'linear' | 'quotient' }>

type Shape =
  | { readonly kind: 'affine'; readonly form: AffineForm }
  | { readonly kind: 'quotient'; readonly numerator: AffineForm; readonly denominator: AffineForm }

/** The form of a metric. Throws {@link AttributionError} when the formula names a measure it does not have. */
export function metricForm({ formula, measures: all }: ResolvedMetric): MetricForm {
  const measures = new Map(all.map((measure) => [measure.name, measure]))
  for (const { name } of typedReferences(formula)) {
    if (!measures.has(name)) throw unknownMeasureError(name, nearNames(name, measures.keys()))
  }
  const plain = plainFormula(formula, knownMeasures(all))
  const used = typedReferences(plain).map(({ name }) => measures.get(name)!)
  if (used.length === 0) return other('the metric is a constant')
  const measureReason = used.map(whyNotSplit).find((reason) => reason !== null)
  if (measureReason != null) return other(measureReason)
  const additive = additiveForm(plain, measures)
  if (additive !== null) return additive
  const reason = whyNotDifferentiable(plain)
  if (reason !== null) return other(reason)
  return { kind: 'path', formula: cancelFactors(plain), overlaps: overlapIn(plain, measures) }
}

/** A formula as a sum or a quotient of sums of measures that are added up; null when it is neither. */
export function additiveForm(
  formula: TypedExpr,
  measures: ReadonlyMap<string, Measure>,
): AdditiveForm | null {
  const shape = toFormulaShape(formula)
  const overlaps = overlapIn(formula, measures)
  if (shape?.kind === 'quotient') return { ...shape, overlaps }
  if (shape === null || !isLinear(shape.form)) return null
  return { kind: 'linear', form: shape.form, overlaps }
}

function overlapIn(formula: TypedExpr, measures: ReadonlyMap<string, Measure>): boolean {
  return typedReferences(formula).some(
    ({ name }) => measures.get(name)!.aggregate === 'COUNT_DISTINCT',
  )
}

/**
 * Whether a metric does not grow with the length of a window: sums over sums, such as a mean or a share. A number of distinct
 * values does not grow in proportion.
 */
export function isRate(form: MetricForm): boolean {
  return (
    form.kind === 'quotient' &&
    !form.overlaps &&
    isLinear(form.numerator) &&
    isLinear(form.denominator)
  )
}

/** Whether a metric looks at other windows than those of the question. */
export function looksElsewhere({ measures }: Pick<ResolvedMetric, 'measures'>): boolean {
  return measures.some(({ otherWindow }) => otherWindow !== undefined)
}

/**
 * The form of a metric in a question. Of means per base period a metric that looks at other windows has values only: these
 * windows have numbers of periods of their own.
 */
export function requestForm({
  metric,
  calculation,
}: Pick<AttributionRequest, 'metric' | 'calculation'>): MetricForm {
  if (calculation === 'AVG' && looksElsewhere(metric)) {
    return other('its means are over periods of other windows')
  }
  return metricForm(metric)
}

/** Why a measure cannot be split among groups; null when it can. */
export function whyNotSplit({ name, aggregate, nested }: Measure): string | null {
  if (nested !== undefined) return `"${name}" is aggregated in two steps`
  return ADDED_UP.has(aggregate) ? null : `measure "${name}" is a ${aggregate}`
}

const ADDED_UP: ReadonlySet<Measure['aggregate']> = new Set(['SUM', 'COUNT', 'COUNT_DISTINCT'])

/** A formula as one linear form, or one over another; null when it is neither. */
function toFormulaShape(expr: TypedExpr): Shape | null {
  switch (expr.kind) {
    case 'reference':
      return { kind: 'affine', form: measureForm(expr.name) }
    case 'constant': {
      const form = constantForm(expr.constant)
      return form === null ? null : { kind: 'affine', form }
    }
    case 'negate':
      return negateShape(toFormulaShape(expr.operand))
    case 'arithmetic':
      return arithmeticShape(expr.op, toFormulaShape(expr.left), toFormulaShape(expr.right))
    default:
      return null
  }
}

function negateShape(shape: Shape | null): Shape | null {
  if (shape === null) return null
  return shape.kind === 'affine'
    ? { kind: 'affine', form: negateForm(shape.form) }
    : { ...shape, numerator: negateForm(shape.numerator) }
}

function arithmeticShape(
  op: TypedArithmetic['op'],
  left: Shape | null,
  right: Shape | null,
): Shape | null {
  if (left === null || right === null) return null
  switch (op) {
    case '+':
      return sumShape(left, right)
    case '-':
      return sumShape(left, negateShape(right)!)
    case '*':
      return productShape(left, right)
    case '/':
      return quotientShape(left, right)
    default:
      return null
  }
}

function sumShape(left: Shape, right: Shape): Shape | null {
  if (left.kind === 'affine' && right.kind === 'affine') {
    return { kind: 'affine', form: addForms(left.form, right.form) }
  }
  const ratio = left.kind === 'quotient' ? left : right
  const added = left.kind === 'quotient' ? right : left
  if (ratio.kind !== 'quotient' || added.kind !== 'affine' || !isConstant(added.form)) {
    return null
  }
  // n/d + c = (n + c·d)/d, so `1 - [lost] / [all]` stays a ratio.
  const scaledDenominator = multiplyForm(ratio.denominator, added.form)
  return quotient(addForms(ratio.numerator, scaledDenominator), ratio.denominator)
}

function productShape(left: Shape, right: Shape): Shape | null {
  const factor = [left, right].find((side) => side.kind === 'affine' && isConstant(side.form))
  if (factor?.kind !== 'affine') return null
  const scaled = factor === left ? right : left
  if (scaled.kind === 'affine') {
    return { kind: 'affine', form: multiplyForm(scaled.form, factor.form) }
  }
  return quotient(multiplyForm(scaled.numerator, factor.form), scaled.denominator)
}

function quotientShape(left: Shape, right: Shape): Shape | null {
  if (right.kind === 'quotient') return null
  if (isConstant(right.form)) {
    if (right.form.constant.units === 0n) return null
    if (left.kind === 'affine') {
      return { kind: 'affine', form: divideForm(left.form, right.form) }
    }
    return quotient(divideForm(left.numerator, right.form), left.denominator)
  }
  if (left.kind === 'quotient') return null
  return quotient(left.form, right.form)
}

function quotient(numerator: AffineForm, denominator: AffineForm): Shape | null {
  if (isLinear(numerator) && isLinear(denominator)) {
    return { kind: 'quotient', numerator, denominator }
  }
  return null
}

function other(reason: string): { readonly kind: 'other'; readonly reason: string } {
  return { kind: 'other', reason }
}
