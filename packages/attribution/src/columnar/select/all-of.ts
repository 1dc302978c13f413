import { BATCH, EVERY_ROW, NO_ROW, type Predicate } from './predicate.ts'

/** Rows looked at to find out which part keeps the fewest. */
const SAMPLE = 1024

/** TRUE where all parts are: the part that keeps the fewest rows first, batch by batch. */
export function allOf(parts: readonly Predicate[], rowCount: number): Predicate {
  const open = parts.filter(({ constant }) => constant !== true)
  if (open.some(({ constant }) => constant === false)) return NO_ROW
  const [first, ...rest] = bySelectivity(open, rowCount)
  if (first === undefined) return EVERY_ROW
  if (rest.length === 0) return first
  return {
    constant: null,
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

function bySelectivity(parts: readonly Predicate[], rowCount: number): readonly Predicate[] {
  if (parts.length < 2 || rowCount === 0) return parts
  const count = Math.min(SAMPLE, rowCount)
  const kept = parts.map((part) => {
    const rows = Uint32Array.from({ length: count + 1 }, (_, index) =>
      Math.floor((Math.min(index, count - 1) * rowCount) / count),
    )
    return part.refine(rows, { at: 0, count })
  })
  return parts
    .map((part, index) => ({ part, kept: kept[index]! }))
    .sort((a, b) => a.kept - b.kept)
    .map(({ part }) => part)
}
