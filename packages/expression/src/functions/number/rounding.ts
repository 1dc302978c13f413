import { report } from '../../diagnostics/report.ts'
import {
  callNode,
  constantNode,
  type TypedCall,
  type TypedExpr,
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
    refine,
    evaluate([number], call) {
      const digits = digitsOf(call)
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
    refine: unlessInt,
    evaluate: ([number]) =>
      isDecimal(number!) ? roundDecimal(number, 0, 'up') : Math.ceil(number as number),
  }),
  Trunc: plainFunction({
    description: 'The number without its fractional part, in its own type.',
    parameters: [numberParameter('number')],
    examples: [
      { text: 'Trunc(2.5)', result: '2' },
      { text: 'Trunc(-2.5)', result: '-2' },
      { text: 'Trunc(7)', result: '7' },
    ],
    result: firstType,
    refine: unlessInt,
    evaluate: ([number]) =>
      isDecimal(number!) ? roundDecimal(number, 0, 'zero') : Math.trunc(number as number),
  }),
}

/** The most digits before and after the point. */
const MAX_DIGITS = 18n

function refine(call: TypedCall, args: readonly Argument[], site: CallSite): TypedExpr {
  const digits = call.args.length === 1 ? 0n : constantInt(call.args[1])
  if (digits === null) {
    const params = { function: site.function, parameter: 'digits' }
    site.addDiagnostic(report('EXP2008', { span: args[1]!.span, params }))
    return UNKNOWN
  }
  if (digits > MAX_DIGITS || digits < -MAX_DIGITS) {
    const reason = `it is not between -${MAX_DIGITS} and ${MAX_DIGITS}`
    const params = { found: String(digits), expected: 'a count of digits', reason }
    site.addDiagnostic(report('EXP2006', { span: args[1]!.span, params }))
    return UNKNOWN
  }
  if (call.type === 'INT' && digits >= 0n) return call.args[0]!
  const constant = constantNode({ type: 'INT', value: digits })
  return callNode('Round', call.type, [call.args[0]!, constant])
}

/** Replaces a call of an INT, which has no fraction, by the INT. */
function unlessInt(call: TypedCall): TypedExpr {
  return call.type === 'INT' ? call.args[0]! : call
}

/** The number of fractional digits of a checked call of `Round`. */
export function digitsOf(call: TypedCall): number {
  return Number(constantInt(call.args[1]) ?? 0n)
}

function constantInt(typed: TypedExpr | undefined): bigint | null {
  return typed?.kind === 'constant' && typed.constant.type === 'INT' ? typed.constant.value : null
}
