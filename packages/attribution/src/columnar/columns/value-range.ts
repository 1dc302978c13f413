import type { ValueRange } from './column.ts'

/** What some doubles span, in one pass. NaN counts as NULL. */
export function valueRange(values: Float64Array): ValueRange {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  let sum = 0
  let present = 0
  let whole = 0
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!
    if (Number.isNaN(value)) continue
    present++
    if (value < min) min = value
    if (value > max) max = value
    sum += Math.abs(value)
    if (Math.trunc(value) === value) whole++
  }
  // What rounding may have taken from the sum: never more than one part in 2^53 a row.
  const absoluteSum = sum * (1 + present * 2 ** -52)
  return { nulls: values.length - present, min, max, absoluteSum, whole: whole === present }
}
