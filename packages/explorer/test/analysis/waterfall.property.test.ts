import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addsUp, bySize, waterfallBars, waterfallEnds } from '../../src/analysis/waterfall.ts'
import { rowOf, rows } from '../support/rows.ts'

const total = fc.double({ noNaN: true, min: -1e6, max: 1e6 })

describe('a waterfall', () => {
  test('goes from one total to the other without a gap', () => {
    fc.assert(
      fc.property(
        rows,
        total,
        total,
        fc.integer({ min: 1, max: 12 }),
        (groups, compare, current, shown) => {
          const bars = waterfallBars(
            { rows: groups, remainder: null },
            { compare, current, visibleCount: shown },
          )!
          const steps = bars.slice(1, -1)
          let at = compare
          for (const bar of steps) {
            expect(bar.from).toBe(at)
            at = bar.to
          }
          const scale = Math.max(Math.abs(compare), Math.abs(current), 1e-300)
          expect(Math.abs(at - current)).toBeLessThanOrEqual(1e-9 * scale)
        },
      ),
    )
  })

  test('contains each group once, the largest groups as separate bars', () => {
    fc.assert(
      fc.property(
        rows,
        total,
        total,
        fc.integer({ min: 1, max: 12 }),
        (groups, compare, current, shown) => {
          const bars = waterfallBars(
            { rows: groups, remainder: null },
            { compare, current, visibleCount: shown },
          )!
          expect(bars.reduce((sum, bar) => sum + bar.groups, 0)).toBe(groups.length)
          const own = bars.flatMap(({ row }) => row ?? [])
          expect(own).toEqual(bySize(groups).slice(0, own.length))
          expect(own.length).toBeLessThanOrEqual(shown + 1)
          // A bar for the rest of one group would hide its name for nothing.
          expect(bars.some(({ kind, groups: count }) => kind === 'rest' && count === 1)).toBe(false)
        },
      ),
    )
  })

  test('shows what contributions leave over, unless it is rounding', () => {
    const groups = [rowOf('a', 0.1), rowOf('b', 0.2)]
    const bars = waterfallBars(
      { rows: groups, remainder: null },
      { compare: 0, current: 0.3, visibleCount: 5 },
    )!
    expect(bars.map(({ kind }) => kind)).toEqual(['compare', 'group', 'group', 'current'])
    const open = waterfallBars(
      { rows: groups, remainder: null },
      { compare: 0, current: 1, visibleCount: 5 },
    )!
    expect(open.map(({ kind }) => kind)).toEqual([
      'compare',
      'group',
      'group',
      'residual',
      'current',
    ])
    expect(addsUp({ rows: groups, remainder: null }, { compare: 0, current: 0.3 })).toBe(true)
    expect(addsUp({ rows: groups, remainder: null }, { compare: 0, current: 1 })).toBe(false)
  })

  test('starts its axis at 0 or near its steps, and contains all steps', () => {
    fc.assert(
      fc.property(rows, total, total, (groups, compare, current) => {
        const bars = waterfallBars(
          { rows: groups, remainder: null },
          { compare, current, visibleCount: 5 },
        )!
        const [least, most] = waterfallEnds(bars)
        for (const { kind, from, to } of bars) {
          const isTotal = kind === 'compare' || kind === 'current'
          for (const one of isTotal ? [to] : [from, to]) {
            expect(one).toBeGreaterThanOrEqual(least)
            expect(one).toBeLessThanOrEqual(most)
          }
        }
        expect(least).toBeLessThanOrEqual(most)
      }),
    )
    const bars = (compare: number, current: number) =>
      waterfallBars({ rows: [], remainder: null }, { compare, current, visibleCount: 5 })!
    expect(waterfallEnds(bars(50, 100))[0]).toBe(0)
    expect(waterfallEnds(bars(96, 100))).toEqual([95, 100])
    expect(waterfallEnds(bars(-100, -96))).toEqual([-100, -95])
  })

  test('is not drawn when a group has no contribution', () => {
    const groups = [rowOf('a', 1), rowOf('b', null)]
    expect(
      waterfallBars({ rows: groups, remainder: null }, { compare: 0, current: 1, visibleCount: 5 }),
    ).toBe(null)
    expect(addsUp({ rows: groups, remainder: null }, { compare: 0, current: 1 })).toBe(false)
  })
})
