import { TributaryError } from '@tributary/core'
import { describe, expect, test } from 'vitest'
import { describeDetail, truncate } from '../../src/plugins/error-detail.ts'

describe('detailOf', () => {
  test('begins with the code and repeats the message when there are no details', () => {
    expect(describeDetail(new TributaryError('A_B', 'Wrong.'))).toBe('A_B: Wrong.')
  })

  test('tells path, position and suggestions', () => {
    const details = { path: 'dimensions[0]', span: { start: 3, end: 9 }, suggestions: ['origin'] }
    expect(describeDetail(new TributaryError('A_B', 'Wrong.', { details }))).toBe(
      'A_B: path dimensions[0]; characters 4 to 9; did you mean origin?',
    )
  })

  test('tells how an expression is mended, and what else is wrong with it', () => {
    const diagnostics = [
      {
        name: 'EXPRESSION_UNKNOWN_FIELD',
        message: 'There is no field x.',
        fixes: [{ title: 'use [y]' }],
      },
      { name: 'EXPRESSION_UNKNOWN_FUNCTION', message: 'There is no function F.' },
    ]
    const details = { path: 'attribution.filters[0]', diagnostics }
    expect(
      describeDetail(new TributaryError('EXPRESSION_UNKNOWN_FIELD', 'Wrong.', { details })),
    ).toBe(
      'EXPRESSION_UNKNOWN_FIELD: path attribution.filters[0]; ' +
        'fix: use [y]; EXPRESSION_UNKNOWN_FUNCTION: There is no function F.',
    )
  })

  test('ignores a path of null and an empty list of suggestions', () => {
    const details = { path: null, suggestions: [] }
    expect(describeDetail(new TributaryError('A_B', 'Wrong.', { details }))).toBe('A_B: Wrong.')
  })
})

describe('cut', () => {
  test('leaves a text that fits', () => {
    expect(truncate('abcd', 4)).toBe('abcd')
  })

  test('ends a longer text with an ellipsis within the limit', () => {
    expect(truncate('abcde', 4)).toBe('abc…')
  })

  test('does not cut a character in half', () => {
    expect(truncate('ab🙂de', 4)).toBe('ab…')
  })
})
