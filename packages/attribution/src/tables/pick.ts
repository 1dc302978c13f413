/** The values at the places given, in their order. */
export function pick<T>(values: readonly T[], rows: readonly number[]): readonly T[] {
  const picked = new Array<T>(rows.length)
  for (let index = 0; index < rows.length; index++) picked[index] = values[rows[index]!]!
  return picked
}
