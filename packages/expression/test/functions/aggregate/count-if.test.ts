import { describe, expect, test } from 'vitest'
import { leaf, leavesOf, metricMistakesIn } from '../../support/leaves-of.ts'
import { reference } from '../../support/sample-scope.ts'

describe('CountIf', () => {
  test('counts the rows that pass', () => {
    const filter = reference('BOOLEAN', 'late')
    expect(leavesOf('CountIf([late])')).toEqual({
      leaves: [{ aggregate: 'COUNT', argument: null, filter }],
      formula: leaf(0),
    })
  })

  test.each([
    ['CountIf([delay])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['CountIf()', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(metricMistakesIn(text)).toEqual([name])
  })
})
