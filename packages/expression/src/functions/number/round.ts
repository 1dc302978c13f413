import { report } from '../../diagnostics/report.ts'
import {
  callNode,
  constantNode,
  type TypedCall,
  type TypedExpr,
  UNKNOWN,
} from '../../tree/typed-expr.ts'
import { isDecimal } from '../../values/value.ts'
import { countParameter, numberParameter } from '../argument-kinds.ts'
import type { Argument, CallSite, ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { constantInt } from './constant-int.ts'
import { firstType } from './keep-type.ts'
import { roundDecimal } from './round-decimal.ts'
import { roundDouble, roundInt } from './round-number.ts'
import { digitsOf, ROUND_FORMS } from './round-sql.ts'

/** `Round(number, digits?)`. */
export const round: ScalarDefinition = plainFunction({
  name: 'Round',
  family: 'number',
  description:
    'The number rounded to a constant count of fractional digits, 0 where none is given, in its type; a half goes away from zero, digits below 0 round to tens.',
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
  sql: ROUND_FORMS,
})

/** As many digits before the point as an INT has, and as many after it. */
const MOST_DIGITS = 18n

function refine(call: TypedCall, args: readonly Argument[], site: CallSite): TypedExpr {
  const digits = call.args.length === 1 ? 0n : constantInt(call.args[1])
  if (digits === null) {
    const params = { function: 'Round', parameter: 'digits' }
    site.complain(report('EXP2008', { span: args[1]!.span, params }))
    return UNKNOWN
  }
  if (digits > MOST_DIGITS || digits < -MOST_DIGITS) {
    const reason = `it is not between -${MOST_DIGITS} and ${MOST_DIGITS}`
    const params = { found: String(digits), expected: 'a count of digits', reason }
    site.complain(report('EXP2006', { span: args[1]!.span, params }))
    return UNKNOWN
  }
  if (call.type === 'INT' && digits >= 0n) return call.args[0]!
  const constant = constantNode({ type: 'INT', value: digits })
  return callNode('Round', call.type, [call.args[0]!, constant])
}
