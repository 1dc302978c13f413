import type { Codes, Numbers } from './add-sums.ts'

/** Lowers the least number of every group to those of a block's rows; NaN changes nothing. */
export function keepLeast(
  { codes, at }: Codes,
  count: number,
  { values, at: from }: Numbers,
  least: Float64Array,
): void {
  for (let row = 0; row < count; row++) {
    const group = codes[at + row]!
    const value = values[from + row]!
    if (value < least[group]!) least[group] = value
  }
}

/** Raises the greatest number of every group to those of a block's rows; NaN changes nothing. */
export function keepGreatest(
  { codes, at }: Codes,
  count: number,
  { values, at: from }: Numbers,
  greatest: Float64Array,
): void {
  for (let row = 0; row < count; row++) {
    const group = codes[at + row]!
    const value = values[from + row]!
    if (value > greatest[group]!) greatest[group] = value
  }
}
