import { describe, expect, test } from 'vitest'
import { leaf, leavesOf, metricMistakesIn } from '../../support/leaves-of.ts'
import { reference } from '../../support/sample-scope.ts'

describe('Variance', () => {
  test.each([['Variance([price])'], ['variance( [price] )']])('%s is one leaf', (text) => {
    const argument = reference('DECIMAL', 'price')
    expect(leavesOf(text)).toEqual({
      leaves: [{ aggregate: 'VARIANCE', argument, filter: null }],
      formula: leaf(0),
    })
  })

  test.each([
    ['Variance([region])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Variance([late])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Variance()', 'EXPRESSION_ARGUMENT_COUNT'],
    ['Variance([price], [price])', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(metricMistakesIn(text)).toEqual([name])
  })
})
