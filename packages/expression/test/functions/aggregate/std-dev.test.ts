import { describe, expect, test } from 'vitest'
import { leaf, leavesOf, metricMistakesIn } from '../../support/leaves-of.ts'
import { reference } from '../../support/sample-scope.ts'

describe('StdDev', () => {
  test.each([['StdDev([price])'], ['stddev( [price] )']])('%s is one leaf', (text) => {
    const argument = reference('DECIMAL', 'price')
    expect(leavesOf(text)).toEqual({
      leaves: [{ aggregate: 'STDDEV', argument, filter: null }],
      formula: leaf(0),
    })
  })

  test.each([
    ['StdDev([region])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['StdDev([late])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['StdDev()', 'EXPRESSION_ARGUMENT_COUNT'],
    ['StdDev([price], [price])', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(metricMistakesIn(text)).toEqual([name])
  })
})
