import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import { findFunctionName } from '../tree/function-names.ts'
import { printName, printText } from '../tree/literals.ts'
import type { Span } from '../tree/span.ts'
import { explainSqlForm } from './explain-sql-form.ts'
import { nameIn } from './leaf.ts'
import {
  applyRepair,
  beginsValue,
  endsValue,
  type Finding,
  isInCall,
  MISSING_VALUE,
  openBefore,
  type WordPlace,
} from './repair.ts'
import { explainComment } from './repair-tokens.ts'
import { getTokenSpan, isA, retypeToken, type Token } from './token.ts'
import {
  And,
  Close,
  Comma,
  Compare,
  In,
  isLeaf,
  Not,
  NumberText,
  Open,
  PlainName,
  Sign,
  Word,
} from './tokens.ts'

/** The number of words that are explained. Each explanation may scan the whole text. */
const MOST_FOUND = 25

/**
 * Replaces words that have no meaning at their place: a call without its parenthesis, a name without brackets,
 * `IN` without its list. Done before parsing, so that each gets a message of its own.
 */
export function repairWords(
  text: string,
  tokens: Token[],
  addDiagnostic: (diagnostic: Diagnostic) => void,
): Token[] {
  let list = tokens
  let findingCount = 0
  for (let at = 0; at < list.length && findingCount < MOST_FOUND; at++) {
    const { tokenType } = list[at]!
    if (tokenType !== Word && tokenType !== In) continue
    if (list[at + 1]?.tokenType === Open) continue
    findingCount += 1
    const place: WordPlace = { text, tokens: list, at }
    const explain = tokenType === In ? explainMissingList : explainMisplacedWord
    const { diagnostic, repair } = explain(place)
    addDiagnostic(diagnostic)
    list = applyRepair(list, repair)
    // The next token has moved up behind the repair, and may be a word as well.
    at = repair.at + repair.insert.length - 1
  }
  return list
}

/** Explains a word that neither opens a call nor is an operator: a name without brackets, a function without its parenthesis, a word of another language. */
function explainMisplacedWord(place: WordPlace): Finding {
  const { tokens, at } = place
  const finding = explainDashes(place) ?? explainSqlForm(place)
  if (finding !== null) return finding
  const negated = isA(tokens[at - 1], Not)
  const leftIndex = negated ? at - 2 : at - 1
  if (endsValue(tokens[leftIndex])) {
    const infix = explainInfixCall(place, leftIndex)
    if (infix !== null) return infix
    if (!negated) return explainStrayWord(place)
  }
  if (!beginsValue(tokens[at + 1])) return explainBareName(place)
  return explainUnopenedCall(place) ?? explainBareName(place)
}

/** `-- words` up to the end of a line: an SQL comment. */
function explainDashes({ text, tokens, at }: WordPlace): Finding | null {
  const [first, second] = [tokens[at - 2], tokens[at - 1]]
  const isDash = (token: Token | undefined) => isA(token, Sign) && token!.image === '-'
  if (!isDash(first) || !isDash(second) || first!.startOffset + 1 !== second!.startOffset)
    return null
  const { startOffset: start } = first!
  const newline = text.indexOf('\n', start)
  const end = newline === -1 ? text.length : newline
  const behind = tokens.findIndex((token) => token.startOffset >= end)
  const remove = (behind === -1 ? tokens.length : behind) - (at - 2)
  return { diagnostic: explainComment({ start, end }), repair: { at: at - 2, remove, insert: [] } }
}

/** `[name] contains "x"`: a function written between its arguments. */
function explainInfixCall({ text, tokens, at }: WordPlace, leftIndex: number): Finding | null {
  const [word, value, argument] = [tokens[at]!, tokens[leftIndex]!, tokens[at + 1]]
  const functionName = findFunctionName(word.image)
  if (functionName === undefined || argument === undefined || !isLeaf(argument)) return null
  const [x, y] = [value, argument].map((token) =>
    text.slice(token.startOffset, getTokenSpan(token).end),
  )
  const negation = leftIndex === at - 2 ? 'NOT ' : ''
  const repaired = `${negation}${functionName}(${x}, ${y})`
  const replacedSpan = { start: value.startOffset, end: getTokenSpan(argument).end }
  const diagnostic = report('EXP1013', {
    span: { start: tokens[leftIndex + 1]!.startOffset, end: getTokenSpan(word).end },
    params: { form: word.image, instead: `${negation}${functionName}(…, …)` },
    fixes: isLeaf(value) ? [replaceBy(`write ${repaired}`, replacedSpan, repaired)] : [],
  })
  return { diagnostic, repair: { at: leftIndex + 1, remove: at - leftIndex, insert: [And] } }
}

/** A word after a value that is not an operator. */
function explainStrayWord(place: WordPlace): Finding {
  const { text, tokens, at } = place
  const last = endOfWords(place)
  const span = { start: tokens[at]!.startOffset, end: getTokenSpan(tokens[last]!).end }
  const quotedWords = `'${text.slice(span.start, span.end)}'`
  const inCall = isInCall(tokens, openBefore(tokens, at))
  const fixes = isPartOfNumber(tokens, at)
    ? wholeNumber(text, tokens[at - 1]!, span)
    : [replaceBy(`remove ${quotedWords}`, extendOverSpace(text, span), '')]
  if (inCall) fixes.unshift(replaceBy("write ','", extendOverSpace(text, span), ','))
  const diagnostic = report('EXP1018', {
    span,
    params: { found: quotedWords },
    expected: ['an operator'],
    fixes,
  })
  const goesOn = beginsValue(tokens[last + 1]) || isA(tokens[last + 1], Not)
  const insert = goesOn ? [inCall ? Comma : And] : []
  return { diagnostic, repair: { at, remove: last - at + 1, insert } }
}

