import { type TypedExpr, UNKNOWN } from '../../tree/typed-expr.ts'
import { isDecimal, valueToNumber } from '../../values/value.ts'
import { commonType } from '../../values/value-type.ts'
import { checkKinds, firstType, numberParameter } from '../arguments.ts'
import { plainFunction, rewrittenFunction } from '../define-function.ts'
import type { Argument, CallSite, ScalarFunction } from '../definition.ts'
import { mapRange } from '../number-range.ts'
import { absoluteDecimal } from './round-value.ts'

const DIVISION = [numberParameter('number'), numberParameter('divisor')]

/** Divisions, absolute values and signs. */
export const ARITHMETIC_FUNCTIONS: Readonly<
  Record<'Abs' | 'Sign' | 'Mod' | 'SafeDivide', ScalarFunction>
> = {
  Abs: plainFunction({
    description:
      'The absolute value of a number, in its own type; NULL for the smallest INT, whose negation overflows.',
    parameters: [numberParameter('number')],
    examples: [
      { text: 'Abs(-3)', result: '3' },
      { text: 'Abs(-2.50)', result: '2.5' },
      { text: 'Abs(1e3)', result: '1000' },
    ],
    result: firstType,
    formula: {
      kind: 'smooth',
      value: Math.abs,
      slopes: [(_, x) => Math.sign(x)],
      range(args) {
        const { low, high, defined } = args.range(0)
        const turns = low < 0 && high > 0
        const [a, b] = [Math.abs(low), Math.abs(high)]
        const least = low <= 0 && high >= 0 ? 0 : Math.min(a, b)
        return { low: least, high: Math.max(a, b), defined, changesBranch: turns }
      },
      neverNull: null,
      neverNegative: 'always',
      zeroAtZero: true,
    },
    evaluate([number]) {
      if (typeof number === 'bigint') {
        return number === MIN_INT ? null : number < 0n ? -number : number
      }
      return isDecimal(number!) ? absoluteDecimal(number) : Math.abs(number as number)
    },
  }),
  Sign: plainFunction({
    description:
      'The sign of a number: 1 when it is positive, -1 when it is negative, otherwise 0.',
    parameters: [numberParameter('number')],
    examples: [
      { text: 'Sign(-2.5)', result: '-1' },
      { text: 'Sign(0)', result: '0' },
      { text: 'Sign(7)', result: '1' },
    ],
    result: 'INT',
    formula: {
      kind: 'smooth',
      value: Math.sign,
      slopes: [() => 0],
      range(args) {
        const sign = mapRange(args.range(0), Math.sign)
        return { ...sign, changesBranch: sign.low !== sign.high }
      },
      neverNull: 'every',
      neverNegative: 'first',
      zeroAtZero: true,
    },
    evaluate: ([number]) => BigInt(Math.sign(valueToNumber(number!))),
  }),
  Mod: rewrittenFunction({
    description:
      'The remainder of a division, with the sign of the number: number % divisor; NULL for a divisor of 0.',
    parameters: DIVISION,
    examples: [
      { text: 'Mod(7, 3)', result: '1' },
      { text: 'Mod(-7, 3)', result: '-1' },
      { text: 'Mod(7, 0)', result: null },
    ],
    check: (args, site) => checkDivision('%', args, site),
  }),
  SafeDivide: rewrittenFunction({
    description:
      'The quotient of two numbers as a DOUBLE: number / divisor; NULL for a divisor of 0.',
    parameters: DIVISION,
    examples: [
      { text: 'SafeDivide(1, 4)', result: '0.25' },
      { text: 'SafeDivide(1, 0)', result: null },
    ],
    check: (args, site) => checkDivision('/', args, site),
  }),
}

/** The tree of `left op right` for two arguments. */
function checkDivision(op: '/' | '%', args: readonly Argument[], site: CallSite): TypedExpr {
  const typed = checkKinds(DIVISION, args, site)
  if (typed === null) return UNKNOWN
  const [left, right] = [typed[0]!, typed[1]!]
  const common = commonType(left.type, right.type) ?? 'UNKNOWN'
  return { kind: 'arithmetic', op, left, right, type: op === '/' ? 'DOUBLE' : common }
}

/** The smallest INT, whose negation overflows. */
export const MIN_INT: bigint = -(2n ** 63n)
