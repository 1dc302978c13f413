import { describe, expect, test } from 'vitest'
import { leaf, leavesOf, metricMistakesIn } from '../../support/leaves-of.ts'
import { reference } from '../../support/sample-scope.ts'

describe('Median', () => {
  test('is the percentile in the middle', () => {
    const argument = reference('INT', 'delay')
    expect(leavesOf('Median([delay])')).toEqual({
      leaves: [{ aggregate: 'PERCENTILE', argument, filter: null, fraction: 0.5 }],
      formula: leaf(0),
    })
  })

  test.each([
    ['Median([metric_time])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Median([delay], 0.5)', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(metricMistakesIn(text)).toEqual([name])
  })
})
