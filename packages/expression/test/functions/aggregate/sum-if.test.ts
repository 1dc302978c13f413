import { describe, expect, test } from 'vitest'
import { leaf, leavesOf, metricMistakesIn } from '../../support/leaves-of.ts'
import { reference } from '../../support/sample-scope.ts'

describe('SumIf', () => {
  test('sums the rows that pass', () => {
    const argument = reference('INT', 'delay')
    const filter = reference('BOOLEAN', 'late')
    expect(leavesOf('SumIf([delay], [late])')).toEqual({
      leaves: [{ aggregate: 'SUM', argument, filter }],
      formula: leaf(0),
    })
  })

  test.each([
    ['SumIf([late], [delay])', ['EXPRESSION_WRONG_ARGUMENT', 'EXPRESSION_WRONG_ARGUMENT']],
    ['SumIf([delay])', ['EXPRESSION_ARGUMENT_COUNT']],
  ])('refuses %s', (text, names) => {
    expect(metricMistakesIn(text)).toEqual(names)
  })
})
