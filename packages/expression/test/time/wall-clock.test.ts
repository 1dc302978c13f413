import { expect, test } from 'vitest'
import { localTime } from '../../src/time/wall-clock.ts'

const MOMENT = new Date('2001-06-30T23:30:15.250Z')

function wall(text: string): bigint {
  return BigInt(Date.parse(`${text}Z`)) * 1000n
}

test.each([
  ['UTC', '2001-06-30T23:30:15.250'],
  ['Asia/Shanghai', '2001-07-01T07:30:15.250'],
  ['America/New_York', '2001-06-30T19:30:15.250'],
  ['Asia/Kathmandu', '2001-07-01T05:15:15.250'],
])('the wall clock of %s', (zone, expected) => {
  expect(localTime(MOMENT, zone)).toBe(wall(expected))
})

test('midnight is the beginning of a day', () => {
  expect(localTime(new Date('2001-06-30T16:00:00Z'), 'Asia/Shanghai')).toBe(
    wall('2001-07-01T00:00:00'),
  )
})
