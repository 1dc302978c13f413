/** Items that are sorted at once; a fraction of a millisecond for texts. */
const RUN = 1024

/** Items that are merged between two yields. */
const SLICE = 4096

/** Sorts into a new list; the sort is stable. Yields often enough for work in slices. */
export function* sortInSlices<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, T[]> {
  if (items.length <= RUN) return items.toSorted(compare)
  let from = new Array<T>(items.length)
  let to = new Array<T>(items.length)
  for (let start = 0; start < items.length; start += RUN) {
    let at = start
    for (const item of items.slice(start, start + RUN).sort(compare)) from[at++] = item
    yield
  }
  for (let width = RUN; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      yield* merge({ from, to, start, width }, compare)
    }
    ;[from, to] = [to, from]
  }
  return from
}

/** Merges two neighbouring runs of `from` into the same places of `to`. */
function* merge<T>(
  {
    from,
    to,
    start,
    width,
  }: {
    readonly from: readonly T[]
    readonly to: T[]
    readonly start: number
    readonly width: number
  },
  compare: (a: T, b: T) => number,
): Generator<void, void> {
  const middle = Math.min(start + width, from.length)
  const end = Math.min(start + 2 * width, from.length)
  let leftIndex = start
  let right = middle
  for (let at = start; at < end; at++) {
    const takeLeft =
      right >= end || (leftIndex < middle && compare(from[leftIndex]!, from[right]!) <= 0)
    to[at] = takeLeft ? from[leftIndex++]! : from[right++]!
    if (at % SLICE === 0) yield
  }
}
