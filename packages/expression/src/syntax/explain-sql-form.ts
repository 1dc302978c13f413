import { replaceBy, report } from '../diagnostics/report.ts'
import { printText } from '../tree/literals.ts'
import { endsValue, type Finding, MISSING_VALUE, openBefore, type WordPlace } from './repair.ts'
import { getTokenSpan, isA, type Token } from './token.ts'
import { Close, Comma, Open, Word } from './tokens.ts'

/** Explains a call in SQL's form, with words in place of commas; null when the word belongs to no such call. */
export function explainSqlForm(place: WordPlace): Finding | null {
  const { tokens, at } = place
  const open = openBefore(tokens, at).at(-1)
  const close = open === undefined ? null : findClosingParenthesis(tokens, open)
  if (open === undefined || close === null) return null
  const call: SqlCall = { ...place, close }
  switch (getLowerCaseWord(tokens[open - 1])) {
    case 'extract':
      return open === at - 1 ? explainExtract(call) : null
    case 'cast':
    case 'trycast':
      return explainCast(call)
    case 'count':
      return open === at - 1 ? explainCountDistinct(call, open - 1) : null
    default:
      return null
  }
}

interface SqlCall extends WordPlace {
  /** The index of the `)` of the call around the word. */
  readonly close: number
}

/** `EXTRACT(YEAR FROM [day])`. */
function explainExtract({ text, tokens, at, close }: SqlCall): Finding | null {
  if (getLowerCaseWord(tokens[at + 1]) !== 'from' || close === at + 2) return null
  const [part, from] = [tokens[at]!, tokens[at + 1]!]
  const time = text.slice(tokens[at + 2]!.startOffset, getTokenSpan(tokens[close - 1]!).end)
  const replacedSpan = { start: part.startOffset, end: getTokenSpan(tokens[close - 1]!).end }
  const repaired = `${time}, ${printText(part.image)}`
  const diagnostic = report('EXP1013', {
    span: { start: part.startOffset, end: getTokenSpan(from).end },
    params: { form: `${part.image} FROM …`, instead: `…, ${printText(part.image)}` },
    fixes: [replaceBy('write the part last', replacedSpan, repaired)],
  })
  return { diagnostic, repair: { at, remove: 2, insert: [] } }
}

/** `CAST([delay] AS VARCHAR(20))`. */
function explainCast({ text, tokens, at, close }: SqlCall): Finding | null {
  const [before, as] = [tokens[at - 1], tokens[at]!]
  if (getLowerCaseWord(as) !== 'as' || !endsValue(before) || close === at + 1) return null
  const type = text.slice(tokens[at + 1]!.startOffset, getTokenSpan(tokens[close - 1]!).end)
  const span = { start: as.startOffset, end: getTokenSpan(tokens[close - 1]!).end }
  const replacedSpan = { start: getTokenSpan(before!).end, end: span.end }
  const diagnostic = report('EXP1013', {
    span,
    params: { form: `AS ${type}`, instead: `, ${printText(type)}` },
    fixes: [replaceBy(`write , ${printText(type)}`, replacedSpan, `, ${printText(type)}`)],
  })
  return { diagnostic, repair: { at, remove: close - at, insert: [Comma, MISSING_VALUE] } }
}

/** `COUNT(DISTINCT [origin])`. */
function explainCountDistinct({ tokens, at }: SqlCall, name: number): Finding | null {
  const [count, distinct, next] = [tokens[name]!, tokens[at]!, tokens[at + 1]!]
  if (getLowerCaseWord(distinct) !== 'distinct') return null
  const diagnostic = report('EXP1013', {
    span: { start: count.startOffset, end: getTokenSpan(distinct).end },
    params: { form: 'Count(DISTINCT …)', instead: 'CountDistinct(…)' },
    fixes: [
      {
        title: 'write CountDistinct',
        edits: [
          { span: getTokenSpan(count), text: 'CountDistinct' },
          { span: { start: distinct.startOffset, end: next.startOffset }, text: '' },
        ],
      },
    ],
  })
  return { diagnostic, repair: { at, remove: 1, insert: [] } }
}

/** A word in lower case; undefined for other tokens. */
function getLowerCaseWord(token: Token | undefined): string | undefined {
  return token !== undefined && isA(token, Word) ? token.image.toLowerCase() : undefined
}

/** The index of the `)` that closes the `(` at an index; null when there is none. */
function findClosingParenthesis(tokens: readonly Token[], open: number): number | null {
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    if (isA(tokens[at], Open)) depth += 1
    if (isA(tokens[at], Close) && --depth === 0) return at
  }
  return null
}
