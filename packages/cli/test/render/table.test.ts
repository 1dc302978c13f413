import { expect, test } from 'vitest'
import { type Cell, renderTable } from '../../src/render/table.ts'
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
