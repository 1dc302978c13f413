import type { IToken } from 'chevrotain'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { FORBIDDEN } from './characters.ts'
import { explainProblem, quoteInside } from './explain-problem.ts'
import { isA, lex, retyped, spanOf } from './lex.ts'
import type { Limits } from './limits.ts'
import { HOLE, madeUp } from './mend.ts'
import { beginsValue, endsValue, openBefore } from './operand.ts'
import { plainForm } from './plain-form.ts'
import { checkToken } from './token-limits.ts'
import {
  And,
  Close,
  Comment,
  CurlyText,
  ForeignSpace,
  isProblem,
  Stray,
  UnclosedName,
  UnclosedText,
  WideCharacter,
  Word,
} from './tokens.ts'

/**
 * The tokens with what does not belong to the language left out or replaced by what was meant, so that the
 * rest can be read; each such token is complained of, and so is what passes a limit.
 */
export function mendProblems(
  text: string,
  tokens: readonly IToken[],
  limits: Limits,
  complain: (diagnostic: Diagnostic) => void,
): IToken[] {
  const mended: IToken[] = []
  for (const [at, token] of tokens.entries()) {
    if (!isProblem(token)) {
      checkToken(token, limits, complain)
      mended.push(token)
      continue
    }
    // A control character has been complained of as such.
    if (!FORBIDDEN.test(token.image)) complain(explainProblem(text, tokens, at))
    if (swallows(token)) {
      // Of `'it's'` the first part is the value.
      const value = quoteInside(tokens, at) === null ? [retyped(token, HOLE)] : []
      const before = value.length > 0 ? mended : mended.slice(0, -1)
      return [...before, ...value, ...closesIn(tokens, at)]
    }
    const meant = meantBy(token, mended.at(-1), tokens[at + 1])
    if (meant !== null) mended.push(meant)
  }
  return mended
}

/** Whether all behind a token may be part of it: nobody knows where the text or name ends. */
function swallows({ tokenType, image }: IToken): boolean {
  return (
    tokenType === UnclosedText ||
    tokenType === UnclosedName ||
    (tokenType === CurlyText && image.length === 1)
  )
}

/** The parentheses that a text without end has swallowed: they are not missing. */
function closesIn(tokens: readonly IToken[], at: number): readonly IToken[] {
  const swallowed = tokens.slice(at).map((one) => one.image)
  const count = swallowed.join('').split(')').length - 1
  const { end } = spanOf(tokens.at(-1)!)
  return openBefore(tokens, at)
    .slice(0, count)
    .map(() => madeUp(Close, end))
}

function meantBy(
  token: IToken,
  before: IToken | undefined,
  next: IToken | undefined,
): IToken | null {
  switch (token.tokenType) {
    case Comment:
    case ForeignSpace:
      return null
    case Stray: {
      const between = endsValue(before) && beginsValue(next)
      return between ? retyped(token, And, '') : null
    }
    case WideCharacter: {
      const [plain] = lex(plainForm(token.image)).tokens
      const isValue = plain === undefined || isProblem(plain) || isA(plain, Word)
      return retyped(token, isValue ? HOLE : plain.tokenType)
    }
    default:
      return retyped(token, HOLE)
  }
}
