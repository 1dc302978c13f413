import { report } from '../../diagnostics/report.ts'
import { constantText, type TypedCall, type TypedExpr, UNKNOWN } from '../../tree/typed-expr.ts'
import { checkMatchedText, readConstant, textParameter } from '../arguments.ts'
import { plainFunction } from '../define-function.ts'
import type { ScalarFunction } from '../definition.ts'
import { memoizeByCall } from '../memoize-by-call.ts'
import { compileRegexp, matchesRegexp, type Step } from './regexp/match-regexp.ts'
import { parseRegexp } from './regexp/parse-regexp.ts'
import type { RegexpNode } from './regexp/regexp-node.ts'

/** Functions that match a text with a regular expression. */
export const REGEXP_FUNCTIONS: Readonly<Record<'RegexpLike', ScalarFunction>> = {
  RegexpLike: plainFunction({
    description:
      'TRUE when a constant regular expression matches anywhere in a text; only syntax that every engine reads the same way is allowed.',
    parameters: [textParameter('text'), textParameter('pattern')],
    examples: [
      { text: 'RegexpLike("gate B12", "[A-Z]\\\\d+$")', result: 'true' },
      { text: 'RegexpLike("EU-1", "^(eu|us)-")', result: 'false' },
      { text: 'RegexpLike("日本😀", "^..😀$")', result: 'true' },
    ],
    result: 'BOOLEAN',
    refine(call, args, site) {
      const pattern = readConstant(args[1]!, 'pattern', site)
      if (pattern === null || !checkMatchedText(args[0]!, site)) return UNKNOWN
      const reading = parseRegexp(pattern)
      if ('node' in reading) return call
      const { span } = args[1]!
      const params = { found: pattern, expected: 'a pattern', reason: reading.problem }
      site.addDiagnostic(report('EXP2006', { span, params }))
      return UNKNOWN
    },
    evaluate: ([text], call) => matchesRegexp(stepsOf(call), text as string),
  }),
}

const stepsOf: (call: TypedCall) => readonly Step[] = memoizeByCall((call) =>
  compileRegexp(regexpAt(call.args)),
)

/** The regular expression of a checked call, its second argument. */
export function regexpAt(args: readonly TypedExpr[]): RegexpNode {
  const reading = parseRegexp(constantText(args[1]) ?? '')
  if ('problem' in reading) throw new TypeError('A checked call has a pattern here')
  return reading.node
}
