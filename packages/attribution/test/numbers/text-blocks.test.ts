import { expect, test } from 'vitest'
import { BLOCK, type TextBlocks, textAt } from '../../src/numbers/growth-columns.ts'

const blocks: TextBlocks = {
  blocks: [`first${'x'.repeat(BLOCK - 3)}`, 'next'],
  // A row without a text, then the first text, one that stands elsewhere, and a letter each.
  ends: Int32Array.from({ length: BLOCK + 2 }, (_, row) =>
    row === 0 ? 0 : row < 3 ? 5 : row < BLOCK ? row + 3 : row === BLOCK ? 0 : 4,
  ),
  others: new Map([[2, '1e400']]),
}

test.each([
  [0, null],
  [1, 'first'],
  [2, '1e400'],
  [3, 'x'],
  [BLOCK - 1, 'x'],
  [BLOCK, null],
  [BLOCK + 1, 'next'],
])('row %d reads %j', (row, text) => {
  expect(textAt(blocks, row)).toBe(text)
})
