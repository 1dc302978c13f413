/** A day of the years 0001 to 9999 that exists; `[0-9]`, since `\d` has more digits in some languages. */
const LONG_MONTHS = '(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])'
const SHORT_MONTHS = '(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)'
const FEBRUARY = '02-(?:0[1-9]|1[0-9]|2[0-8])'
const OF_FOUR = '(?:0[48]|[2468][048]|[13579][26])'
const LEAP_YEAR = `(?:[0-9]{2}${OF_FOUR}|${OF_FOUR}00)`
const DAY = `(?:(?!0000)[0-9]{4}-(?:${LONG_MONTHS}|${SHORT_MONTHS}|${FEBRUARY})|${LEAP_YEAR}-02-29)`
const MINUTE = '(?:[01][0-9]|2[0-3]):[0-5][0-9]'
const SECOND = `${MINUTE}:[0-5][0-9]`
const ZONE = `(?:Z|[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9])`

/** The form of a text in a request: a regular expression, and what it means. */
export interface TextForm {
  readonly pattern: string
  /** Completes "must be …". */
  readonly meaning: string
}

/** The forms of texts that requests are checked against. */
export const FORMS = {
  /** `createBackfill`. */
  day: {
    pattern: `^${DAY}$`,
    meaning: 'a day of the years 0001 to 9999 that exists as YYYY-MM-DD, such as 2024-05-31',
  },
  /** `triggerSourceTable` and `triggerSourceTableRange`. */
  localMoment: {
    pattern: `^(?!0)${DAY} ${SECOND}$`,
    meaning:
      'a time of the years 1000 to 9999 that exists as yyyy-MM-dd HH:mm:ss, such as 2024-05-31 06:00:00',
  },
  /** Moments of the lineage. */
  moment: {
    pattern: `^${DAY}(?:[T ]${MINUTE}(?::[0-5][0-9](?:\\.[0-9]{1,6})?)?${ZONE}?)?$`,
    meaning: 'a moment in ISO 8601, such as 2026-01-31 or 2026-01-31T12:00:00Z',
  },
  /** A name in a list that is separated by commas. */
  listed: { pattern: '[^\\s,]', meaning: 'a name that is not blank' },
  /** A text that every store can hold. */
  stored: { pattern: '^[^\\u0000]*$', meaning: 'a text without the character U+0000' },
  direction: {
    pattern: '^(?:[Aa][Ss][Cc]|[Dd][Ee][Ss][Cc])$',
    meaning: 'ASC or DESC, whatever the case',
  },
  viewName: { pattern: '^[A-Za-z0-9_]+$', meaning: 'letters A to Z, digits and underscores' },
} as const satisfies Readonly<Record<string, TextForm>>
