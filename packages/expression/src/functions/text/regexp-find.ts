import { report } from '../../diagnostics/report.ts'
import { constantText, type TypedCall, type TypedExpr, UNKNOWN } from '../../tree/typed-expr.ts'
import { checkMatchedText, readConstant, textParameter } from '../arguments.ts'
import { plainFunction } from '../define-function.ts'
import type { Argument, CallSite, ScalarFunction } from '../definition.ts'
import { memoizeByCall } from '../memoize-by-call.ts'
import { limitCells } from './limit-cells.ts'
import { createRegexpFinder } from './regexp/find-regexp.ts'
import { javascriptRegexp } from './regexp/javascript-regexp.ts'
import { parseFinding } from './regexp/parse-regexp.ts'
import type { RegexpNode } from './regexp/regexp-node.ts'
import { canLengthen } from './text-size.ts'

/** Functions that find what a regular expression matches. */
export const REGEXP_FINDERS: Readonly<Record<'RegexpExtract' | 'RegexpReplace', ScalarFunction>> = {
  RegexpExtract: plainFunction({
    description:
      'The first part of a text that a constant regular expression matches, or, of this, what its group in parentheses matches; NULL where nothing matches.',
    parameters: [textParameter('text'), textParameter('pattern')],
    examples: [
      { text: 'RegexpExtract("gate B12", "[A-Z]\\\\d+$")', result: 'B12' },
      { text: 'RegexpExtract("?utm_source=news&x=1", "utm_source=([^&]+)")', result: 'news' },
      { text: 'RegexpExtract("gate B12", "\\\\d{3}")', result: null },
    ],
    result: 'STRING',
    refine: checkPattern,
    evaluate: ([text], call) => toExtractor(call)(text as string),
  }),
  RegexpReplace: plainFunction({
    description:
      'A text with a constant text in place of every part that a constant regular expression matches.',
    parameters: [textParameter('text'), textParameter('pattern'), textParameter('replacement')],
    examples: [
      { text: 'RegexpReplace("order 1042 of 7", "\\\\d+", "#")', result: 'order # of #' },
      { text: 'RegexpReplace("  a  b ", "\\\\s+", " ")', result: ' a b ' },
      { text: 'RegexpReplace("a$1", "[a-z]", "$1\\\\")', result: '$1\\$1' },
    ],
    result: 'STRING',
    refine(call, args, site) {
      if (readConstant(args[2]!, 'replacement', site) === null) return UNKNOWN
      const checked = checkPattern(call, args, site)
      return checked === call && canLengthen(call) ? limitCells(call) : checked
    },
    evaluate: ([text], call) => toReplacer(call)(text as string),
  }),
}

function checkPattern(call: TypedCall, args: readonly Argument[], site: CallSite): TypedExpr {
  const pattern = readConstant(args[1]!, 'pattern', site)
  if (pattern === null || !checkMatchedText(args[0]!, site)) return UNKNOWN
  const reading = parseFinding(pattern)
  if ('node' in reading) return call
  const params = { found: pattern, expected: 'a pattern', reason: reading.problem }
  site.addDiagnostic(report('EXP2006', { span: args[1]!.span, params }))
  return UNKNOWN
}

/**
 * The longest text for the engine of JavaScript. It is faster, but it starts anew at each character, so its time grows with the
 * square of the length.
 */
const LONGEST_RESTARTED = 100

const toExtractor = memoizeByCall(({ args }) => {
  const { node, group } = findingAt(args)
  const finder = createRegexpFinder(node)
  const regexp = javascriptRegexp(node, 'u')
  return (text: string): string | null => {
    if (text.length <= LONGEST_RESTARTED) return regexp.exec(text)?.[group] ?? null
    const match = finder.findFirst(text)
    if (match === null) return null
    return group === 0 ? text.slice(match.start, match.end) : finder.readGroup(text, match)
  }
})

const toReplacer = memoizeByCall(({ args }) => {
  const { node } = findingAt(args)
  const finder = createRegexpFinder(node)
  const regexp = javascriptRegexp(node, 'gu')
  const replacement = constantText(args[2]) ?? ''
  return (text: string): string => {
    if (text.length <= LONGEST_RESTARTED) return text.replace(regexp, () => replacement)
    let replaced = ''
    let from = 0
    for (const { start, end } of finder.findAll(text)) {
      replaced += text.slice(from, start) + replacement
      from = end
    }
    return replaced + text.slice(from)
  }
})

/** The regular expression of a checked call, its second argument, and the number of the extracted group: 0 for the whole match. */
export function findingAt(args: readonly TypedExpr[]): {
  readonly node: RegexpNode
  readonly group: 0 | 1
} {
  const reading = parseFinding(constantText(args[1]) ?? '')
  if ('problem' in reading) throw new TypeError('A checked call has a pattern here')
  const { node } = reading
  const parts = node.kind === 'sequence' ? node.parts : [node]
  return { node, group: parts.some(({ kind }) => kind === 'group') ? 1 : 0 }
}
