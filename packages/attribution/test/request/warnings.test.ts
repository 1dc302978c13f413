import { expect, test } from 'vitest'
import { warning, warningText } from '../../src/request/warnings.ts'

test('joins codes and details', () => {
  const warnings = [warning('NEGATIVE_BASE'), warning('NOT_ADDITIVE', 'gap=-3')]
  expect(warningText(warnings)).toBe('NEGATIVE_BASE; NOT_ADDITIVE gap=-3')
})

test('is null without warnings', () => {
  expect(warningText([])).toBeNull()
})
