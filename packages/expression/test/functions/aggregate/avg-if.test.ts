import { describe, expect, test } from 'vitest'
import { leaf, leavesOf, metricMistakesIn } from '../../support/leaves-of.ts'
import { reference } from '../../support/sample-scope.ts'

describe('AvgIf', () => {
  test('is a sum over a count of the rows that pass', () => {
    const argument = reference('DECIMAL', 'price')
    const filter = reference('BOOLEAN', 'late')
    expect(leavesOf('AvgIf([price], [late])')).toEqual({
      leaves: [
        { aggregate: 'SUM', argument, filter },
        { aggregate: 'COUNT', argument, filter },
      ],
      formula: { kind: 'arithmetic', type: 'DOUBLE', op: '/', left: leaf(0), right: leaf(1) },
    })
  })

  test.each([
    ['AvgIf([price], [delay])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['AvgIf([price])', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(metricMistakesIn(text)).toEqual([name])
  })
})
