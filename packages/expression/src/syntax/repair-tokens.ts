import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import { printName, printText } from '../tree/literals.ts'
import type { Span } from '../tree/span.ts'
import { FORBIDDEN } from './characters.ts'
import { nameIn } from './leaf.ts'
import { lex } from './lex.ts'
import { checkToken, type Limits } from './limits.ts'
import { beginsValue, endsValue, MISSING_VALUE, openBefore } from './repair.ts'
import { getTokenSpan, insertedToken, isA, retypeToken, type Token } from './token.ts'
import {
  And,
  Close,
  Comment,
  CurlyText,
  DoubleQuotedName,
  DoubleText,
  ForeignSpace,
  isProblem,
  PlainName,
  SingleText,
  Stray,
  UnclosedName,
  UnclosedText,
  WideCharacter,
  WideName,
  Word,
} from './tokens.ts'

/**
 * Removes tokens that do not belong to the language or replaces them by the likeliest ones, so that parsing can go
 * on. Reports each of them, and every token that exceeds a limit.
 */
export function repairTokens(
  text: string,
  tokens: readonly Token[],
  limits: Limits,
  addDiagnostic: (diagnostic: Diagnostic) => void,
): Token[] {
  const repaired: Token[] = []
  for (const [at, token] of tokens.entries()) {
    if (!isProblem(token)) {
      checkToken(token, limits, addDiagnostic)
      repaired.push(token)
      continue
    }
    // A control character has been reported already.
    if (!FORBIDDEN.test(token.image)) addDiagnostic(explainProblem(text, tokens, at))
    if (isUnterminatedToken(token)) {
      // Of `'it's'` the first part is the value.
      const value = quoteInside(tokens, at) === null ? [retypeToken(token, MISSING_VALUE)] : []
      const before = value.length > 0 ? repaired : repaired.slice(0, -1)
      return [...before, ...value, ...closesIn(tokens, at)]
    }
    const replacement = intendedToken(token, repaired.at(-1), tokens[at + 1])
    if (replacement !== null) repaired.push(replacement)
  }
  return repaired
}

/** Whether a token has no end, so that everything after it may belong to it. */
function isUnterminatedToken({ tokenType, image }: Token): boolean {
  return (
    tokenType === UnclosedText ||
    tokenType === UnclosedName ||
    (tokenType === CurlyText && image.length === 1)
  )
}

/** The closing parentheses inside an unterminated text: they must not be reported as missing. */
function closesIn(tokens: readonly Token[], at: number): readonly Token[] {
  const swallowed = tokens.slice(at).map((swallowedToken) => swallowedToken.image)
  const count = swallowed.join('').split(')').length - 1
  const { end } = getTokenSpan(tokens.at(-1)!)
  return openBefore(tokens, at)
    .slice(0, count)
    .map(() => insertedToken(Close, end))
}

function intendedToken(
  token: Token,
  before: Token | undefined,
  next: Token | undefined,
): Token | null {
  switch (token.tokenType) {
    case Comment:
    case ForeignSpace:
      return null
    case Stray: {
      const between = endsValue(before) && beginsValue(next)
      return between ? retypeToken(token, And, token.startOffset) : null
    }
    case WideCharacter: {
      const [plain] = lex(plainForm(token.image)).tokens
      const isValue = plain === undefined || isProblem(plain) || isA(plain, Word)
      return retypeToken(token, isValue ? MISSING_VALUE : plain.tokenType)
    }
    default:
      return retypeToken(token, MISSING_VALUE)
  }
}

/** The ASCII characters that full-width characters stand for. */
function plainForm(wide: string): string {
  return wide.replace(/[\s\S]/g, (character) => {
    return PLAIN_PUNCTUATION.get(character) ?? String.fromCharCode(character.charCodeAt(0) - 0xfee0)
  })
}

const PLAIN_PUNCTUATION: ReadonlyMap<string, string> = new Map([
  ['、', ','],
  ['。', '.'],
  ['【', '['],
  ['】', ']'],
])

/** The diagnostic of a token that does not belong to the language. */
function explainProblem(text: string, tokens: readonly Token[], at: number): Diagnostic {
  const token = tokens[at]!
  switch (token.tokenType) {
    case UnclosedText:
      return unclosedText(token, text, quoteInside(tokens, at))
    case UnclosedName:
      return unclosedName(token)
    case DoubleQuotedName:
      return quotedName(token)
    case CurlyText:
      return curlyText(token, text)
    case WideName:
    case WideCharacter:
      return wideCharacter(token)
    case Comment:
      return explainComment(getTokenSpan(token))
    case ForeignSpace:
      return report('EXP1023', {
        span: getTokenSpan(token),
        fixes: [replaceBy('use a plain space', getTokenSpan(token), ' ')],
      })
    default:
      return strayCharacter(tokens, at)
  }
}

