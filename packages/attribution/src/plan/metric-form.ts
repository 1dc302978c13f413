import { nearNames } from '@tributary/core'
import type { TypedArithmetic, TypedExpr } from '@tributary/expression'
import { unknownLeaf } from '../errors.ts'
import type { ResolvedMetric } from '../request.ts'
import type { Leaf } from '../source.ts'
import {
  type AffineForm,
  addForms,
  constantForm,
  divideForm,
  isConstant,
  isLinear,
  leafForm,
  multiplyForm,
  negateForm,
} from './affine-form.ts'

/**
 * How the contributions of a metric are computed. `linear`: sums, differences and constant multiples
 * of additive leaves (SUM, COUNT), or one COUNT_DISTINCT leaf alone, whose groups overlap. `quotient`:
 * linear over linear. `other`: values only, for the reason given.
 */
export type MetricForm =
  | { readonly kind: 'linear'; readonly form: AffineForm; readonly overlaps: boolean }
  | { readonly kind: 'quotient'; readonly numerator: AffineForm; readonly denominator: AffineForm }
  | { readonly kind: 'other'; readonly reason: string }

type Shape =
  | { readonly kind: 'affine'; readonly form: AffineForm }
  | { readonly kind: 'quotient'; readonly numerator: AffineForm; readonly denominator: AffineForm }
  | { readonly kind: 'other'; readonly reason: string }

/** The form of a metric. Throws {@link AttributionError} when the formula names a leaf it does not have. */
export function metricForm(metric: ResolvedMetric): MetricForm {
  const leaves = new Map(metric.leaves.map((leaf) => [leaf.name, leaf]))
  const { formula } = metric
  if (formula.kind === 'reference' && leaves.get(formula.name)?.aggregate === 'COUNT_DISTINCT') {
    return { kind: 'linear', form: leafForm(formula.name), overlaps: true }
  }
  const shape = shapeOf(formula, leaves)
  if (shape.kind !== 'affine') return shape
  if (isLinear(shape.form)) return { kind: 'linear', form: shape.form, overlaps: false }
  return other(
    isConstant(shape.form)
      ? 'the metric is a constant'
      : 'a constant is added to an additive metric',
  )
}

function shapeOf(expr: TypedExpr, leaves: ReadonlyMap<string, Leaf>): Shape {
  switch (expr.kind) {
    case 'reference':
      return leafShape(expr.name, leaves)
    case 'constant': {
      const form = constantForm(expr.constant)
      return form === null ? other('a constant is not a number') : { kind: 'affine', form }
    }
    case 'negate':
      return negateShape(shapeOf(expr.operand, leaves))
    case 'arithmetic':
      return arithmeticShape(expr.op, shapeOf(expr.left, leaves), shapeOf(expr.right, leaves))
    case 'call':
      return other(`the formula calls ${expr.function}`)
    default:
      return other('the formula is a condition')
  }
}

function leafShape(name: string, leaves: ReadonlyMap<string, Leaf>): Shape {
  const leaf = leaves.get(name)
  if (leaf === undefined) throw unknownLeaf(name, nearNames(name, leaves.keys()))
  if (leaf.aggregate === 'SUM' || leaf.aggregate === 'COUNT') {
    return { kind: 'affine', form: leafForm(name) }
  }
  return other(`leaf "${name}" is a ${leaf.aggregate}`)
}

function negateShape(shape: Shape): Shape {
  if (shape.kind === 'affine') return { kind: 'affine', form: negateForm(shape.form) }
  if (shape.kind === 'quotient') return { ...shape, numerator: negateForm(shape.numerator) }
  return shape
}

function arithmeticShape(op: TypedArithmetic['op'], left: Shape, right: Shape): Shape {
  if (left.kind === 'other') return left
  if (right.kind === 'other') return right
  switch (op) {
    case '+':
      return sumShape(left, right)
    case '-':
      return sumShape(left, negateShape(right))
    case '*':
      return productShape(left, right)
    case '/':
      return quotientShape(left, right)
    default:
      return other(`the formula uses ${op}`)
  }
}

type Known = Exclude<Shape, { readonly kind: 'other' }>

function sumShape(left: Known, right: Shape): Shape {
  if (left.kind === 'affine' && right.kind === 'affine') {
    return { kind: 'affine', form: addForms(left.form, right.form) }
  }
  const ratio = left.kind === 'quotient' ? left : right
  const added = left.kind === 'quotient' ? right : left
  if (ratio.kind !== 'quotient' || added.kind !== 'affine' || !isConstant(added.form)) {
    return other('a ratio is added to another metric')
  }
  // n/d + c = (n + c·d)/d, so `1 - [lost] / [all]` stays a ratio.
  const whole = multiplyForm(ratio.denominator, added.form)
  return quotient(addForms(ratio.numerator, whole), ratio.denominator)
}

function productShape(left: Known, right: Known): Shape {
  const factor = [left, right].find((side) => side.kind === 'affine' && isConstant(side.form))
  if (factor?.kind !== 'affine') return other('metrics are multiplied')
  const scaled = factor === left ? right : left
  if (scaled.kind === 'affine') {
    return { kind: 'affine', form: multiplyForm(scaled.form, factor.form) }
  }
  return quotient(multiplyForm(scaled.numerator, factor.form), scaled.denominator)
}

function quotientShape(left: Known, right: Known): Shape {
  if (right.kind === 'quotient') return other('a metric is divided by a ratio')
  if (isConstant(right.form)) {
    if (right.form.constant.units === 0n) return other('the formula divides by zero')
    if (left.kind === 'affine') {
      return { kind: 'affine', form: divideForm(left.form, right.form) }
    }
    return quotient(divideForm(left.numerator, right.form), left.denominator)
  }
  if (left.kind === 'quotient') return other('a ratio is divided by a metric')
  return quotient(left.form, right.form)
}

function quotient(numerator: AffineForm, denominator: AffineForm): Shape {
  if (isLinear(numerator) && isLinear(denominator)) {
    return { kind: 'quotient', numerator, denominator }
  }
  return other('a constant is divided by a metric, or added inside a ratio')
}

function other(reason: string): { readonly kind: 'other'; readonly reason: string } {
  return { kind: 'other', reason }
}
