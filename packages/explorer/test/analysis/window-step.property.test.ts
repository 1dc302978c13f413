import { parseTime, rangeText, readRange } from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { windowStep } from '../../src/analysis/window-step.ts'

const now = parseTime('2001-06-30')!

describe('a window moved by its length', () => {
  test.each([
    ['2001-06', '2001-05', '2001-07'],
    ['2001-Q1', '2000-Q4', '2001-Q2'],
    ['2001', '2000', '2002'],
    ['2001-06-04..2001-06-10', '2001-05-28..2001-06-03', '2001-06-11..2001-06-17'],
    ['2001-06-30', '2001-06-29', '2001-07-01'],
  ])('%s is between %s and %s', (words, before, after) => {
    const range = readRange(words, { now, path: 'now' })
    const texts = ([-1, 1] as const).map((direction) => rangeText(windowStep(range, direction)))
    const same = [before, after].map((one) => rangeText(readRange(one, { now, path: 'now' })))
    expect(texts).toEqual(same)
  })

  test('is adjacent to the original window on either side', () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map((days) => BigInt(days) * 86_400_000_000n)
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 800 }), (from, days) => {
        const range = { from, to: from + BigInt(days) * 86_400_000_000n }
        const [before, after] = [windowStep(range, -1), windowStep(range, 1)]
        expect([before.to, after.from]).toEqual([range.from, range.to])
      }),
    )
  })
})
