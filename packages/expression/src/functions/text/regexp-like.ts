import { report } from '../../diagnostics/report.ts'
import { constantText, type TypedCall, UNKNOWN } from '../../tree/typed-expr.ts'
import { textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { bind, type SqlText, sqlText } from '../sql-text.ts'
import { madeOnce } from './made-once.ts'
import { readPattern } from './pattern-argument.ts'
import { compileRegexp, type Step } from './regexp/compile-regexp.ts'
import { matchesRegexp } from './regexp/matches-regexp.ts'
import { parseRegexp } from './regexp/parse-regexp.ts'
import { type Edges, printRegexp } from './regexp/print-regexp.ts'
import type { RegexpNode } from './regexp/regexp-node.ts'

/** `RegexpLike(text, pattern)`. */
export const regexpLike: ScalarDefinition = plainFunction({
  name: 'RegexpLike',
  family: 'text',
  description:
    'TRUE when a constant regular expression matches anywhere in a text; only what every engine reads alike is taken.',
  parameters: [textParameter('text'), textParameter('pattern')],
  examples: [
    { text: 'RegexpLike("gate B12", "[A-Z]\\\\d+$")', result: 'true' },
    { text: 'RegexpLike("EU-1", "^(eu|us)-")', result: 'false' },
    { text: 'RegexpLike("日本😀", "^..😀$")', result: 'true' },
  ],
  result: 'BOOLEAN',
  refine(call, args, site) {
    const pattern = readPattern('RegexpLike', args[1]!, site)
    if (pattern === null) return UNKNOWN
    const reading = parseRegexp(pattern)
    if ('node' in reading) return call
    const { span } = args[1]!
    const params = { found: pattern, expected: 'a pattern', reason: reading.problem }
    site.complain(report('EXP2006', { span, params }))
    return UNKNOWN
  },
  evaluate: ([text], call) => matchesRegexp(stepsOf(call), text as string),
  sql: {
    duckdb: ([text], call) => sqlText`regexp_matches(${text!.text}, ${patternOf(call, RE2)})`,
    postgresql: ([text], call) => sqlText`(${text!.text} ~ ${patternOf(call, RE2)})`,
    trino: ([text], call) => sqlText`regexp_like(${text!.text}, ${patternOf(call, JAVA)})`,
    clickhouse: ([text], call) => sqlText`match(${text!.text}, ${patternOf(call, RE2)})`,
  },
})

const RE2: Edges = { start: '^', end: '$' }
/** Java's `$` also stands before a last line feed. */
const JAVA: Edges = { start: '\\A', end: '\\z' }

const stepsOf: (call: TypedCall) => readonly Step[] = madeOnce((call) =>
  compileRegexp(nodeOf(call)),
)

function nodeOf(call: TypedCall): RegexpNode {
  const reading = parseRegexp(constantText(call.args[1]) ?? '')
  if ('problem' in reading) throw new TypeError('A checked call has a pattern here')
  return reading.node
}

function patternOf(call: TypedCall, edges: Edges): SqlText {
  return bind({ type: 'STRING', value: printRegexp(nodeOf(call), edges) })
}
