import { describe, expect, test } from 'vitest'
import { createGrammar } from '../../src/syntax/grammar.ts'

describe('the grammar', () => {
  test('passes the checks that production leaves out', () => {
    expect(() => createGrammar(false)).not.toThrow()
  })
})
