import { describe, expect, test } from 'vitest'
import { leaf, leavesOf, metricMistakesIn } from '../../support/leaves-of.ts'
import { reference } from '../../support/sample-scope.ts'

describe('Count', () => {
  test.each([
    ['Count()', null],
    ['Count([region])', reference('STRING', 'region')],
  ])('%s is one leaf', (text, argument) => {
    expect(leavesOf(text)).toEqual({
      leaves: [{ aggregate: 'COUNT', argument, filter: null }],
      formula: leaf(0),
    })
  })

  test('refuses two values', () => {
    expect(metricMistakesIn('Count([region], [day])')).toEqual(['EXPRESSION_ARGUMENT_COUNT'])
  })
})
