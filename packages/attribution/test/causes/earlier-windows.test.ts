import { type CausesInput, locateCauses } from '@tributary/attribution'
import { expect, test } from 'vitest'
import { grid, namesOf, numbersFrom } from './made-leaves.ts'

/** Counts of a window around the sizes of the leaves, with `spread` times the deviation of chance. */
function counts(sizes: Float64Array, next: () => number, spread: number): Float64Array {
  // Four uniform numbers have the variance of a third.
  const normal = () => (next() + next() + next() + next() - 2) * Math.sqrt(3)
  return sizes.map((size) => Math.max(0, Math.round(size + spread * Math.sqrt(size) * normal())))
}

test.each([1, 3, 4, 6])(
  'an earlier window in which everything deviated more does not hide a cause in a quiet one (%i)',
  (seed) => {
    const next = numbersFrom(seed)
    const dimensions = grid([12, 10, 12])
    const sizes = Float64Array.from(dimensions[0]!.codes, () => 4 + 40 * next())
    const windows = Array.from({ length: 10 }, (_, at) => counts(sizes, next, at === 3 ? 4 : 1))
    const [quiet, compare, ...history] = windows as [Float64Array, Float64Array]
    const [first, second] = [dimensions[1]!.codes, dimensions[2]!.codes]
    const current = quiet.map((one, leaf) =>
      first[leaf] === seed && second[leaf] === seed ? Math.round(0.2 * one) : one,
    )
    const report = locateCauses({ dimensions, current, compare, history })
    expect(namesOf(report)).toEqual([`v1${seed} v2${seed}`])
  },
)

/** Routes between towns, with the band of their distance: it follows from both ends, and from neither of them alone. */
function routes(towns: number): CausesInput['dimensions'] {
  const [from, to] = grid([towns, towns])
  const band = from!.codes.map((code, leaf) => (code + 2 * to!.codes[leaf]!) % 3)
  return [from!, to!, { name: 'band', values: ['near', 'middle', 'far'], codes: band }]
}

test.each([1, 5, 8])(
  'a segment is named once where a condition follows from two others in its parts (%i)',
  (seed) => {
    const next = numbersFrom(seed)
    const dimensions = routes(16)
    const sizes = Float64Array.from(dimensions[0]!.codes, () => 30 + 60 * next())
    const [to, band] = [dimensions[1]!.codes, dimensions[2]!.codes]
    const windows = Array.from({ length: 10 }, () => {
      // What the routes of a segment have in common varies too, so that a part of it is more unusual than the whole.
      const common = Float64Array.from({ length: 48 }, () => 0.85 + 0.3 * next())
      const moved = sizes.map((size, leaf) => size * common[3 * to[leaf]! + band[leaf]!]!)
      return counts(moved, next, 0.3)
    })
    const [plain, compare, ...history] = windows as [Float64Array, Float64Array]
    const current = plain.map((one, leaf) => (to[leaf] === seed && band[leaf] === 2 ? 2 : 1) * one)
    const report = locateCauses({ dimensions, current, compare, history })
    expect(namesOf(report)).toEqual([`far v1${seed}`])
  },
)
