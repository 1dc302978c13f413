import { describe, expect, test } from 'vitest'
import { appendBars } from '../../src/render/bars.ts'
import { markingPaint, plainPaint } from '../support/plain-paint.ts'

const lines = ['title', '  1.0', '  0.5', '-0.55', '  0.0', 'all']
const shares = [null, 1, 0.5, -0.55, 0, null]

describe('appendBars', () => {
  test('draws shares to an eighth of a column beside the largest', () => {
    expect(appendBars(lines, shares, { width: null, paint: plainPaint })).toEqual([
      'title',
      '  1.0  ██████████',
      '  0.5  █████',
      '-0.55  █████▌',
      '  0.0',
      'all',
    ])
  })

  test('shows anything that is not nothing', () => {
    const [line] = appendBars(['x', 'y'], [0.00001, 1], { width: null, paint: plainPaint })
    expect(line).toBe('x  ▏')
  })

  test('draws shorter bars where there is little room, and none where there is less', () => {
    expect(appendBars(lines, shares, { width: 11, paint: plainPaint })[1]).toBe('  1.0  ████')
    expect(appendBars(lines, shares, { width: 10, paint: plainPaint })).toEqual(lines)
  })

  test('colours by the sign', () => {
    const [line] = appendBars(['x'], [-1], { width: null, paint: markingPaint })
    expect(line).toBe('x  <against:██████████>')
  })

  test('leaves lines without any share alone', () => {
    expect(appendBars(['x'], [null], { width: null, paint: plainPaint })).toEqual(['x'])
  })
})
