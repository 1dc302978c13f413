import { describe, expect, test } from 'vitest'
import { lex } from '../../src/syntax/lex.ts'

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