/** The diagnostic of a comment. */
export function explainComment(span: Span): Diagnostic {
  return report('EXP1025', { span, fixes: [replaceBy('remove it', span, '')] })
}

/** Likely ends of a text without a closing quote. */
const END_OF_TEXT = /\s+(?:and|or)\s|\s*[,)”’\n]|\s*$/gi
const MOST_PLACES = 3

function unclosedText(token: Token, text: string, doubled: Fix | null): Diagnostic {
  const { start } = getTokenSpan(token)
  const quote = token.image[0]!
  const closing = findPossibleEnds(text, start).map((at) => {
    const curly = /^[”’]/.test(text.slice(at, at + 1)) ? 1 : 0
    return replaceBy('close the text', { start: at, end: at + curly }, quote)
  })
  const fixes = doubled === null ? closing : [doubled, ...closing]
  return report('EXP1001', { span: { start, end: start + 1 }, expected: [quote], fixes })
}

/** The offsets at which a text that begins at an offset may end, the likeliest first. */
function findPossibleEnds(text: string, start: number): readonly number[] {
  const ends: number[] = []
  for (const { index } of text.slice(start).matchAll(END_OF_TEXT)) {
    ends.push(start + index)
    if (ends.length === MOST_PLACES) break
  }
  return ends
}

/** The fix for `'it's'`: the quote in the middle is doubled. Null where the tokens do not look like this. */
function quoteInside(tokens: readonly Token[], at: number): Fix | null {
  const [text, word, unclosed] = [tokens[at - 2], tokens[at - 1], tokens[at]!]
  if (text === undefined || word === undefined || !isA(word, Word)) return null
  const quote = unclosed.image[0]!
  const isText = isA(text, DoubleText) || isA(text, SingleText)
  const adjacent =
    getTokenSpan(text).end === word.startOffset && getTokenSpan(word).end <= unclosed.startOffset
  if (!isText || !adjacent || text.image[0] !== quote) return null
  const place = { start: word.startOffset, end: word.startOffset }
  return replaceBy('double the quote', place, quote)
}

function unclosedName(token: Token): Diagnostic {
  const { start } = getTokenSpan(token)
  const end = start + /^\[\s*['"]?[^\s,)=<>!+*/%'"]*['"]?/.exec(token.image)![0].length
  return report('EXP1007', {
    span: { start, end: start + 1 },
    expected: ["']'"],
    fixes: [replaceBy("close the name with ']'", { start: end, end }, ']')],
  })
}

function quotedName(token: Token): Diagnostic {
  const span = getTokenSpan(token)
  const name = token.image.slice(2, -2)
  const fixes = [replaceBy('remove the quotes', span, printName({ kind: 'field', name }))]
  return report('EXP1014', { span, fixes: name === '' ? [] : fixes })
}

function curlyText(token: Token, text: string): Diagnostic {
  const span = getTokenSpan(token)
  const { image } = token
  const fixes =
    image.length > 1
      ? [replaceBy('use straight quotes', span, printText(image.slice(1, -1)))]
      : findPossibleEnds(text, span.end).map(
          (end): Fix => ({
            title: 'use straight quotes',
            edits: [
              { span, text: '"' },
              { span: { start: end, end }, text: '"' },
            ],
          }),
        )
  return report('EXP1005', { span, params: { character: image[0]! }, fixes })
}

function wideCharacter(token: Token): Diagnostic {
  const span = getTokenSpan(token)
  const { image } = token
  if (token.tokenType === WideName) {
    const plain = printName({ kind: 'field', name: image.slice(1, -1) })
    const params = { character: image[0]!, plain: '[' }
    return report('EXP1004', { span, params, fixes: [replaceBy(`write ${plain}`, span, plain)] })
  }
  const plain = plainForm(image)
  const fixes = [replaceBy(`write '${plain}'`, span, plain)]
  return report('EXP1004', { span, params: { character: image, plain }, fixes })
}

function strayCharacter(tokens: readonly Token[], at: number): Diagnostic {
  const [before, token, next] = [tokens[at - 1], tokens[at]!, tokens[at + 1]]
  const span = getTokenSpan(token)
  const fixes = [replaceBy(`remove '${token.image}'`, span, '')]
  if (token.image === '.' && before && next && isA(before, PlainName) && isA(next, PlainName)) {
    const [dataset, column] = [nameIn(before), nameIn(next)]
    const printed = printName({ kind: 'column', dataset, column })
    const replacedSpan = { start: before.startOffset, end: getTokenSpan(next).end }
    fixes.unshift(replaceBy(`write ${printed}`, replacedSpan, printed))
  }
  return report('EXP1006', { span, params: { character: token.image }, fixes })
}
