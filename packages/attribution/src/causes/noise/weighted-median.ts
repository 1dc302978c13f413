/** Numbers with weights, for a median. */
export interface WeightedNumbers {
  readonly numbers: Float64Array
  readonly weights: Float64Array
  /** How many of the entries there are. */
  count: number
}

/** Room for so many numbers. */
export function weightedNumbers(most: number): WeightedNumbers {
  return { numbers: new Float64Array(most), weights: new Float64Array(most), count: 0 }
}

/** Adds a number. NaN, such as the quotient of two sums beyond the doubles, is left out: it has no place in an order. */
export function addWeightedNumber(all: WeightedNumbers, number: number, weight: number): void {
  if (Number.isNaN(number) || Number.isNaN(weight)) return
  all.numbers[all.count] = number
  all.weights[all.count++] = weight
}

/**
 * The least number that, with all that are less, has half of the weight; `without` of none. Weights are positive. Reorders the
 * numbers: selects by parting them in three, in linear time on average (C. A. R. Hoare, _Communications of the ACM_ 4,
 * 1961).
 */
export function weightedMedian(
  { numbers, weights, count }: WeightedNumbers,
  without: number,
): number {
  let [from, to, before] = [0, count - 1, 0]
  let half = 0
  for (let at = 0; at < count; at++) half += weights[at]! / 2
  while (from < to) {
    const pivot = middle(numbers[from]!, numbers[(from + to) >> 1]!, numbers[to]!)
    let [less, at, greater, below, same] = [from, from, to, 0, 0]
    while (at <= greater) {
      const number = numbers[at]!
      const weight = weights[at]!
      if (number === pivot) {
        same += weight
        at++
        continue
      }
      const targetIndex = number < pivot ? less : greater
      if (number < pivot) {
        below += weight
        less++
      } else greater--
      numbers[at] = numbers[targetIndex]!
      weights[at] = weights[targetIndex]!
      numbers[targetIndex] = number
      weights[targetIndex] = weight
      if (number < pivot) at++
    }
    if (before + below >= half) to = less - 1
    else if (before + below + same >= half) return pivot
    else {
      before += below + same
      from = greater + 1
    }
  }
  return count === 0 ? without : numbers[Math.min(from, count - 1)]!
}

function middle(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
