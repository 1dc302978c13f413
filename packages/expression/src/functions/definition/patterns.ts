// For the regular expressions of every engine: no lookaround, no classes by letter.

/** The years that a time may have, 0001 to 9999. */
export const YEAR = '([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])'

/** The hours of a day: some engines read 24:00:00 as the next midnight, the language does not. */
export const HOUR = '([01][0-9]|2[0-3])'

/** The minutes of an hour, or the seconds of a minute. */
export const SIXTY = '[0-5][0-9]'

const LEAP_CENTURY = '(0[48]|[2468][048]|[13579][26])00'
const LEAP_YEAR = `([0-9]{2}(0[48]|[2468][048]|[13579][26])|${LEAP_CENTURY})`

/** The dates that exist, as `yyyy-MM-dd`; an engine that fails at others can be kept from them. */
export const REAL_DATE: string = [
  `${YEAR}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])`,
  `${YEAR}-(0[13-9]|1[0-2])-(29|30)`,
  `${YEAR}-(0[13578]|1[02])-31`,
  `${LEAP_YEAR}-02-29`,
].join('|')

/** A whole number as a text, spaces around it allowed. */
export const WHOLE_NUMBER = ' *[+-]?[0-9]+ *'

/** A number as a text: no more than three digits of exponent, so that none is out of proportion. */
export const ANY_NUMBER = ' *[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,3})? *'

/** A time of day behind a date, which may be missing. */
export const TIME_OF_DAY: string = `([ T]${HOUR}:${SIXTY}:${SIXTY}(\\.[0-9]{1,6})?)?`
