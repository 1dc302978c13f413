import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localTime, momentOfLocalTime } from '../../src/time/wall-clock.ts'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Sao_Paulo',
]
const moment = fc
  .integer({ min: Date.UTC(1990, 0, 1) / 1000, max: Date.UTC(2030, 0, 1) / 1000 })
  .map((seconds) => new Date(seconds * 1000))

const wall = (text: string): bigint => BigInt(Date.parse(`${text}Z`)) * 1000n

describe('the moment of a local time', () => {
  test('is the earliest moment that shows this local time', () => {
    fc.assert(
      fc.property(moment, fc.constantFrom(...ZONES), (at, zone) => {
        const shown = localTime(at, zone)
        const found = momentOfLocalTime(shown, zone)!
        expect(localTime(found, zone)).toBe(shown)
        expect(found.valueOf()).toBeLessThanOrEqual(at.valueOf())
      }),
      { numRuns: process.env.TRIBUTARY_LONG === undefined ? 100 : 2_000 },
    )
  })

  test('is null where clocks are put forward', () => {
    expect(momentOfLocalTime(wall('2024-03-31T02:30:00'), 'Europe/Berlin')).toBeNull()
    expect(momentOfLocalTime(wall('2011-12-30T12:00:00'), 'Pacific/Apia')).toBeNull()
  })

  test('is the first of two where clocks are put back', () => {
    const at = momentOfLocalTime(wall('2024-10-27T02:30:00'), 'Europe/Berlin')
    expect(at).toEqual(new Date('2024-10-27T00:30:00Z'))
  })

  test('is found right before and right after the change', () => {
    const berlin = (text: string) => momentOfLocalTime(wall(text), 'Europe/Berlin')?.toISOString()
    expect(berlin('2024-03-31T01:59:59')).toBe('2024-03-31T00:59:59.000Z')
    expect(berlin('2024-03-31T03:00:00')).toBe('2024-03-31T01:00:00.000Z')
  })
})
