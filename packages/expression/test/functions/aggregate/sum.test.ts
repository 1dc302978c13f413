import { describe, expect, test } from 'vitest'
import { leaf, leavesOf, metricMistakesIn } from '../../support/leaves-of.ts'
import { reference } from '../../support/sample-scope.ts'

describe('Sum', () => {
  test.each([['Sum([price])'], ['sum( [price] )']])('%s is one leaf', (text) => {
    const argument = reference('DECIMAL', 'price')
    expect(leavesOf(text)).toEqual({
      leaves: [{ aggregate: 'SUM', argument, filter: null }],
      formula: leaf(0),
    })
  })

  test.each([
    ['Sum([region])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Sum([late])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Sum()', 'EXPRESSION_ARGUMENT_COUNT'],
    ['Sum([price], [price])', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(metricMistakesIn(text)).toEqual([name])
  })
})