/** Whether a word is the end of a number, as in `0x10` and `1_000`. Removing it would change the number. */
function isPartOfNumber(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]
  return isA(before, NumberText) && getTokenSpan(before!).end === tokens[at]!.startOffset
}

/** The number without its separators, as in `1_000`; null for other forms, whose meaning is unknown. */
function wholeNumber(text: string, number: Token, { end }: Span): Fix[] {
  const span = { start: number.startOffset, end }
  const written = text.slice(span.start, end)
  if (!/^\d+(?:_\d+)+$/.test(written)) return []
  const plain = written.replaceAll('_', '')
  return [replaceBy(`write ${plain}`, span, plain)]
}

/** A known function without its `(`, or an unknown word before a value; null for anything else. */
function explainUnopenedCall({ text, tokens, at }: WordPlace): Finding | null {
  const [word, argument] = [tokens[at]!, tokens[at + 1]!]
  const span = getTokenSpan(word)
  const closed = closesTooOften(tokens)
  const functionName = findFunctionName(word.image)
  if (closed || functionName !== undefined) {
    const open = replaceBy("add '('", { start: span.end, end: span.end }, '(')
    const argumentSpan = getTokenSpan(argument)
    const value = text.slice(argumentSpan.start, argumentSpan.end)
    const replacedSpan = { start: span.end, end: argumentSpan.end }
    const parenthesesFix = replaceBy("add '(' and ')'", replacedSpan, `(${value})`)
    const fixes = closed ? [open] : [parenthesesFix, open]
    const diagnostic = report('EXP1021', {
      span,
      params: { name: word.image },
      expected: ["'('"],
      fixes: isLeaf(argument) ? fixes : [open],
    })
    const repair = closed
      ? { at: at + 1, remove: 0, insert: [Open] }
      : { at, remove: 1, insert: [] }
    return { diagnostic, repair }
  }
  if (isA(argument, Word)) return null
  const quotedWord = `'${word.image}'`
  const fixes = [replaceBy(`remove ${quotedWord}`, extendOverSpace(text, span), '')]
  const diagnostic = report('EXP1018', { span, params: { found: quotedWord }, fixes })
  return { diagnostic, repair: { at, remove: 1, insert: [] } }
}

function explainBareName(place: WordPlace): Finding {
  const { text, tokens, at } = place
  const last = endOfWords(place)
  const span = { start: tokens[at]!.startOffset, end: getTokenSpan(tokens[last]!).end }
  const name = text.slice(span.start, span.end)
  const field = replaceBy('a field', span, printName({ kind: 'field', name }))
  const value = replaceBy('a text', span, printText(name))
  const inCall = isInCall(tokens, openBefore(tokens, at))
  const textFirst = isA(tokens[at - 1], Compare) || (inCall && isA(tokens[at - 1], Comma))
  const fixes: readonly Fix[] = textFirst ? [value, field] : [field, value]
  const diagnostic = report('EXP1011', { span, params: { name }, fixes })
  return { diagnostic, repair: { at, remove: last - at + 1, insert: [MISSING_VALUE] } }
}

/** The index of the last of several bare words in a row, which are one name: `order date`. */
function endOfWords({ text, tokens, at }: WordPlace): number {
  let last = at
  for (;;) {
    const next = tokens[last + 1]
    if (!isA(next, Word) || isA(tokens[last + 2], Open)) return last
    const between = text.slice(getTokenSpan(tokens[last]!).end, next!.startOffset)
    if (between.trim() !== '') return last
    last += 1
  }
}

/** Whether a later `)` has no `(`, so that the `(` of the call is what is missing. */
function closesTooOften(tokens: readonly Token[]): boolean {
  let open = 0
  for (const token of tokens) {
    if (isA(token, Open)) open += 1
    if (isA(token, Close) && --open < 0) return true
  }
  return false
}

/** The span of a word with the space before it. */
function extendOverSpace(text: string, { start, end }: Span): Span {
  return { start: text[start - 1] === ' ' ? start - 1 : start, end }
}

/** Explains an `IN` without parentheses: `IN "a", "b"` or `IN ["a", "b"]`. */
function explainMissingList({ text, tokens, at }: WordPlace): Finding {
  const word = tokens[at]!
  const last = endOfValues(tokens, at + 1)
  const form = word.image.toUpperCase().replace('!', 'NOT ')
  const diagnostic = report('EXP1013', {
    span: getTokenSpan(word),
    params: { form, instead: `${form} (value, …)` },
    expected: ['a list in parentheses'],
    fixes: last === null ? [] : [inParentheses(text, tokens, at + 1, last)],
  })
  const remove = last === null ? 1 : last - at + 1
  return { diagnostic, repair: { at, remove, insert: [retypeToken(word, Compare), MISSING_VALUE] } }
}

/** The index of the last value of a comma-separated list that begins at an index; null when no value is there. */
function endOfValues(tokens: readonly Token[], start: number): number | null {
  const isValue = (at: number): boolean => tokens[at] !== undefined && isLeaf(tokens[at])
  if (!isValue(start)) return null
  let last = start
  while (isA(tokens[last + 1], Comma) && isValue(last + 2)) last += 2
  return last
}

function inParentheses(text: string, tokens: readonly Token[], from: number, to: number): Fix {
  const span = { start: tokens[from]!.startOffset, end: getTokenSpan(tokens[to]!).end }
  const bracketed = from === to && isA(tokens[from], PlainName) ? nameIn(tokens[from]!) : ''
  const values = /^\s*["'\d]|,/.test(bracketed) ? bracketed : text.slice(span.start, span.end)
  return replaceBy('put the value in parentheses', span, `(${values})`)
}
