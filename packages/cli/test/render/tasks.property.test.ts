import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderTaskBar, renderTaskCounts } from '../../src/render/tasks.ts'
import { displayWidth } from '../../src/render/text.ts'
import { markingPaint, plainPaint } from '../support/plain-paint.ts'

const counts = fc.nat({ max: 100_000 })
const progress = fc.record({
  waiting: counts,
  running: counts,
  done: counts,
  failed: counts,
  ratePerSecond: fc.option(fc.double({ min: 1e-3, max: 1e5, noNaN: true })),
  remainingSeconds: fc.option(fc.double({ min: 0, max: 1e7, noNaN: true })),
})

describe('a progress bar', () => {
  test('is shorter than the width, and has the words', () => {
    fc.assert(
      fc.property(progress, fc.integer({ min: 1, max: 200 }), (one, width) => {
        const line = renderTaskBar(one, { width, paint: plainPaint })
        expect(displayWidth(line)).toBeLessThan(width)
        expect(line).not.toContain('\n')
        const words = renderTaskCounts(one)
        if (width > Math.max(words.length, 71) + 12) {
          expect(line).toMatch(/^[█░]{6,40} {2}/)
          expect(line.endsWith(words)).toBe(true)
        }
      }),
    )
  })

  test('is full exactly when everything has ended', () => {
    fc.assert(
      fc.property(progress, (one) => {
        fc.pre(one.done + one.failed > 0)
        const left = one.waiting + one.running
        const line = renderTaskBar(one, { width: 200, paint: plainPaint })
        expect(line.includes('░')).toBe(left > 0)
      }),
    )
  })

  test('is as long from the beginning to the end', () => {
    const bar = (done: number, remainingSeconds: number | null) => {
      const counts = { waiting: 26 - done, running: 0, done, failed: 0 }
      const rate = { ratePerSecond: remainingSeconds && 123.4, remainingSeconds }
      const line = renderTaskBar({ ...counts, ...rate }, { width: 80, paint: plainPaint })
      return line.split('  ', 1)[0]!.length
    }
    expect([bar(0, null), bar(7, 200), bar(26, 0)]).toEqual([17, 17, 17])
  })

  test('shows a failure however rare, and none where there is none', () => {
    const rare = { waiting: 0, running: 0, done: 9_999, failed: 1 }
    const one = { ...rare, ratePerSecond: 10, remainingSeconds: 0 }
    expect(renderTaskBar(one, { width: 100, paint: markingPaint })).toContain('<error:█>')
    const none = renderTaskBar({ ...one, failed: 0 }, { width: 100, paint: markingPaint })
    expect(none).not.toContain('█<error')
    expect(none).toContain('<error:>')
  })
})

describe('the words', () => {
  test('say done, running, failed, rate and time left', () => {
    const one = { waiting: 12, running: 2, done: 11, failed: 1 }
    const words = renderTaskCounts({ ...one, ratePerSecond: 3.42, remainingSeconds: 4.09 })
    expect(words).toBe('11 of 26 done, 2 running, 1 failed, 3.4/s, 4.1 s left')
  })

  test('leave out what nobody knows yet', () => {
    const one = { waiting: 1_234, running: 0, done: 0, failed: 0 }
    const words = renderTaskCounts({ ...one, ratePerSecond: null, remainingSeconds: null })
    expect(words).toBe('0 of 1,234 done, 0 running, 0 failed')
  })
})
