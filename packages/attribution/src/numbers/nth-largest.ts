/**
 * The `count`-th largest of numbers that are neither negative nor NaN, one of them at least: by the upper bits of the doubles,
 * twelve at a time, which order like the numbers; then by sorting those few that have them in common.
 */
export function nthLargest(numbers: Float64Array, count: number): number {
  let candidates = numbers
  let left = count
  for (const shift of [20, 8]) {
    const digits = upperDigits(candidates, shift)
    const counts = new Uint32Array(2 ** DIGIT_BITS)
    for (let index = 0; index < digits.length; index++) counts[digits[index]!]!++
    let digit = counts.length - 1
    for (; counts[digit]! < left; digit--) left -= counts[digit]!
    if (counts[digit] === candidates.length) continue
    const next = new Float64Array(counts[digit]!)
    // Each is written, and the next in its place if it does not stay: no branch to be guessed wrong.
    for (let index = 0, place = 0; place < next.length; index++) {
      next[place] = candidates[index]!
      place += Number(digits[index] === digit)
    }
    candidates = next
  }
  if (candidates.every((one) => one === candidates[0])) return candidates[0]!
  return candidates.toSorted()[candidates.length - left]!
}

const DIGIT_BITS = 12

/** Bits of the upper words of doubles, from one on. */
function upperDigits(numbers: Float64Array, shift: number): Uint16Array {
  const words = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length * 2)
  const digits = new Uint16Array(numbers.length)
  for (let index = 0; index < digits.length; index++) {
    digits[index] = (words[index * 2 + 1]! >>> shift) & (2 ** DIGIT_BITS - 1)
  }
  return digits
}
