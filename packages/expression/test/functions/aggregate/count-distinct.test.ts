import { describe, expect, test } from 'vitest'
import { leaf, leavesOf, metricMistakesIn } from '../../support/leaves-of.ts'
import { reference } from '../../support/sample-scope.ts'

describe('CountDistinct', () => {
  test.each([
    ['CountDistinct([price])'],
    ['countdistinct( [price] )'],
    ['Count_Distinct([price])'],
  ])('%s is one leaf', (text) => {
    const argument = reference('DECIMAL', 'price')
    expect(leavesOf(text)).toEqual({
      leaves: [{ aggregate: 'COUNT_DISTINCT', argument, filter: null }],
      formula: leaf(0),
    })
  })

  test.each([
    ['CountDistinct()', 'EXPRESSION_ARGUMENT_COUNT'],
    ['CountDistinct([price], [day])', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(metricMistakesIn(text)).toEqual([name])
  })
})
