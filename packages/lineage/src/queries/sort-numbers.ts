import type { SlicedWork } from '@tributary/core/internal'

/** Numbers that are sorted at once, and merged between two yields: less than a millisecond of work. */
const RUN = 8192

/** Sorts numbers; the given array may be the result, and its content is undefined otherwise. */
export function* sortNumbers(numbers: Float64Array): SlicedWork<Float64Array> {
  const { length } = numbers
  for (let start = 0; start < length; start += RUN) {
    numbers.subarray(start, start + RUN).sort()
    if (length > RUN) yield
  }
  let from = numbers
  let to = length > RUN ? new Float64Array(length) : numbers
  for (let width = RUN; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      const middle = Math.min(start + width, length)
      const end = Math.min(start + 2 * width, length)
      let leftIndex = start
      let right = middle
      for (let at = start; at < end; ) {
        const stop = Math.min(at + RUN, end)
        for (; at < stop; at++) {
          const takesLeft = right >= end || (leftIndex < middle && from[leftIndex]! <= from[right]!)
          to[at] = takesLeft ? from[leftIndex++]! : from[right++]!
        }
        yield
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}
