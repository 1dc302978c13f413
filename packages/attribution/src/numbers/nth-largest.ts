/**
 * The `count`-th largest of numbers that are neither negative nor NaN, one of them at least: by the upper bits of the doubles,
 * twelve at a time, which order like the numbers; then by sorting those few that have them in common.
 */
export function nthLargest(numbers: Float64Array, count: number): number {
  let candidates = numbers
  let left = count
  for (const shift of [20, 8]) {
    const { buffer, byteOffset, length } = candidates
    const words = new Uint32Array(buffer, byteOffset, length * 2)
    const counts = new Uint32Array(DIGITS)
    for (let upper = 1; upper < words.length; upper += 2) {
      counts[(words[upper]! >>> shift) & (DIGITS - 1)]!++
    }
    let digit = counts.length - 1
    for (; counts[digit]! < left; digit--) left -= counts[digit]!
    if (counts[digit] === candidates.length) continue
    const next = new Float64Array(counts[digit]!)
    // Each is written, and the next in its place if it does not stay: no branch to be guessed wrong.
    for (let index = 0, place = 0; place < next.length; index++) {
      next[place] = candidates[index]!
      place += Number(((words[index * 2 + 1]! >>> shift) & (DIGITS - 1)) === digit)
    }
    candidates = next
  }
  if (candidates.every((one) => one === candidates[0])) return candidates[0]!
  return candidates.toSorted()[candidates.length - left]!
}

/** How many different digits of twelve bits there are. */
const DIGITS = 4096
