import { nearNames } from '@tributary/core'
import { type Constant, type Decimal, type TypedExpr, typedReferences } from '@tributary/expression'
import {
  addDecimals,
  multiplyDecimals,
  numberToDecimal,
  parseDecimal,
  subtractDecimals,
  type TypedArithmetic,
} from '@tributary/expression/internal'
import { unknownMeasureError } from '../request/errors.ts'
import type { AttributionRequest, ResolvedMetric } from '../request/request.ts'
import type { Measure } from '../request/source.ts'
import { cancelFactors, whyNotDifferentiable } from './gradient.ts'
import { plainFormula } from './plain-formula.ts'

/**
 * How the contributions of a metric are computed: all that later steps need of its formula. `linear`: sums, differences and
 * constant multiples of measures; `quotient`: linear over linear; `path`: any other formula that can be differentiated; all
 * of them over measures that are added up from group to group (SUM, COUNT) or nearly so (`overlaps`: COUNT_DISTINCT, whose
 * groups share values). `other`: values only, for the reason given.
 */
export type MetricForm =
  | { readonly kind: 'linear'; readonly form: AffineForm; readonly overlaps: boolean }
  | {
      readonly kind: 'quotient'
      readonly numerator: AffineForm
      readonly denominator: AffineForm
      /**
       * The numerator without a multiple of the denominator: over the denominator it changes as the metric does, without a
       * constant that would swallow digits.
       */
      readonly reduced: AffineForm
      readonly overlaps: boolean
    }
  /** `formula` is the one to differentiate: it may have a value where the metric has none. */
  | { readonly kind: 'path'; readonly formula: TypedExpr; readonly overlaps: boolean }
  | { readonly kind: 'other'; readonly reason: string }

/** The forms of a sum and of a quotient of sums. */
export type AdditiveForm = Extract<MetricForm, { readonly kind: 'linear' | 'quotient' }>

type Shape =
  | { readonly kind: 'affine'; readonly form: AffineForm }
  | { readonly kind: 'quotient'; readonly numerator: AffineForm; readonly denominator: AffineForm }

/** Analyses the formula of a metric. Throws {@link AttributionError} when it names a measure that the metric does not have. */
export function metricForm({ formula, measures: all }: ResolvedMetric): MetricForm {
  const measures = new Map(all.map((measure) => [measure.name, measure]))
  for (const { name } of typedReferences(formula)) {
    if (!measures.has(name)) throw unknownMeasureError(name, nearNames(name, measures.keys()))
  }
  const plain = plainFormula(formula, all)
  const used = typedReferences(plain).map(({ name }) => measures.get(name)!)
  if (used.length === 0) return other('the metric is a constant')
  const measureReason = used.map(whyNotSplit).find((reason) => reason !== null)
  if (measureReason != null) return other(measureReason)
  const additive = additiveForm(plain, measures)
  if (additive !== null) return additive
  const reason = whyNotDifferentiable(plain)
  if (reason !== null) return other(reason)
  const overlaps = overlapIn(plain, measures)
  return { kind: 'path', formula: cancelFactors(plain), overlaps }
}

/** A formula as a sum or a quotient of sums of measures that are added up; null when it is neither. */
export function additiveForm(
  formula: TypedExpr,
  measures: ReadonlyMap<string, Measure>,
): AdditiveForm | null {
  const shape = toFormulaShape(formula)
  if (shape === null || (shape.kind === 'affine' && !isLinear(shape.form))) return null
  const overlaps = overlapIn(formula, measures)
  if (shape.kind === 'affine') return { kind: 'linear', form: shape.form, overlaps }
  return { ...shape, reduced: withoutMultiple(shape.numerator, shape.denominator), overlaps }
}

