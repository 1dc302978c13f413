import { setImmediate } from 'node:timers/promises'

const RUN = 2048
const SLICE = 8192

/** Sorts into a new list without blocking the event loop for more than a few milliseconds. The sort is stable. */
export async function sortInSlices<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<readonly T[]> {
  let from: T[] = []
  for (let start = 0; start < items.length; start += RUN) {
    for (const item of items.slice(start, start + RUN).sort(compare)) from.push(item)
    await setImmediate()
  }
  for (let width = RUN; width < from.length; width *= 2) {
    const to: T[] = []
    for (let start = 0; start < from.length; start += 2 * width) {
      await merge(from, to, { start, width, compare })
    }
    from = to
  }
  return from
}

/** Merges two neighbouring runs of `from` to the end of `to`. */
async function merge<T>(
  from: readonly T[],
  to: T[],
  {
    start,
    width,
    compare,
  }: {
    readonly start: number
    readonly width: number
    readonly compare: (a: T, b: T) => number
  },
): Promise<void> {
  const middle = Math.min(start + width, from.length)
  const end = Math.min(start + 2 * width, from.length)
  let left = start
  let right = middle
  while (left < middle || right < end) {
    const takeLeft = right >= end || (left < middle && compare(from[left]!, from[right]!) <= 0)
    to.push(takeLeft ? from[left++]! : from[right++]!)
    if (to.length % SLICE === 0) await setImmediate()
  }
}
