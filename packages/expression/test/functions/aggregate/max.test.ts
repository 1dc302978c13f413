import { describe, expect, test } from 'vitest'
import { leaf, leavesOf, metricMistakesIn } from '../../support/leaves-of.ts'
import { reference } from '../../support/sample-scope.ts'

describe('Max', () => {
  test.each([['Max([price])'], ['max( [price] )']])('%s is one leaf', (text) => {
    const argument = reference('DECIMAL', 'price')
    expect(leavesOf(text)).toEqual({
      leaves: [{ aggregate: 'MAX', argument, filter: null }],
      formula: leaf(0),
    })
  })

  test.each([
    ['Max([region])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Max([late])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Max()', 'EXPRESSION_ARGUMENT_COUNT'],
    ['Max([price], [price])', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(metricMistakesIn(text)).toEqual([name])
  })
})
