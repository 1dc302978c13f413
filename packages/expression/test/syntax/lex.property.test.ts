import { type IToken, Lexer } from 'chevrotain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lex, MOST_PROBLEMS } from '../../src/syntax/lex.ts'
import { isProblem, TOKENS } from '../../src/syntax/tokens.ts'
import { arbitraryTextOfTokens } from '../support/arbitrary-text.ts'
import { runs } from '../support/runs.ts'

const lexer = new Lexer(TOKENS, { positionTracking: 'onlyOffset', recoveryEnabled: false })

function described({ tokenType, startOffset, image }: IToken): readonly unknown[] {
  return [tokenType.name, startOffset, image]
}

describe('lex', () => {
  test('reads the tokens that the lexer of chevrotain reads', () => {
    fc.assert(
      fc.property(arbitraryTextOfTokens, (text) => {
        const { tokens, errors } = lexer.tokenize(text)
        const ours = lex(text).tokens
        expect(errors).toEqual([])
        expect(ours.map(described)).toEqual(tokens.slice(0, ours.length).map(described))
        const whole = ours.length === tokens.length
        expect(whole || ours.filter(isProblem).length === MOST_PROBLEMS).toBe(true)
      }),
      runs(4000),
    )
  })
})
