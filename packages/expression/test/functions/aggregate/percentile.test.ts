import { describe, expect, test } from 'vitest'
import { leaf, leavesOf, metricMistakesIn } from '../../support/leaves-of.ts'
import { reference } from '../../support/sample-scope.ts'

describe('Percentile', () => {
  test.each([
    ['0', 0],
    ['0.95', 0.95],
    ['1', 1],
    ['9 / 10', 0.9],
    ['5e-1', 0.5],
  ])('of a fraction of %s is one leaf', (text, fraction) => {
    const argument = reference('DOUBLE', 'rate')
    expect(leavesOf(`Percentile([rate], ${text})`)).toEqual({
      leaves: [{ aggregate: 'PERCENTILE', argument, filter: null, fraction }],
      formula: leaf(0),
    })
  })

  test.each([
    ['Percentile([rate], 1.01)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Percentile([rate], -0.1)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Percentile([rate], [rate])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Percentile([rate], NULL)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Percentile([rate], "0.5")', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Percentile([rate])', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(metricMistakesIn(text)).toEqual([name])
  })
})
