import { FORMS } from '@tributary/contract/internal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const matches = (form: keyof typeof FORMS, text: string): boolean =>
  new RegExp(FORMS[form].pattern, 'u').test(text)

const two = (number: number): string => String(number).padStart(2, '0')

/** A day as a calendar knows it: the parts come back as they were. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const parts = fc.tuple(
  fc.oneof(fc.nat({ max: 9_999 }), fc.constantFrom(0, 1, 4, 100, 400, 1900, 2000, 2023, 2024)),
  fc.oneof(fc.constant(2), fc.nat({ max: 13 })),
  fc.oneof(fc.integer({ min: 27, max: 32 }), fc.nat({ max: 32 })),
)

describe('the forms of times', () => {
  test('have exactly the days of the calendar', () => {
    fc.assert(
      fc.property(parts, ([year, month, day]) => {
        const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
        const exists = isDay(year, month, day)
        expect(matches('day', text), text).toBe(exists)
        expect(matches('moment', text), text).toBe(exists)
        expect(matches('localMoment', `${text} 23:59:59`), text).toBe(exists && year >= 1_000)
      }),
      { numRuns: 2_000 },
    )
  })

  test('have exactly the times of a day', () => {
    const time = fc.tuple(fc.nat({ max: 26 }), fc.nat({ max: 62 }), fc.nat({ max: 62 }))
    fc.assert(
      fc.property(time, ([hour, minute, second]) => {
        const exists = hour < 24 && minute < 60 && second < 60
        const text = `${two(hour)}:${two(minute)}:${two(second)}`
        expect(matches('localMoment', `2024-05-31 ${text}`), text).toBe(exists)
        expect(matches('moment', `2024-05-31T${text}Z`), text).toBe(exists)
      }),
    )
  })

  test.each([
    ['2026-01-31T12:00', true],
    ['2026-01-31 12:00:00.123456+0530', true],
    ['2026-01-31T12:00:00-05:30', true],
    ['2026-01-31T', false],
    ['2026-01-31T12', false],
    ['2026-01-31T12:00:00.1234567', false],
    ['2026-01-31T12:00:00+24:00', false],
    ['2026-01-31Z', false],
    [' 2026-01-31', false],
    ['2026-1-31', false],
    ['٢٠٢٦-01-31', false],
  ])('%s as a moment: %s', (text, expected) => {
    expect(matches('moment', text)).toBe(expected)
    if (expected)
      expect(Number.isNaN(new Date(text.length > 10 ? text : `${text}Z`).getTime())).toBe(false)
  })
})

test('a text that can be stored has no U+0000, and may have everything else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(matches('stored', text)).toBe(!text.includes('\0'))
    }),
  )
  expect(matches('stored', 'a\0b')).toBe(false)
  expect(matches('stored', 'a\nb\n')).toBe(true)
})
