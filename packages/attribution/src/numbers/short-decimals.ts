/** The difference of two decimals, and the second of them, as whole units at one scale. */
export interface ShortDifference {
  readonly difference: number
  readonly compare: number
  readonly scale: number
}

/** Fractional digits up to which numbers are read as whole units of doubles. */
const MAX_SCALE = 4

/** Units below this print with no more digits than doubles keep, and differ exactly. */
const MAX_UNITS = 1e15

/**
 * `current - compare` of two numbers as they print, exact, without making their texts; null for numbers
 * that are too long for that. Money and counts never are.
 */
export function shortDifference(current: number, compare: number): ShortDifference | null {
  for (let scale = 0, unit = 1; scale <= MAX_SCALE; scale++, unit *= 10) {
    const a = Math.round(current * unit)
    const b = Math.round(compare * unit)
    if (Math.abs(a) >= MAX_UNITS || Math.abs(b) >= MAX_UNITS) return null
    // The double nearest to so few digits prints as these digits.
    if (a / unit === current && b / unit === compare) {
      return { difference: a - b, compare: b, scale }
    }
  }
  return null
}

/** The plain text of whole units at a scale: trailing zeros trimmed, no `-0`. */
export function unitsText(units: number, scale: number): string {
  const magnitude = Math.abs(units)
  const sign = units < 0 ? '-' : ''
  if (scale === 0) return sign + magnitude
  const digits = String(magnitude).padStart(scale + 1, '0')
  const point = digits.length - scale
  let end = digits.length
  while (end > point && digits.charCodeAt(end - 1) === 48) end--
  const whole = digits.slice(0, point)
  return end === point ? sign + whole : `${sign}${whole}.${digits.slice(point, end)}`
}
