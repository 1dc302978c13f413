import { TributaryError } from '@tributary/core'
import { compile, ExpressionError } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { sampleScope } from '../support/sample-scope.ts'

function failure(text: string): ExpressionError {
  try {
    compile(text, sampleScope, { path: 'filters[2]', expect: 'BOOLEAN' })
  } catch (error) {
    if (error instanceof ExpressionError) return error
  }
  throw new Error('It compiled')
}

describe('compile', () => {
  test('gives the checked tree', () => {
    expect(compile('[late]', sampleScope, { path: 'filters[0]' })).toMatchObject({ name: 'late' })
  })

  test('throws the first error, with its place and all diagnostics', () => {
    const error = failure('[delay] > 1 AND [regoin] = "x"')
    expect(error).toBeInstanceOf(TributaryError)
    expect(error.code).toBe('EXPRESSION_UNKNOWN_FIELD')
    expect(error.message).toBe(
      'No field [regoin]; did you mean [region]? (filters[2], character 17)',
    )
    expect(error.details).toMatchObject({
      path: 'filters[2]',
      text: '[delay] > 1 AND [regoin] = "x"',
      span: { start: 16, end: 24 },
      diagnostics: [{ code: 'EXP3001' }],
    })
  })

  test('throws for syntax and for the wrong result', () => {
    expect(failure('[late').code).toBe('EXPRESSION_UNCLOSED_NAME')
    expect(failure('[delay]').code).toBe('EXPRESSION_WRONG_RESULT')
  })
})
