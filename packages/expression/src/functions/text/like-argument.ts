import { replaceBy, report } from '../../diagnostics/report.ts'
import { printText } from '../../tree/print.ts'
import {
  callNode,
  constantNode,
  constantText,
  type TypedCall,
  type TypedExpr,
  UNKNOWN,
} from '../../tree/typed-expr.ts'
import type { Argument, CallSite } from '../definition.ts'
import { endsInBackslash, type LikePattern, parseLike, printLike } from './like-pattern.ts'
import { madeOnce } from './made-once.ts'
import { readPattern } from './pattern-argument.ts'

/** A text is matched in its length times the pattern's. */
const MOST_PATTERN = 1000

/** A call of `Like` or `ILike` with its pattern in the one spelling that every engine reads alike. */
export function refineLike(
  call: TypedCall,
  [, pattern]: readonly Argument[],
  site: CallSite,
): TypedExpr {
  const text = readPattern(call.function, pattern!, site)
  if (text === null) return UNKNOWN
  const { span } = pattern!
  if (text.length > MOST_PATTERN) {
    const reason = `it is longer than ${MOST_PATTERN} characters`
    const found = `${text.slice(0, 20)}…`
    site.complain(report('EXP2006', { span, params: { found, expected: 'a pattern', reason } }))
    return UNKNOWN
  }
  if (endsInBackslash(text)) {
    const params = { found: text, expected: 'a pattern', reason: 'it ends in a backslash' }
    const fixes = [replaceBy('double the backslash', span, printText(`${text}\\`))]
    site.complain(report('EXP2006', { span, params, fixes }))
    return UNKNOWN
  }
  const value = printLike(parseLike(text))
  return callNode(call.function, 'BOOLEAN', [
    call.args[0]!,
    constantNode({ type: 'STRING', value }),
  ])
}

/** The pattern of a checked call. */
export const likePatternOf: (call: TypedCall) => LikePattern = madeOnce((call) =>
  parseLike(constantText(call.args[1]) ?? ''),
)
