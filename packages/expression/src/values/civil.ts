/** A date of the proleptic Gregorian calendar; month and day count from 1. */
interface CivilDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

const DAYS_PER_ERA = 146_097

/**
 * The number of days from 1970-01-01 to a date. The month must be 1 to 12; the day may exceed the length of
 * the month.
 */
export function toEpochDays({ year, month, day }: CivilDate): number {
  // Years counted from March put the leap day last, so month lengths follow one formula.
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100)
  return era * DAYS_PER_ERA + yearOfEra * 365 + leapDays + dayOfYear - 719_468
}

/** The date a number of days after 1970-01-01. */
export function toCivilDate(days: number): CivilDate {
  const shifted = days + 719_468
  const era = Math.floor(shifted / DAYS_PER_ERA)
  const dayOfEra = shifted - era * DAYS_PER_ERA
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100)
  const dayOfYear = dayOfEra - (365 * yearOfEra + leapDays)
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = ((monthFromMarch + 2) % 12) + 1
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  }
}

/** The number of days in a month. */
export function daysInMonth(year: number, month: number): number {
  const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 }
  return toEpochDays({ ...next, day: 1 }) - toEpochDays({ year, month, day: 1 })
}

/** The text `2001-05-01` of a date, given as days since 1970-01-01. */
export function dateText(days: number): string {
  const { year, month, day } = toCivilDate(days)
  const digits = String(Math.abs(year)).padStart(4, '0')
  return `${year < 0 ? '-' : ''}${digits}-${twoDigits(month)}-${twoDigits(day)}`
}

/** A number from 0 to 99 with two digits. */
export function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** The quotient of two integers, rounded down. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend % divisor < 0n ? quotient - 1n : quotient
}
