import { describe, expect, test } from 'vitest'
import { leaf, leavesOf, metricMistakesIn } from '../../support/leaves-of.ts'
import { reference } from '../../support/sample-scope.ts'

describe('Avg', () => {
  test('is a sum over a count of what is not NULL', () => {
    const argument = reference('DOUBLE', 'rate')
    expect(leavesOf('Avg([rate])')).toEqual({
      leaves: [
        { aggregate: 'SUM', argument, filter: null },
        { aggregate: 'COUNT', argument, filter: null },
      ],
      formula: { kind: 'arithmetic', type: 'DOUBLE', op: '/', left: leaf(0), right: leaf(1) },
    })
  })

  test.each([
    ['Avg([day])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Avg()', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(metricMistakesIn(text)).toEqual([name])
  })
})
