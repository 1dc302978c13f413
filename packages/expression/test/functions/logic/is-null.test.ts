import { describe, expect, test } from 'vitest'
import { resultOf } from '../../support/result-of.ts'

describe('IsNull', () => {
  test.each([
    ['IsNull([region])', { region: '' }, 'false'],
    ['IsNull([region])', {}, 'true'],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })
})
