/**
 * The first place from 0 to `count` at which `isBefore` is false, by binary search; it must be true for all places
 * before it and false for all from it on. `count` when it is true everywhere.
 */
export function firstPlace(count: number, isBefore: (place: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
