import { expect, test } from 'vitest'
import { warning, warningText } from '../../src/request/warnings.ts'

test('joins codes and details', () => {
  const warnings = [
    warning('NEGATIVE_BASE'),
    warning('NOT_ADDITIVE', { gap: '-3' }),
    warning('NOT_ATTRIBUTABLE', { reason: 'the metric is a constant' }),
    warning('OVERFLOW', { current: 1, total: ['current', 'change'] }),
  ]
  expect(warningText(warnings)).toBe(
    'NEGATIVE_BASE; NOT_ADDITIVE gap=-3; NOT_ATTRIBUTABLE the metric is a constant; OVERFLOW current=1 total=current total=change',
  )
})

test('is null without warnings', () => {
  expect(warningText([])).toBeNull()
})
