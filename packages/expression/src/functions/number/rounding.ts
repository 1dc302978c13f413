import { report } from '../../diagnostics/report.ts'
import {
  callNode,
  constantNode,
  type TypedCall,
  type TypedExpr,
  textNode,
  UNKNOWN,
} from '../../tree/typed-expr.ts'
import { isDecimal } from '../../values/value.ts'
import { countParameter, firstType, numberParameter } from '../arguments.ts'
import { plainFunction } from '../define-function.ts'
import type { Argument, CallSite, ScalarFunction } from '../definition.ts'
import { roundDecimal, roundDouble, roundInt } from './round-value.ts'

/** Functions that round a number. */
export const ROUNDING_FUNCTIONS: Readonly<
  Record<'Round' | 'Floor' | 'Ceil' | 'Trunc', ScalarFunction>
> = {
  Round: plainFunction({
    description:
      'The number rounded to a constant number of decimal digits, 0 by default, in its own type; halves are rounded away from zero, negative digits round to tens, hundreds and so on.',
    parameters: [numberParameter('number'), countParameter('digits', { optional: true })],
    examples: [
      { text: 'Round(2.5)', result: '3' },
      { text: 'Round(-1.255, 2)', result: '-1.26' },
      { text: 'Round(1250, -2)', result: '1300' },
    ],
    result: firstType,
    formula: 'jumps',
    refine,
    evaluate([number], call) {
      const digits = getRoundDigits(call)
      if (typeof number === 'bigint') return roundInt(number, digits)
      return isDecimal(number!)
        ? roundDecimal(number, digits, 'nearest')
        : roundDouble(number as number, digits)
    },
  }),
  Floor: plainFunction({
    description: 'The largest whole number not greater than the number, in its own type.',
    parameters: [numberParameter('number')],
    examples: [
      { text: 'Floor(2.5)', result: '2' },
      { text: 'Floor(-2.5)', result: '-3' },
      { text: 'Floor(7)', result: '7' },
    ],
    result: firstType,
    formula: 'jumps',
    refine: unlessInt,
    evaluate: ([number]) =>
      isDecimal(number!) ? roundDecimal(number, 0, 'down') : Math.floor(number as number),
  }),
  Ceil: plainFunction({
    description: 'The smallest whole number not less than the number, in its own type.',
    parameters: [numberParameter('number')],
    examples: [
      { text: 'Ceil(2.5)', result: '3' },
      { text: 'Ceil(-2.5)', result: '-2' },
      { text: 'Ceil(7)', result: '7' },
    ],
    result: firstType,
    formula: 'jumps',
    refine: unlessInt,
    evaluate: ([number]) =>
      isDecimal(number!) ? roundDecimal(number, 0, 'up') : Math.ceil(number as number),
  }),
  Trunc: plainFunction({
    description:
      'The number cut off after a constant number of decimal digits, 0 by default, in its own type; negative digits cut off to tens, hundreds and so on.',
    parameters: [numberParameter('number'), countParameter('digits', { optional: true })],
    examples: [
      { text: 'Trunc(2.5)', result: '2' },
      { text: 'Trunc(-2.5)', result: '-2' },
      { text: 'Trunc(-1.259, 2)', result: '-1.25' },
      { text: 'Trunc(1299, -2)', result: '1200' },
    ],
    result: firstType,
    formula: 'jumps',
    refine: rewriteTrunc,
    evaluate: ([number]) =>
      isDecimal(number!) ? roundDecimal(number, 0, 'zero') : Math.trunc(number as number),
  }),
}

/** The most digits before and after the point. */
const MAX_DIGITS = 18n

function refine(call: TypedCall, args: readonly Argument[], site: CallSite): TypedExpr {
  const digits = readDigits(call, args, site)
  if (digits === null) return UNKNOWN
  const number = call.args[0]!
  if (number.type === 'INT' && digits >= 0n) return number
  return callNode('Round', call.type, [number, constantNode({ type: 'INT', value: digits })])
}

