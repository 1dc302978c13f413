import { describe, expect, test } from 'vitest'
import {
  isoLocalText,
  plainLocalText,
  readDay,
  readLocalMoment,
} from '../../src/requests/read-values.ts'

describe('local times', () => {
  test('are written without a zone and without fractions', () => {
    const at = new Date('2024-05-01T21:30:15.999Z')
    expect(isoLocalText(at, 'Asia/Shanghai')).toBe('2024-05-02T05:30:15')
    expect(plainLocalText(at, 'UTC')).toBe('2024-05-01 21:30:15')
  })

  test('are read in the zone', () => {
    const read = readLocalMoment('2024-05-02 05:30:15', 'at', 'Asia/Shanghai')
    expect(read).toEqual(new Date('2024-05-01T21:30:15Z'))
  })

  test.each([
    '',
    '2024-05-02',
    '2024-05-02T05:30:15',
    '2024-05-02 05:30',
    '2024-02-30 00:00:00',
    '2024-05-02 24:00:00',
    '2024-05-02 05:30:60',
    '2024-05-02 05:30:15Z',
    ' 2024-05-02 05:30:15',
    '0000-05-02 05:30:15',
    '02024-05-02 05:30:15',
    `2024-05-02 05:30:15${'0'.repeat(1_000)}`,
  ])('are not read from %j', (text) => {
    expect(() => readLocalMoment(text, 'scheduleTimes[2]', 'UTC')).toThrow(
      /^scheduleTimes\[2\] is ".{0,41}"; write a time of the years 1000 to 9999 that exists as yyyy-MM-dd HH:mm:ss/,
    )
  })

  test('are not read where clocks are put forward', () => {
    expect(() => readLocalMoment('2024-03-31 02:30:00', 'startTime', 'Europe/Berlin')).toThrow(
      /startTime is "2024-03-31 02:30:00", which clocks in Europe\/Berlin leave out/,
    )
  })
})

describe('days', () => {
  test('are read as their beginning', () => {
    expect(readDay('2024-02-29', 'endTime')).toBe(BigInt(Date.UTC(2024, 1, 29)) * 1000n)
  })

  test.each([
    '2023-02-29',
    '2024-13-01',
    '2024-1-1',
    '2024-05-02 00:00:00',
    '0000-01-01',
    '2024',
    '',
  ])('are not read from %j', (text) => {
    expect(() => readDay(text, 'endTime')).toThrow(
      /^endTime is ".*"; write a day of the years 0001 to 9999 that exists/,
    )
  })
})
