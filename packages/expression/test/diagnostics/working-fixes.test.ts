import { expect, test } from 'vitest'
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import { keepWorkingFixes } from '../../src/diagnostics/working-fixes.ts'

/** A mistake at each of the first characters, each with a fix that removes the character. */
function listMistakes(count: number): readonly Diagnostic[] {
  return Array.from({ length: count }, (_, start) => ({
    code: 'EXP1018',
    name: 'EXPRESSION_UNEXPECTED',
    severity: 'error',
    message: 'unexpected',
    params: {},
    span: { start, end: start + 1 },
    fixes: [{ title: 'remove it', edits: [{ span: { start, end: start + 1 }, text: '' }] }],
  })) as unknown as readonly Diagnostic[]
}

test.each([
  [1, 200, 1],
  [20, 50, 20],
  [20, 400, 4],
  [20, 5_000, 0],
])('of %i mistakes in %i characters, %i fixes are tried', (mistakes, length, tries) => {
  let tried = 0
  // Every character is another one, so that no two fixes give one text.
  const text = Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')
  const diagnostics = keepWorkingFixes(text, listMistakes(mistakes), () => {
    tried += 1
    return listMistakes(mistakes - 1)
  })
  expect(tried).toBe(tries)
  expect(diagnostics.filter(({ fixes }) => fixes !== undefined)).toHaveLength(tries)
})
