import type { IToken } from 'chevrotain'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import type { Limits } from '../limits.ts'
import { FORBIDDEN } from './characters.ts'
import { columnIn, ESCAPE, nameIn, textIn } from './leaf.ts'
import { isA, spanOf } from './lex.ts'
import {
  Close,
  ColumnName,
  DoubleText,
  NumberText,
  Open,
  PlainName,
  Prefix,
  QuotedName,
  SingleText,
} from './tokens.ts'

/** What is wrong with a token that does belong to the language: its length, its escapes, no name at all. */
export function checkToken(token: IToken, limits: Limits): readonly Diagnostic[] {
  switch (token.tokenType) {
    case PlainName:
    case QuotedName:
      return checkNames(token, [nameIn(token)], limits)
    case ColumnName: {
      const { dataset, column } = columnIn(token.image)
      return checkNames(token, [dataset, column], limits)
    }
    case NumberText:
      return token.image.length > limits.numberLength
        ? [tooMuch('EXP5006', token, token.image.length, limits.numberLength)]
        : []
    case DoubleText:
    case SingleText:
      return checkEscapes(token)
    default:
      return []
  }
}

/**
 * The token at which nesting passes its limit, if any. Asked before parsing, since the parser and all
 * that walks a tree use the stack.
 */
export function checkNesting(tokens: readonly IToken[], limits: Limits): Diagnostic | null {
  const opened: number[] = []
  let outside = 0
  let prefixes = 0
  let deepest = 0
  let place: IToken | undefined
  for (const token of tokens) {
    if (token.tokenType === Open) {
      opened.push(prefixes + 1)
      outside += prefixes + 1
      prefixes = 0
    } else if (token.tokenType === Close) {
      outside -= opened.pop() ?? 0
      prefixes = 0
    } else {
      prefixes = isA(token, Prefix) ? prefixes + 1 : 0
    }
    deepest = Math.max(deepest, outside + prefixes)
    if (deepest > limits.nesting) place ??= token
  }
  return place ? tooMuch('EXP5002', place, deepest, limits.nesting) : null
}

function checkNames(
  token: IToken,
  names: readonly string[],
  limits: Limits,
): readonly Diagnostic[] {
  if (names.includes('')) return [report('EXP1008', { span: spanOf(token) })]
  const longest = Math.max(...names.map((name) => name.length))
  return longest > limits.nameLength ? [tooMuch('EXP5005', token, longest, limits.nameLength)] : []
}

const KNOWN_ESCAPE = /^(?:""|''|\\u[0-9a-fA-F]{4}|\\["'\\nrt])$/

function checkEscapes(token: IToken): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = []
  const { start } = spanOf(token)
  for (const { index, 0: found } of token.image.matchAll(ESCAPE)) {
    if (KNOWN_ESCAPE.test(found)) continue
    const span = { start: start + index, end: start + index + found.length }
    const fixes = [replaceBy('write a backslash', { ...span, end: span.start + 1 }, '\\\\')]
    diagnostics.push(report('EXP1003', { span, params: { escape: found }, fixes }))
  }
  const value = textIn(token.image)
  if (diagnostics.length > 0 || !FORBIDDEN.test(value)) return diagnostics
  return [
    report('EXP1002', { span: spanOf(token), params: { what: 'an escaped control character' } }),
  ]
}

function tooMuch(
  code: 'EXP5002' | 'EXP5005' | 'EXP5006',
  token: IToken,
  found: number,
  limit: number,
): Diagnostic {
  return report(code, { span: spanOf(token), params: { found, limit } })
}
