import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MOST_HOPS, newLineageState } from '../../src/address/lineage-state.ts'
import { readSelector, selectorText } from '../../src/address/selector.ts'

describe('the line of a neighbourhood', () => {
  test.each([
    ['late_rate', 'late_rate', 0, 0],
    ['2+late_rate+1', 'late_rate', 2, 1],
    ['+late_rate', 'late_rate', MOST_HOPS, 0],
    ['late_rate+', 'late_rate', 0, MOST_HOPS],
    [' 1+lake.orders+99 ', 'lake.orders', 1, MOST_HOPS],
    ['FILE:a b+c.csv+3', 'FILE:a b+c.csv', 0, 3],
  ])('%j', (text, name, up, down) => {
    expect(readSelector(text)).toEqual({ name, up, down })
  })

  test.each(['', ' ', '+'])('%j is none', (text) => {
    expect(readSelector(text)).toBeNull()
  })

  test('is read as it is written', () => {
    const hops = fc.integer({ min: 0, max: MOST_HOPS })
    const id = fc.stringMatching(/^[a-z][a-z0-9_.]{0,8}$/)
    fc.assert(
      fc.property(id, hops, hops, (name, up, down) => {
        const state = { ...newLineageState('METRIC', name), up, down }
        expect(readSelector(selectorText(state))).toEqual({ name, up, down })
      }),
    )
  })
})
