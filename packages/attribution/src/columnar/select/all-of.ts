import { EVERY_ROW, NO_ROW, type Predicate } from './predicate.ts'

/** Rows that go through all parts before the next: few steps, and the selection of the first part stays in the first cache. */
const BATCH = 2 ** 13

/** Rows looked at to find out how many a part keeps. */
const SAMPLE = 512

/** TRUE where all parts are: the part that takes away the most rows for its cost first, batch by batch. */
export function allOf(parts: readonly Predicate[], rowCount: number): Predicate {
  const open = parts.filter(({ constant }) => constant !== true)
  if (open.some(({ constant }) => constant === false)) return NO_ROW
  const [first, ...rest] = inCheapOrder(open, rowCount)
  if (first === undefined) return EVERY_ROW
  if (rest.length === 0) return first
  return {
    constant: null,
    cost: first.cost + rest.reduce((sum, { cost }) => sum + cost / 2, 0),
    select({ from, to, at }, out) {
      let next = at
      for (let begin = from; begin < to; begin += BATCH) {
        const end = Math.min(to, begin + BATCH)
        let count = first.select({ from: begin, to: end, at: next }, out)
        for (const part of rest) count = part.refine(out, { at: next, count })
        next += count
      }
      return next - at
    },
    refine(rows, { at, count }) {
      let left = first.refine(rows, { at, count })
      for (const part of rest) left = part.refine(rows, { at, count: left })
      return left
    },
  }
}

function inCheapOrder(parts: readonly Predicate[], rowCount: number): readonly Predicate[] {
  if (parts.length < 2 || rowCount === 0) return parts
  const count = Math.min(SAMPLE, rowCount)
  const sample = new Uint32Array(count)
  for (let index = 0; index < count; index++) sample[index] = (index * rowCount) / count
  const rows = new Uint32Array(count + 1)
  return parts
    .map((part) => {
      rows.set(sample)
      const taken = count - part.refine(rows, { at: 0, count })
      return { part, price: part.cost / taken }
    })
    .sort((a, b) => a.price - b.price || 0)
    .map(({ part }) => part)
}