function overlapIn(formula: TypedExpr, measures: ReadonlyMap<string, Measure>): boolean {
  return typedReferences(formula).some(
    ({ name }) => measures.get(name)!.aggregate === 'COUNT_DISTINCT',
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

/** `(Σ coefficient · measure + constant) / divisor`, exact. The divisor is positive. */
export interface AffineForm {
  readonly terms: ReadonlyMap<string, Decimal>
  readonly constant: Decimal
  readonly divisor: bigint
}

const ZERO: Decimal = { units: 0n, scale: 0 }
const ONE: Decimal = { units: 1n, scale: 0 }

/** The form of one measure alone. */
export function measureForm(name: string): AffineForm {
  return { terms: new Map([[name, ONE]]), constant: ZERO, divisor: 1n }
}

/** The form of a number; null when the constant is not a finite number, or has so many digits that doubles do not hold them. */
export function constantForm(constant: Constant): AffineForm | null {
  const value = toConstantDecimal(constant)
  if (value === null || value.scale > MOST_DIGITS || String(value.units).length > MOST_DIGITS) {
    return null
  }
  return { terms: new Map(), constant: value, divisor: 1n }
}

/** More than any decimal of a column or a request has. */
const MOST_DIGITS = 60

/** Whether a form names no measure. */
export function isConstant(form: AffineForm): boolean {
  return form.terms.size === 0
}

/** Whether a form adds up over groups: measures only, no constant beside them. */
export function isLinear(form: AffineForm): boolean {
  return form.terms.size > 0 && form.constant.units === 0n
}

/** `a + b`. */
export function addForms(a: AffineForm, b: AffineForm): AffineForm {
  const left = timesDecimal(a, { units: b.divisor, scale: 0 })
  const right = timesDecimal(b, { units: a.divisor, scale: 0 })
  const terms = new Map(left.terms)
  for (const [name, coefficient] of right.terms) {
    terms.set(name, addDecimals(terms.get(name) ?? ZERO, coefficient))
  }
  return {
    terms,
    constant: addDecimals(left.constant, right.constant),
    divisor: a.divisor * b.divisor,
  }
}

/** `-form`. */
export function negateForm(form: AffineForm): AffineForm {
  return timesDecimal(form, { units: -1n, scale: 0 })
}

/** `form · factor` for a constant factor. */
export function multiplyForm(form: AffineForm, factor: AffineForm): AffineForm {
  return { ...timesDecimal(form, factor.constant), divisor: form.divisor * factor.divisor }
}

/** `form / divisor` for a constant divisor that is not zero. */
export function divideForm(form: AffineForm, divisor: AffineForm): AffineForm {
  const { units, scale } = divisor.constant
  const sign = units < 0n ? -1n : 1n
  const factor = { units: sign * divisor.divisor * 10n ** BigInt(scale), scale: 0 }
  return { ...timesDecimal(form, factor), divisor: form.divisor * units * sign }
}

/**
 * `form - constant · divisor`, with the constant for which none of the divisor's measures is left; the form itself when
 * there is none. Over the divisor, both forms change equally: `1 - n/d` as `-n/d` does.
 */
export function withoutMultiple(form: AffineForm, divisor: AffineForm): AffineForm {
  const [name, below] = [...divisor.terms].find(([, { units }]) => units !== 0n) ?? []
  if (name === undefined || below === undefined) return form
  const above = form.terms.get(name) ?? ZERO
  const terms = new Map<string, Decimal>()
  for (const measure of new Set([...form.terms.keys(), ...divisor.terms.keys()])) {
    const minuend = multiplyDecimals(form.terms.get(measure) ?? ZERO, below)
    const subtrahend = multiplyDecimals(divisor.terms.get(measure) ?? ZERO, above)
    const difference = subtractDecimals(minuend, subtrahend)
    if (difference.units === 0n) continue
    if (divisor.terms.has(measure)) return form
    terms.set(measure, difference)
  }
  if (terms.size === 0 || above.units === 0n) return form
  return divideForm(
    { terms, constant: multiplyDecimals(form.constant, below), divisor: form.divisor },
    { terms: new Map(), constant: below, divisor: 1n },
  )
}

function timesDecimal(form: AffineForm, factor: Decimal): AffineForm {
  const terms = new Map<string, Decimal>()
  for (const [name, coefficient] of form.terms) {
    terms.set(name, multiplyDecimals(coefficient, factor))
  }
  return { terms, constant: multiplyDecimals(form.constant, factor), divisor: form.divisor }
}

function toConstantDecimal(constant: Constant): Decimal | null {
  switch (constant.type) {
    case 'INT':
      return { units: constant.value, scale: 0 }
    case 'DECIMAL':
      return parseDecimal(constant.value)
    case 'DOUBLE':
      return Number.isFinite(constant.value) ? numberToDecimal(constant.value) : null
    default:
      return null
  }
}
