import type { IToken } from 'chevrotain'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import type { ForeignForm } from './foreign-forms.ts'
import { isA, spanOf } from './lex.ts'
import { matching, operandAfter, operandBefore } from './operand.ts'
import { And, Not, Null, Open } from './tokens.ts'

const WORDS: ReadonlySet<string> = new Set(['in', 'is', 'like', 'between'])

/** Whether a word, in lower case, is one of SQL's operators that are functions here, or not there at all. */
export function isInfixWord(name: string): boolean {
  return WORDS.has(name)
}

interface Infix {
  readonly text: string
  readonly tokens: readonly IToken[]
  /** Index of the word. */
  readonly at: number
  /** Index of the word, or of the NOT before it. */
  readonly from: number
  readonly negated: boolean
  /** The text of the operand on the left, and where it starts; null when there is none. */
  readonly left: { readonly start: number; readonly text: string } | null
}

/** The diagnostic of `x [NOT] IN (…)`, `x IS [NOT] NULL`, `x [NOT] BETWEEN a AND b` or `x [NOT] LIKE y` at its word. */
export function explainInfixWord(text: string, tokens: readonly IToken[], at: number): ForeignForm {
  const negated = isA(tokens[at - 1], Not)
  const from = negated ? at - 1 : at
  const first = operandBefore(tokens, from)
  const left =
    first === null
      ? null
      : {
          start: spanOf(tokens[first]!).start,
          text: text.slice(spanOf(tokens[first]!).start, spanOf(tokens[from - 1]!).end),
        }
  const infix: Infix = { text, tokens, at, from, negated, left }
  switch (tokens[at]!.image.toLowerCase()) {
    case 'in':
      return inList(infix)
    case 'is':
      return isNull(infix)
    case 'between':
      return between(infix)
    default:
      return {
        diagnostic: foreign(infix, at, 'LIKE', 'with = and exact text for now'),
        next: at + 1,
      }
  }
}

function inList(infix: Infix): ForeignForm {
  const { text, tokens, at, negated, left } = infix
  const close = isA(tokens[at + 1], Open) ? matching(tokens, at + 1, 1) : null
  const form = negated ? 'NOT IN' : 'IN'
  const instead = negated ? 'NOT IN([name], value, …)' : 'IN([name], value, …)'
  if (close === null || left === null) {
    return { diagnostic: foreign(infix, at, form, instead), next: at + 1 }
  }
  const values = text.slice(spanOf(tokens[at + 1]!).end, spanOf(tokens[close]!).start).trim()
  const mended = `${negated ? 'NOT ' : ''}IN(${left.text}, ${values})`
  return { diagnostic: foreign(infix, at, form, instead, { last: close, mended }), next: close + 1 }
}

function isNull(infix: Infix): ForeignForm {
  const { tokens, at, left } = infix
  const negated = isA(tokens[at + 1], Not)
  const last = negated ? at + 2 : at + 1
  const form = negated ? 'IS NOT NULL' : 'IS NULL'
  const prefix = negated ? 'NOT ' : ''
  const instead = `${prefix}IsNull([name])`
  if (!isA(tokens[last], Null) || left === null) {
    return { diagnostic: foreign(infix, at, 'IS', '=, or IsNull([name])'), next: at + 1 }
  }
  const mended = `${prefix}IsNull(${left.text})`
  return { diagnostic: foreign(infix, last, form, instead, { last, mended }), next: last + 1 }
}

function between(infix: Infix): ForeignForm {
  const { text, tokens, at, negated, left } = infix
  const and = operandAfter(tokens, at + 1)
  const end = and !== null && isA(tokens[and], And) ? operandAfter(tokens, and + 1) : null
  const instead = '[name] >= first AND [name] <= last'
  if (and === null || end === null || left === null) {
    return { diagnostic: foreign(infix, at, 'BETWEEN', instead), next: at + 1 }
  }
  const low = text.slice(spanOf(tokens[at + 1]!).start, spanOf(tokens[and - 1]!).end)
  const high = text.slice(spanOf(tokens[and + 1]!).start, spanOf(tokens[end - 1]!).end)
  const both = `(${left.text} >= ${low} AND ${left.text} <= ${high})`
  const mended = negated ? `NOT ${both}` : both
  const diagnostic = foreign(infix, at, 'BETWEEN', instead, { last: end - 1, mended })
  return { diagnostic, next: end }
}

function foreign(
  infix: Infix,
  lastMarked: number,
  form: string,
  instead: string,
  fix?: { readonly last: number; readonly mended: string },
): Diagnostic {
  const { tokens, from, left } = infix
  const span = { start: spanOf(tokens[from]!).start, end: spanOf(tokens[lastMarked]!).end }
  const whole = fix && left ? { start: left.start, end: spanOf(tokens[fix.last]!).end } : null
  const fixes = fix && whole ? [replaceBy(`write ${fix.mended}`, whole, fix.mended)] : []
  return report('EXP1013', { span, params: { form, instead }, fixes })
}
