/** A running sum of doubles that loses next to nothing: Neumaier's variant of Kahan's compensation. */
export interface CompensatedSum {
  sum: number
  rest: number
}

/** Adds a double. */
export function addTo(total: CompensatedSum, value: number): void {
  const sum = total.sum + value
  const larger = Math.abs(total.sum) >= Math.abs(value)
  total.rest += larger ? total.sum - sum + value : value - sum + total.sum
  total.sum = sum
}

/** The sum so far; infinite when it overflowed or a value was infinite, NaN for opposite infinities. */
export function sumOf(total: CompensatedSum): number {
  return Number.isFinite(total.sum) ? total.sum + total.rest : total.sum
}

/** The sum of doubles; 0 of none. */
export function compensatedSum(values: ArrayLike<number>): number {
  const total: CompensatedSum = { sum: 0, rest: 0 }
  for (let index = 0; index < values.length; index++) addTo(total, values[index]!)
  return sumOf(total)
}
