/** The values at the places given, in their order. */
export function pick<T>(values: readonly T[], rows: readonly number[]): readonly T[] {
  return rows.map((row) => values[row]!)
}
