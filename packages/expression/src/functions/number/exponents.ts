import { callNode, type TypedExpr } from '../../tree/typed-expr.ts'
import { valueToNumber } from '../../values/value.ts'
import { numberParameter } from '../arguments.ts'
import { plainFunction } from '../define-function.ts'
import type { ScalarFunction } from '../definition.ts'

/** Powers, roots, exponentials and logarithms. All give a DOUBLE. */
export const EXPONENT_FUNCTIONS: Readonly<
  Record<'Power' | 'Sqrt' | 'Exp' | 'Ln' | 'Log' | 'Log10', ScalarFunction>
> = {
  Power: plainFunction({
    description:
      'A number raised to a power, as a DOUBLE; NULL when the result is no real number or too large.',
    parameters: [numberParameter('base'), numberParameter('exponent')],
    examples: [
      { text: 'Power(2, 10)', result: '1024' },
      { text: 'Power(4, 0.5)', result: '2' },
      { text: 'Power(-8, 0.5)', result: null },
      { text: 'Power(0, -1)', result: null },
    ],
    result: 'DOUBLE',
    evaluate: ([base, exponent]) => onlyFinite(valueToNumber(base!) ** valueToNumber(exponent!)),
  }),
  Sqrt: plainFunction({
    description: 'The square root as a DOUBLE; NULL for a negative number.',
    parameters: [numberParameter('number')],
    examples: [
      { text: 'Sqrt(16)', result: '4' },
      { text: 'Sqrt(2.25)', result: '1.5' },
      { text: 'Sqrt(-1)', result: null },
    ],
    result: 'DOUBLE',
    evaluate: ([number]) => onlyFinite(Math.sqrt(valueToNumber(number!))),
  }),
  Exp: plainFunction({
    description: 'The number e raised to a power, as a DOUBLE; NULL when the result is too large.',
    parameters: [numberParameter('number')],
    examples: [
      { text: 'Exp(0)', result: '1' },
      { text: 'Round(Exp(1), 6)', result: '2.718282' },
      { text: 'Exp(1000)', result: null },
    ],
    result: 'DOUBLE',
    evaluate: ([number]) => exponential(valueToNumber(number!)),
  }),
  Ln: plainFunction({
    description: 'The natural logarithm as a DOUBLE; NULL unless the number is greater than 0.',
    parameters: [numberParameter('number')],
    examples: [
      { text: 'Ln(1)', result: '0' },
      { text: 'Round(Ln(10), 6)', result: '2.302585' },
      { text: 'Ln(0)', result: null },
    ],
    result: 'DOUBLE',
    evaluate: ([number]) => onlyFinite(Math.log(valueToNumber(number!))),
  }),
  Log: plainFunction({
    description:
      'The logarithm to a base, 10 by default, as a DOUBLE; NULL unless both numbers are greater than 0 and the base is not 1.',
    parameters: [numberParameter('number'), numberParameter('base', { optional: true })],
    examples: [
      { text: 'Log(1000)', result: '3' },
      { text: 'Log(8, 2)', result: '3' },
      { text: 'Log(8, 1)', result: null },
    ],
    result: 'DOUBLE',
    // For 1000 a quotient of logarithms gives 2.9999999999999996.
    refine: (call) =>
      isTen(call.args[1]) ? callNode('Log10', 'DOUBLE', call.args.slice(0, 1)) : call,
    evaluate: ([number, base]) =>
      onlyFinite(positiveLn(valueToNumber(number!)) / positiveLn(valueToNumber(base!))),
  }),
  Log10: plainFunction({
    description: 'The logarithm to base 10 as a DOUBLE; NULL unless the number is greater than 0.',
    parameters: [numberParameter('number')],
    examples: [
      { text: 'Log10(1000)', result: '3' },
      { text: 'Log10(0.01)', result: '-2' },
      { text: 'Log10(0)', result: null },
    ],
    result: 'DOUBLE',
    evaluate: ([number]) => onlyFinite(Math.log10(valueToNumber(number!))),
  }),
}

function exponential(number: number): number | null {
  if (number > MAX_LN) return null
  return number < MIN_LN ? 0 : Math.exp(number)
}

function isTen(base: TypedExpr | undefined): boolean {
  if (base === undefined) return true
  return base.kind === 'constant' && Number(base.constant.value) === 10
}

/** The logarithm; NaN for zero, whose minus infinity would give a number as a divisor. */
function positiveLn(number: number): number {
  return number > 0 ? Math.log(number) : Number.NaN
}

/** The largest exponent whose exponential is a double. */
export const MAX_LN = 709.782712893384

/** The smallest exponent whose exponential is not zero. */
export const MIN_LN = -745

/** The number; null for NaN and the infinities. */
function onlyFinite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
