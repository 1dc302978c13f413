import { type IToken, Lexer } from 'chevrotain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lex, MOST_PROBLEMS } from '../../src/syntax/lex.ts'
import { isProblem, TOKENS } from '../../src/syntax/tokens.ts'
import { arbitraryTextOfTokens } from '../support/arbitrary-text.ts'
import { runs } from '../support/runs.ts'

describe('lex', () => {
  test('reads every character', () => {
    for (let code = 0; code < 0x1_0000; code++) {
      const character = String.fromCharCode(code)
      if (' \t\r\n'.includes(character)) continue
      const [first, ...rest] = lex(character).tokens.map((token) => token.image)
      if (first !== character || rest.length > 0) expect.fail(`U+${code.toString(16)} is lost`)
    }
    expect(lex('\u{1f600}').tokens.map((token) => token.image)).toEqual(['\u{1f600}'])
  })
})

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
      runs(1000),
    )
  })
})
