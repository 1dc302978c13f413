import type { Constant, Decimal } from '@tributary/expression'
import {
  addDecimals,
  multiplyDecimals,
  numberToDecimal,
  parseDecimal,
  subtractDecimals,
} from '@tributary/expression/internal'
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
