import type { SlicedWork } from '@tributary/core/internal'

/** Rows that pivots are chosen from. As few rows are sorted. */
const SAMPLE = 256

/** Comparisons before others may work. */
const SLICE_STEPS = 2048

/**
 * Moves the `count` rows that come first to the front, in any order. It makes about one comparison a row for a small
 * count and two for half of the rows, however the rows are ordered before.
 */
export function* moveFirst(
  rows: Uint32Array,
  count: number,
  compare: (a: number, b: number) => number,
): SlicedWork<void> {
  let low = 0
  let high = rows.length
  while (high - low > SAMPLE) {
    const part = rows.subarray(low, high)
    const [left, right] = yield* split(part, pickPivot(part, count - low, compare), compare)
    if (count - low < left) high = low + left
    else if (count - low > right) low += right
    else return
  }
  rows.subarray(low, high).sort(compare)
}

/**
 * A row that probably has a little more than `count` rows before it, or a little less where more than half are asked for,
 * so that few rows are left to choose from. The sample is random: engines give groups in runs that ascend, of which a
 * pivot at a fixed place may be the first or the last one every time.
 */
function pickPivot(
  rows: Uint32Array,
  count: number,
  compare: (a: number, b: number) => number,
): number {
  const sample = new Uint32Array(SAMPLE)
  for (let at = 0; at < SAMPLE; at++) sample[at] = rows[Math.floor(Math.random() * rows.length)]!
  sample.sort(compare)
  const place = (count / rows.length) * SAMPLE
  const margin = Math.sqrt(Math.min(place, SAMPLE - place)) + 1
  return sample[Math.floor(place < SAMPLE / 2 ? place + margin : place - margin)]!
}

/** Moves the rows before the pivot to the front (Hoare's partition): rows from the first place on are not before it, rows below the second not after it. */
function* split(
  rows: Uint32Array,
  pivot: number,
  compare: (a: number, b: number) => number,
): SlicedWork<readonly [number, number]> {
  let left = 0
  let right = rows.length - 1
  let steps = 0
  for (;;) {
    while (left <= right && compare(rows[left]!, pivot) < 0) {
      left++
      if (++steps % SLICE_STEPS === 0) yield
    }
    while (left <= right && compare(rows[right]!, pivot) > 0) {
      right--
      if (++steps % SLICE_STEPS === 0) yield
    }
    if (left > right) break
    const moved = rows[left]!
    rows[left++] = rows[right]!
    rows[right--] = moved
    if (++steps % SLICE_STEPS === 0) yield
  }
  return [right + 1, left]
}
