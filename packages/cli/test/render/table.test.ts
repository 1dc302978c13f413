import { describe, expect, test } from 'vitest'
import { appendBars, type Cell, renderTable } from '../../src/render/table.ts'
import { markingPaint, plainPaint } from '../support/plain-paint.ts'

const cell = (text: string, role: Cell['role'] = 'plain'): Cell => ({ text, role })

test('aligns by what a terminal shows, words left and numbers right', () => {
  const lines = renderTable(
    [
      { title: 'city', align: 'left' },
      { title: 'n', align: 'right' },
    ],
    [
      [cell('東京'), cell('7')],
      [cell('Rome'), cell('1,200')],
      [cell('😀'), cell('')],
    ],
    plainPaint,
  )
  expect(lines).toEqual(['city      n', '東京      7', 'Rome  1,200', '😀'])
})

test('takes more rows than a function can have arguments', () => {
  const rows = Array.from({ length: 200_000 }, () => [cell('a')])
  expect(renderTable([{ title: '', align: 'left' }], rows, plainPaint)).toHaveLength(200_000)
})

test('pads outside the colours', () => {
  const lines = renderTable(
    [{ title: 'growth', align: 'right' }],
    [[cell('+1', 'with')]],
    markingPaint,
  )
  expect(lines).toEqual(['<faint:growth>', '    <with:+1>'])
})

test('cuts a cell that is wider than its column may be', () => {
  const lines = renderTable(
    [{ title: 'name', align: 'left', widest: 5 }],
    [[cell('abcdefgh')]],
    plainPaint,
  )
  expect(lines).toEqual(['name', 'abcd…'])
})

const lines = ['title', '  1.0', '  0.5', '-0.55', '  0.0', 'all']
const shares = [null, 1, 0.5, -0.55, 0, null]

describe('appendBars', () => {
  test('draws shares to an eighth of a column beside the largest', () => {
    expect(appendBars(lines, shares, { width: null, paint: plainPaint })).toEqual([
      'title',
      '  1.0        │██████████',
      '  0.5        │█████',
      '-0.55  ▐█████│',
      '  0.0        │',
      'all',
    ])
  })

  test('draws at least a sliver for a share above zero', () => {
    const [line] = appendBars(['x', 'y'], [0.00001, 1], { width: null, paint: plainPaint })
    expect(line).toBe('x  ▏')
  })

  test('draws shorter bars where there is little room, and none where there is less', () => {
    expect(appendBars(lines, shares, { width: 16, paint: plainPaint })[1]).toBe('  1.0     │████')
    expect(appendBars(lines, shares, { width: 15, paint: plainPaint })).toEqual(lines)
    const up = [null, 1, 0.5, 0.2, 0, null]
    expect(appendBars(lines, up, { width: 11, paint: plainPaint })[1]).toBe('  1.0  ████')
    expect(appendBars(lines, up, { width: 10, paint: plainPaint })).toEqual(lines)
  })

  test('colours by the sign', () => {
    const [line] = appendBars(['x'], [-1], { width: null, paint: markingPaint })
    expect(line).toBe('x  <against:██████████><faint:│>')
  })

  test('leaves lines without any share alone', () => {
    expect(appendBars(['x'], [null], { width: null, paint: plainPaint })).toEqual(['x'])
  })
})
