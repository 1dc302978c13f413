import { inSpans } from '@tributary/core/internal'
import { type Cells, getCellSize, OCTAVES, toSizeOctave } from './cells.ts'
import { emptyTail, fitTail, type Tail, tailBin, tailNats } from './tails.ts'

/** The variance of a cell as it looked so many windows before the current one. */
export type VarianceBefore = (cuboid: number, cell: number, before: number) => number

/** The tails of the deviations of each size. */
export interface UsualTails {
  readonly tails: readonly Tail[]
  /** The nats of a squared standardised deviation of the current window, for cells of an octave of sizes. */
  nats(square: number, octave: number): number
}

/** Bins for each doubling of a squared deviation. */
const PER_OCTAVE = 8
const LOWEST = -12
const BINS = 48 * PER_OCTAVE
/** The counts of an octave without cells: most octaves have none. */
const NONE = new Float64Array(BINS)
const NO_TAIL = emptyTail()

/**
 * The tails of the deviations of each size, of its cells and those of half and of double the size. An earlier window
 * counts as it looked then: with the sizes and the errors of the windows before it, as the current one is looked at.
 * In a week of storms all segments deviate more, and in a quiet week less, so deviations are taken in the scale of their
 * window.
 */
export function* learnTails(
  cells: readonly Cells[],
  variance: VarianceBefore,
): Generator<void, UsualTails> {
  const windows = yield* countSquares(cells, variance)
  const scales = estimateWindowScales(windows)
  const counts = new Array<Float64Array>(OCTAVES).fill(NO_TAIL)
  for (const [before, octaves] of windows.entries()) {
    // The current window has causes, so it counts only where it is alone.
    if (before === 0 && windows.length > 1) continue
    for (const [octave, bins] of octaves.entries()) {
      if (bins === NONE) continue
      if (counts[octave] === NO_TAIL) counts[octave] = emptyTail()
      const counted = counts[octave]!
      const scale = scales[before]![octave]!
      for (let bin = 0; bin < BINS; bin++) {
        if (bins[bin]! > 0) counted[tailBin(toBinMiddle(bin) / scale)]! += bins[bin]!
      }
    }
    yield
  }
  const usual = fitTail(NO_TAIL)
  const tails = around(counts, 0.5, NO_TAIL).map((bins) =>
    bins === NO_TAIL ? usual : fitTail(bins),
  )
  return { tails, nats: (square, octave) => tailNats(square / scales[0]![octave]!, tails[octave]!) }
}

/** Counts of squared standardised deviations: by window, the current one first, octave of sizes, and bin. */
type Squares = readonly (readonly Float64Array[])[]

function* countSquares(
  cells: readonly Cells[],
  variance: VarianceBefore,
): Generator<void, Squares> {
  const windows = 1 + (cells[0]?.pastSizes.length ?? 0)
  const counts = Array.from({ length: windows }, () => new Array<Float64Array>(OCTAVES).fill(NONE))
  for (const [cuboid, cuboidCells] of cells.entries()) {
    for (const [before, counted] of counts.entries()) {
      const cellResiduals =
        before === 0 ? cuboidCells.differences : cuboidCells.usualPast[before - 1]!
      yield* inSpans(cellResiduals.length, (from, to) => {
        for (let cell = from; cell < to; cell++) {
          const size = getCellSize(cuboidCells, cell, before)
          if (!(size > 0)) continue
          const square =
            (cellResiduals[cell]! * cellResiduals[cell]!) / variance(cuboid, cell, before)
          const bin = Math.floor((Math.log2(square) - LOWEST) * PER_OCTAVE)
          const octave = toSizeOctave(size)
          if (counted[octave] === NONE) counted[octave] = new Float64Array(BINS)
          counted[octave]![Math.max(0, Math.min(BINS - 1, bin))]! += 1
        }
      })
    }
  }
  return counts
}

function toBinMiddle(bin: number): number {
  return 2 ** ((bin + 0.5) / PER_OCTAVE + LOWEST)
}

/** The part of the deviations by whose size windows are compared: beyond it are causes, and below it little happens. */
const COMPARED = 0.8
/** Deviations that those of all sizes count for, beside those of a size. */
const ALL_SIZES = 20
/** Squared deviations of a window are at most so many times as large as usual, and at least one part of so many. */
const MOST_SCALE = 16

/** For each window and octave of sizes, how many times as large as in all windows its squared deviations are. */
function estimateWindowScales(windows: Squares): readonly (readonly number[])[] {
  const quantiles = windows.map((octaves) => around(octaves, 1, NONE).map(findQuantile))
  const usual = quantiles[0]!.map((_, octave) => {
    return (
      quantiles.reduce((sum, windowQuantiles) => sum + windowQuantiles[octave]!, 0) / windows.length
    )
  })
  return windows.map((octaves, before) => {
    const ratios = quantiles[before]!.map((quantile, octave) => quantile / usual[octave]!)
    const counts = octaves.map((bins) => (bins === NONE ? 0 : sumCounts(bins)))
    const sum = counts.reduce((all, count, octave) => all + count * ratios[octave]!, 0)
    const overallScale = sum / Math.max(1, sumCounts(counts))
    return ratios.map((ratio, octave) => {
      const count = counts[octave]!
      const scale = (ALL_SIZES * overallScale + count * ratio) / (ALL_SIZES + count)
      return Math.max(1 / MOST_SCALE, Math.min(MOST_SCALE, scale))
    })
  })
}

/** The counts of each octave with a part of those of the octaves beside it. */
function around(
  octaves: readonly Float64Array[],
  part: number,
  none: Float64Array,
): readonly Float64Array[] {
  return octaves.map((bins, octave) => {
    const [below, above] = [octaves[octave - 1] ?? none, octaves[octave + 1] ?? none]
    if (bins === none && below === none && above === none) return none
    return bins.map((count, bin) => count + part * (below[bin]! + above[bin]!))
  })
}

function findQuantile(bins: Float64Array): number {
  if (bins === NONE) return 1
  let remainingCount = COMPARED * sumCounts(bins)
  let bin = 0
  while (bin < BINS - 1 && remainingCount >= bins[bin]!) remainingCount -= bins[bin++]!
  return toBinMiddle(bin)
}

function sumCounts(counts: ArrayLike<number>): number {
  let total = 0
  for (let i = 0; i < counts.length; i++) total += counts[i]!
  return total
}
