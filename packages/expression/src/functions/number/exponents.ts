import { callNode, type TypedExpr } from '../../tree/typed-expr.ts'
import { valueToNumber } from '../../values/value.ts'
import { numberParameter } from '../arguments.ts'
import { plainFunction } from '../define-function.ts'
import type { ScalarFunction } from '../definition.ts'
import {
  boundRange,
  type CallRanges,
  combineDefined,
  mapRange,
  type NumberRange,
  operateRanges,
  raiseRange,
  UNDEFINED_RANGE,
} from '../number-range.ts'

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
    formula: {
      kind: 'smooth',
      // JavaScript gives 1 for the power 0 of NaN.
      value: (x, y) => (Number.isNaN(x) ? x : x ** y),
      slopes: [
        (_, x, y) => (y === 0 ? 0 : y * x ** (y - 1)),
        (value, x) => (value === 0 ? 0 : value * Math.log(x)),
      ],
      range: computePowerRange,
      neverNull: null,
      neverNegative: null,
      zeroAtZero: false,
    },
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
    formula: {
      kind: 'smooth',
      value: Math.sqrt,
      slopes: [(root) => 0.5 / root],
      range(args) {
        const inner = args.range(0)
        if (inner.defined === 'never' || inner.high < 0) return UNDEFINED_RANGE
        return mapRange({ ...inner, low: Math.max(0, inner.low) }, Math.sqrt)
      },
      neverNull: null,
      neverNegative: 'always',
      zeroAtZero: true,
    },
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
    formula: {
      kind: 'smooth',
      value: Math.exp,
      slopes: [(value) => value],
      range: (args) => mapRange(args.range(0), Math.exp),
      neverNull: null,
      neverNegative: 'always',
      zeroAtZero: false,
    },
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
    formula: {
      kind: 'smooth',
      value: Math.log,
      slopes: [(_, x) => 1 / x],
      range: (args) => mapLogarithm(args.range(0), Math.log),
      neverNull: null,
      neverNegative: null,
      zeroAtZero: false,
    },
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
    formula: {
      kind: 'smooth',
      value: (x, base) => positiveLn(x) / positiveLn(base),
      slopes: [
        (_, x, base) => 1 / x / Math.log(base),
        (value, _, base) => -value / Math.log(base) / base,
      ],
      range: (args) =>
        operateRanges(
          '/',
          mapLogarithm(args.range(0), Math.log),
          mapLogarithm(args.range(1), Math.log),
        ),
      neverNull: null,
      neverNegative: null,
      zeroAtZero: false,
    },
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
    formula: {
      kind: 'smooth',
      value: Math.log10,
      slopes: [(_, x) => 1 / x / Math.LN10],
      range: (args) => mapLogarithm(args.range(0), Math.log10),
      neverNull: null,
      neverNegative: null,
      zeroAtZero: false,
    },
    evaluate: ([number]) => onlyFinite(Math.log10(valueToNumber(number!))),
  }),
}

function mapLogarithm(inner: NumberRange, logarithm: (x: number) => number): NumberRange {
  if (inner.defined === 'never' || inner.high <= 0) return UNDEFINED_RANGE
  const above = mapRange({ ...inner, low: Math.max(0, inner.low) }, logarithm)
  return inner.low > 0 ? above : { ...above, defined: 'maybe' }
}

function computePowerRange(args: CallRanges): NumberRange {
  const [base, exponent] = [args.range(0), args.range(1)]
  const defined = combineDefined(base, exponent)
  if (defined === 'never') return UNDEFINED_RANGE
  if (args.isConstant(1) && Number.isInteger(exponent.low)) {
    return exponent.low < 0
      ? operateRanges('/', ONE, raiseRange(base, -exponent.low))
      : raiseRange(base, exponent.low)
  }
  if (base.high < 0) return UNDEFINED_RANGE
  const low = Math.max(0, base.low)
  const corners = [low, base.high].flatMap((x) => [x ** exponent.low, x ** exponent.high])
  const range = boundRange(corners, defined)
  // Of a base that may be negative or 0, only roots are sure to have a value.
  return low > 0 || exponent.low >= 0 ? range : { ...range, defined: 'maybe' }
}

const ONE: NumberRange = { low: 1, high: 1, defined: 'always' }

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
