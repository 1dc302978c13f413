import { expect, test } from 'vitest'
import { renderDuration } from '../../src/render/duration.ts'

test.each([
  [0, '0.0 s'],
  [0.44, '0.4 s'],
  [9.94, '9.9 s'],
  [9.96, '10 s'],
  [59.4, '59 s'],
  [59.6, '1 min 0 s'],
  [200, '3 min 20 s'],
  [3_599.7, '1 h 0 min'],
  [7_500, '2 h 5 min'],
  [90_000, '25 h 0 min'],
])('%d seconds read %s', (seconds, text) => {
  expect(renderDuration(seconds)).toBe(text)
})
