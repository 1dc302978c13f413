import { describe, expect, test } from 'vitest'
import { leaf, leavesOf, metricMistakesIn } from '../../support/leaves-of.ts'
import { reference } from '../../support/sample-scope.ts'

describe('Min', () => {
  test.each([['Min([price])'], ['min( [price] )']])('%s is one leaf', (text) => {
    const argument = reference('DECIMAL', 'price')
    expect(leavesOf(text)).toEqual({
      leaves: [{ aggregate: 'MIN', argument, filter: null }],
      formula: leaf(0),
    })
  })

  test.each([
    ['Min([region])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Min([late])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Min()', 'EXPRESSION_ARGUMENT_COUNT'],
    ['Min([price], [price])', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(metricMistakesIn(text)).toEqual([name])
  })
})