/** A call of `Trunc` as one without digits, or in other functions. */
function rewriteTrunc(call: TypedCall, args: readonly Argument[], site: CallSite): TypedExpr {
  const digits = readDigits(call, args, site)
  if (digits === null) return UNKNOWN
  const { type } = call
  const number = call.args[0]!
  if (type === 'INT' && digits >= 0n) return number
  if (digits === 0n) return callNode('Trunc', type, [number])
  if (type !== 'DOUBLE') return withoutRest(number, digits)
  return digits > 0n ? truncatePrintedDigits(number, digits) : cutDouble(number, digits)
}

/** A whole number or decimal without its remainder after the last remaining digit. */
function withoutRest(number: TypedExpr, digits: bigint): TypedExpr {
  const { type } = number
  const right: TypedExpr =
    type === 'INT'
      ? constantNode({ type, value: 10n ** -digits })
      : constantNode({ type: 'DECIMAL', value: unitText(digits) })
  const remainder: TypedExpr = { kind: 'arithmetic', type, op: '%', left: number, right }
  return { kind: 'arithmetic', type, op: '-', left: number, right: remainder }
}

/** `0.01` for two digits, `100` for two digits before the point. */
function unitText(digits: bigint): string {
  return digits < 0n ? `${10n ** -digits}` : `0.${'1'.padStart(Number(digits), '0')}`
}

/** A double as the digits that it prints, cut off after some digits behind the point. */
function truncatePrintedDigits(number: TypedExpr, digits: bigint): TypedExpr {
  const text = callNode('Cast', 'STRING', [number, textNode('String')])
  const part = (index: bigint): TypedExpr => {
    const at = constantNode({ type: 'INT', value: index })
    return callNode('SplitPart', 'STRING', [text, textNode('.'), at])
  }
  const fractionDigits = callNode('Left', 'STRING', [
    part(2n),
    constantNode({ type: 'INT', value: digits }),
  ])
  const cut = callNode('Concat', 'STRING', [part(1n), textNode('.'), fractionDigits, textNode('0')])
  return callNode('Cast', 'DOUBLE', [cut, textNode('Double')])
}

/** From here on a double prints zeros where digits before the point would be cut off. */
const MOST_CUT = 1e36

function cutDouble(number: TypedExpr, digits: bigint): TypedExpr {
  const cutOff = callNode('Trunc', 'DOUBLE', [number])
  const integerNode = callNode('Cast', 'DECIMAL', [cutOff, textNode('Decimal(38, 0)')])
  const isCut: TypedExpr = {
    kind: 'comparison',
    type: 'BOOLEAN',
    op: '<',
    left: callNode('Abs', 'DOUBLE', [number]),
    right: constantNode({ type: 'DOUBLE', value: MOST_CUT }),
  }
  const cut = callNode('Cast', 'DOUBLE', [withoutRest(integerNode, digits), textNode('Double')])
  return callNode('If', 'DOUBLE', [isCut, cut, number])
}

/** The digits of a call, 0 without any; null once a problem is reported. */
function readDigits(call: TypedCall, args: readonly Argument[], site: CallSite): bigint | null {
  const digits = call.args.length === 1 ? 0n : constantInt(call.args[1])
  if (digits === null) {
    const params = { function: site.function, parameter: 'digits' }
    site.addDiagnostic(report('EXP2008', { span: args[1]!.span, params }))
    return null
  }
  if (digits > MAX_DIGITS || digits < -MAX_DIGITS) {
    const reason = `it is not between -${MAX_DIGITS} and ${MAX_DIGITS}`
    const params = { found: String(digits), expected: 'a count of digits', reason }
    site.addDiagnostic(report('EXP2006', { span: args[1]!.span, params }))
    return null
  }
  return digits
}

/** Replaces a call of an INT, which has no fraction, by the INT. */
function unlessInt(call: TypedCall): TypedExpr {
  return call.type === 'INT' ? call.args[0]! : call
}

/** The number of fractional digits of a checked call of `Round`. */
export function getRoundDigits(call: TypedCall): number {
  return Number(constantInt(call.args[1]) ?? 0n)
}

function constantInt(typed: TypedExpr | undefined): bigint | null {
  return typed?.kind === 'constant' && typed.constant.type === 'INT' ? typed.constant.value : null
}
