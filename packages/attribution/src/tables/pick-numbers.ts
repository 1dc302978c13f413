/** The numbers at the places given, in their order. */
export function pickNumbers(values: Float64Array, rows: Uint32Array): Float64Array {
  const picked = new Float64Array(rows.length)
  for (let index = 0; index < rows.length; index++) picked[index] = values[rows[index]!]!
  return picked
}

/** The same of row numbers. */
export function pickRows(values: Uint32Array, rows: Uint32Array): Uint32Array {
  const picked = new Uint32Array(rows.length)
  for (let index = 0; index < rows.length; index++) picked[index] = values[rows[index]!]!
  return picked
}
