/** A finite double in units of 2^-1074, of which each is a whole number. */
export function unitsOf(value: number): bigint {
  const bits = new BigUint64Array(Float64Array.of(value).buffer)[0]!
  const exponent = (bits >> 52n) & 0x7ffn
  const fraction = bits & 0xfffffffffffffn
  const size = exponent === 0n ? fraction : (fraction | 0x10000000000000n) << (exponent - 1n)
  return bits >> 63n === 1n ? -size : size
}

/** The nearest double to a number of such units, a tie to the even neighbour; infinite beyond the largest. */
export function doubleOf(units: bigint): number {
  const negative = units < 0n
  const size = negative ? -units : units
  const drop = BigInt(Math.max(0, size.toString(2).length - 53))
  const half = drop === 0n ? 0n : 1n << (drop - 1n)
  let kept = size >> drop
  const rest = size - (kept << drop)
  if (drop > 0n && (rest > half || (rest === half && (kept & 1n) === 1n))) kept += 1n
  const exponent = Number(drop) - 1074
  const first = Math.trunc(exponent / 2)
  const value = Number(kept) * 2 ** first * 2 ** (exponent - first)
  return negative && value !== 0 ? -value : value
}

/** The sum of doubles, rounded once; null for none. NaN and infinities are no numbers. */
export function roundedSum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null && Number.isFinite(value))
  return known.length === 0 ? null : doubleOf(known.reduce((sum, one) => sum + unitsOf(one!), 0n))
}
