import { expect, test } from 'vitest'
import { fixedClock, systemClock } from '../src/clock.ts'

test('a fixed clock answers the same moment, and nobody can move it', () => {
  const clock = fixedClock(new Date('2001-06-01T00:00:00Z'))
  clock.now().setFullYear(1999)
  expect(clock.now().toISOString()).toBe('2001-06-01T00:00:00.000Z')
})

test('the system clock goes forward', () => {
  const before = Date.now()
  expect(systemClock.now().getTime()).toBeGreaterThanOrEqual(before)
})
