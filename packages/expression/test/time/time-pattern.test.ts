import { hasTimeOfDay, hasZone, parseTimePattern } from '@tributary/expression/internal'
import { describe, expect, test } from 'vitest'

describe('a time pattern', () => {
  test('has fields and texts', () => {
    expect(parseTimePattern("d MMM yyyy'T'HH:mm")).toEqual({
      pattern: {
        kind: 'fields',
        parts: [
          { field: 'd' },
          { text: ' ' },
          { field: 'MMM' },
          { text: ' ' },
          { field: 'yyyy' },
          { text: 'T' },
          { field: 'HH' },
          { text: ':' },
          { field: 'mm' },
        ],
      },
    })
    expect(parseTimePattern("yyyy'it''s'''")).toMatchObject({
      pattern: { parts: [{ field: 'yyyy' }, { text: "it's'" }] },
    })
  })

  test.each([
    ['', 'the year is missing (yyyy)'],
    ['dd.MM', 'the year is missing (yyyy)'],
    ['yyyy-dd', 'the month is missing (MM)'],
    ['yyyy-MM-dd yy', 'the year is there twice'],
    ['yyyy hh:mm', 'hh and a belong together'],
    ['yyyy HH hh a', 'the hour is there twice'],
    ['yyyy mm', 'the hour is missing (HH)'],
    ['yyyy HH ss', 'the minute is missing (mm)'],
    ['yyyy HH:mm SSS', 'the second is missing (ss)'],
    ['yyyy Q MM', 'a quarter has no month and no day beside it'],
    ['yyyy ww dd', 'a week has no quarter, month and day beside it'],
    ['yy ww', 'a week needs its year (yyyy)'],
    ["yyyy 'x", 'an apostrophe is not closed'],
  ])('%j is refused: %s', (pattern, problem) => {
    expect(parseTimePattern(pattern)).toEqual({ problem })
  })

  test('names the fields for a letter that is none', () => {
    expect(parseTimePattern('YYYY-MM-DD')).toMatchObject({
      problem: expect.stringContaining('"YYYY" is not a field; fields are yyyy'),
    })
  })

  test.each([
    ['yyyy', false, false],
    ['yyyy-MM-dd HH', true, false],
    ['dd.MM.yyyy hh a', true, false],
    ['yyyy-MM-dd HH:mm XXX', true, true],
    ['unix', true, true],
    ['unix-ms', true, true],
    ['excel', false, false],
    ["yyyy'Q'Q", false, false],
  ])('%s', (text, time, zone) => {
    const parsed = parseTimePattern(text)
    if (!('pattern' in parsed)) throw new Error(parsed.problem)
    expect([hasTimeOfDay(parsed.pattern), hasZone(parsed.pattern)]).toEqual([time, zone])
  })
})
