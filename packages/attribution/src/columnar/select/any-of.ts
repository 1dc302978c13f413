import { BATCH, EVERY_ROW, NO_ROW, type Predicate } from './predicate.ts'

/** TRUE where one of the parts is. */
export function anyOf(parts: readonly Predicate[]): Predicate {
  const open = parts.filter(({ constant }) => constant !== false)
  if (open.some(({ constant }) => constant === true)) return EVERY_ROW
  const [first] = open
  if (first === undefined) return NO_ROW
  if (open.length === 1) return first
  const found = new Uint32Array(BATCH + 1)
  const marks = new Uint8Array(BATCH)
  return {
    constant: null,
    cost: open.reduce((sum, { cost }) => sum + cost, 1),
    select({ from, to, at }, out) {
      let next = at
      for (let begin = from; begin < to; begin += BATCH) {
        const end = Math.min(to, begin + BATCH)
        marks.fill(0)
        for (const part of open) {
          const count = part.select({ from: begin, to: end, at: 0 }, found)
          for (let place = 0; place < count; place++) marks[found[place]! - begin] = 1
        }
        for (let row = begin; row < end; row++) {
          out[next] = row
          next = (next + marks[row - begin]!) | 0
        }
      }
      return next - at
    },
    refine(rows, { at, count }) {
      let next = at
      for (let begin = at; begin < at + count; begin += BATCH) {
        const length = Math.min(BATCH, at + count - begin)
        next += refineBatch(open, { rows, begin, length, next, found, marks })
      }
      return next - at
    },
  }
}

interface BatchOfRows {
  readonly rows: Uint32Array
  readonly begin: number
  readonly length: number
  /** Where the kept rows go. */
  readonly next: number
  readonly found: Uint32Array
  readonly marks: Uint8Array
}

function refineBatch(parts: readonly Predicate[], batch: BatchOfRows): number {
  const { rows, begin, length, next, marks } = batch
  marks.fill(0, 0, length)
  for (const part of parts) {
    if (part.mark === undefined) markRefined(part, batch)
    else part.mark(rows, { at: begin, count: length }, marks)
  }
  let kept = next
  for (let place = 0; place < length; place++) {
    rows[kept] = rows[begin + place]!
    kept = (kept + marks[place]!) | 0
  }
  return kept - next
}

/** Both lists ascend, so one walk along the batch marks what a part has found. */
function markRefined(part: Predicate, { rows, begin, length, found, marks }: BatchOfRows): void {
  found.set(rows.subarray(begin, begin + length))
  const count = part.refine(found, { at: 0, count: length })
  let place = 0
  for (let index = 0; index < count; index++) {
    while (rows[begin + place] !== found[index]) place++
    marks[place] = 1
  }
}
