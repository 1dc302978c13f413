import { Lexer } from 'chevrotain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lex } from '../../src/syntax/lex.ts'
import { TOKENS } from '../../src/syntax/tokens.ts'
import { arbitraryTextOfTokens } from '../support/arbitrary-text.ts'
import { runs } from '../support/runs.ts'

const lexer = new Lexer(TOKENS, { positionTracking: 'onlyOffset', recoveryEnabled: false })

describe('lex', () => {
  test('reads the tokens that the lexer of chevrotain reads', () => {
    fc.assert(
      fc.property(arbitraryTextOfTokens, (text) => {
        const { tokens, errors } = lexer.tokenize(text)
        expect(errors).toEqual([])
        expect(
          lex(text).tokens.map((one) => [one.tokenType.name, one.startOffset, one.image]),
        ).toEqual(tokens.map((one) => [one.tokenType.name, one.startOffset, one.image]))
      }),
      runs(4000),
    )
  })
})
