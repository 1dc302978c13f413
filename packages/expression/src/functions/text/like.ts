import { replaceBy, report } from '../../diagnostics/report.ts'
import { printText } from '../../tree/literals.ts'
import {
  callNode,
  constantText,
  type TypedCall,
  type TypedExpr,
  textNode,
  UNKNOWN,
} from '../../tree/typed-expr.ts'
import { checkMatchedText, readConstant, textParameter } from '../arguments.ts'
import { plainFunction } from '../define-function.ts'
import type { Argument, CallSite, ScalarFunction } from '../definition.ts'
import { memoizeByCall } from '../memoize-by-call.ts'
import { lowerText } from './letter-case.ts'
import {
  endsInBackslash,
  type LikePattern,
  matchesLike,
  parseLike,
  printLike,
} from './like-pattern.ts'

/** Functions that match a text with a `LIKE` pattern. */
export const LIKE_FUNCTIONS: Readonly<Record<'Like' | 'ILike', ScalarFunction>> = {
  Like: plainFunction({
    description:
      'TRUE when a constant pattern matches the whole text: % stands for any characters, _ for exactly one, and a backslash makes the next character literal.',
    parameters: [textParameter('text'), textParameter('pattern')],
    examples: [
      { text: 'Like("airport", "air%")', result: 'true' },
      { text: 'Like("a😀", "a_")', result: 'true' },
      { text: 'Like("100 %", "1__ \\\\%")', result: 'true' },
    ],
    result: 'BOOLEAN',
    refine: refineLike,
    evaluate: ([text], call) => matchesLike(likePatternOf(call), text as string),
  }),
  ILike: plainFunction({
    description:
      'The same as Like, but case-insensitive: letters are compared as Lower writes them.',
    parameters: [textParameter('text'), textParameter('pattern')],
    examples: [
      { text: 'ILike("Airport", "AIR%")', result: 'true' },
      { text: 'ILike("ZÜRICH", "zür_ch")', result: 'true' },
      { text: 'ILike("Airport", "port")', result: 'false' },
    ],
    result: 'BOOLEAN',
    refine(call, args, site) {
      const refined = refineLike(call, args, site)
      if (refined.kind !== 'call') return refined
      const value = lowerText(constantText(refined.args[1]) ?? '')
      return { ...refined, args: [refined.args[0]!, textNode(value)] }
    },
    evaluate: ([text], call) => matchesLike(likePatternOf(call), lowerText(text as string)),
  }),
}

/** Limits the time of a match, which is proportional to the length of the pattern. */
const MAX_PATTERN = 1000

/** A call of `Like` or `ILike` with its pattern in the spelling that every engine reads alike. */
function refineLike(
  call: TypedCall,
  [matched, pattern]: readonly Argument[],
  site: CallSite,
): TypedExpr {
  const text = readConstant(pattern!, 'pattern', site)
  if (text === null || !checkMatchedText(matched!, site)) return UNKNOWN
  const { span } = pattern!
  if (text.length > MAX_PATTERN) {
    const reason = `it is longer than ${MAX_PATTERN} characters`
    const excerpt = `${text.slice(0, 20)}…`
    site.addDiagnostic(
      report('EXP2006', { span, params: { found: excerpt, expected: 'a pattern', reason } }),
    )
    return UNKNOWN
  }
  if (endsInBackslash(text)) {
    const params = { found: text, expected: 'a pattern', reason: 'it ends in a backslash' }
    const fixes = [replaceBy('double the backslash', span, printText(`${text}\\`))]
    site.addDiagnostic(report('EXP2006', { span, params, fixes }))
    return UNKNOWN
  }
  return callNode(call.function, 'BOOLEAN', [call.args[0]!, textNode(printLike(parseLike(text)))])
}

/** The pattern of a checked call. */
const likePatternOf: (call: TypedCall) => LikePattern = memoizeByCall((call) =>
  parseLike(constantText(call.args[1]) ?? ''),
)
