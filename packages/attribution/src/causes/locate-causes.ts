import { inSpans, runToEnd } from '@tributary/core/internal'
import { columnTypeError, unequalColumnsError } from '../request/errors.ts'
import { layLattice } from './leaves/lattice.ts'
import { type Leaves, prepareLeaves } from './leaves/leaves.ts'
import { COST } from './leaves/search-cost.ts'
import { searchDepth } from './leaves/search-depth.ts'
import type { CausesInput, CausesOptions, CausesReport, Noise } from './leaves/types.ts'
import { chooseNoise } from './noise/choose-noise.ts'
import { additiveResiduals, type Residuals, ratioResiduals } from './noise/residuals.ts'
import { commonRatio, toDeviationSteps } from './noise/usual-likelihood.ts'
import { reportCauses } from './report.ts'
import type { SearchResult } from './search/finding.ts'
import { searchRates } from './search/search-rates.ts'
import { searchRelative } from './search/search-relative.ts'
import { searchVolume } from './search/search-volume.ts'

/** Causes when nothing else is said. */
const MOST_CAUSES = 10
/** Leaves that tell whether the whole moved, and by which ratio. */
const RATIOS = { few: 1 << 12, many: 1 << 18 } as const
/** Found before parts become one: what overlaps is found in parts. */
const SEARCHED = 40

/**
 * Finds the segments (combinations of values) that changed differently from the rest, by the length of the description
 * of the data with and without them. Segments of every combination of dimensions compete with one another, with
 * everything but a value, and with the case that all moved alike. Computes synchronously; memory is in proportion to
 * the leaves times the combinations of dimensions. Throws {@link AttributionError} for arrays that do not fit together.
 *
 * @example
 * ```ts
 * import { locateCauses } from '@tributary/attribution'
 * const shops = Array.from({ length: 40 }, (_, i) => `S${i}`)
 * const codes = Uint32Array.from({ length: 40 }, (_, i) => i)
 * const compare = Float64Array.from({ length: 40 }, (_, i) => 100 + 10 * i)
 * const current = compare.map((value, i) => (i === 7 ? 20 : value + (i % 5) - 2))
 * const { causes } = locateCauses({ dimensions: [{ name: 'shop', values: shops, codes }], current, compare })
 * causes.map(({ conditions }) => conditions) // => [[{ dimension: 'shop', value: 'S7' }]]
 * causes[0]?.change // => -150
 * ```
 */
export function locateCauses(input: CausesInput, options: CausesOptions = {}): CausesReport {
  options.signal?.throwIfAborted()
  return runToEnd(locateCausesInSlices(input, options))
}

/** The search of {@link locateCauses} as work that yields. */
export function* locateCausesInSlices(
  input: CausesInput,
  options: CausesOptions = {},
): Generator<void, CausesReport> {
  yield* assertFits(input)
  const { maxCauses = MOST_CAUSES, maxDepth, signal } = options
  const leaves = yield* prepareLeaves(input)
  const { depth, isDepthCut } = searchDepth(leaves, maxDepth)
  const lattice = yield* layLattice(leaves, depth)
  signal?.throwIfAborted()
  const requestedNoise = options.noise ?? 'auto'
  const noise = requestedNoise === 'auto' ? yield* chooseNoise(leaves) : requestedNoise
  const most = Math.max(SEARCHED, 3 * maxCauses)
  const searchResult = yield* search({ lattice, noise, most })
  return yield* reportCauses({
    input,
    lattice,
    noise,
    maxCauses,
    depth,
    isDepthCut,
    ...searchResult,
  })
}

interface Search {
  readonly lattice: Parameters<typeof searchRelative>[0]
  readonly noise: Noise
  readonly most: number
}

function* search(request: Search): Generator<void, SearchResult> {
  if (request.noise === 'relative') return yield* relative(request)
  const searchResult = yield* searchByVariance(request)
  const { leaves } = request.lattice
  if (searchResult.findings.length > 0 || leaves.history.length === 0) return searchResult
  // Nothing is more than the past makes expect; what differs from the rest between these two windows is possible.
  const pair = { ...leaves, history: [], historyDenominators: [] }
  const pairResult = yield* searchByVariance({
    ...request,
    lattice: { ...request.lattice, leaves: pair },
  })
  return {
    ...pairResult,
    findings: pairResult.findings
      .filter(({ gain }) => gain > COST)
      .map((finding) => ({ ...finding, sure: -COST })),
  }
}

/** The search with the spread that the leaves show. */
function* searchByVariance({ lattice, noise, most }: Search): Generator<void, SearchResult> {
  const { leaves } = lattice
  const isRatio = noise === 'ratio' && leaves.currentDenominator !== null
  if (isRatio && !(yield* hasNegative(leaves))) return yield* searchRates(lattice, most)
  const residuals: Residuals = yield* isRatio ? ratioResiduals(lattice) : additiveResiduals(leaves)
  const { expected } = residuals
  const searchResult = yield* searchVolume(lattice, residuals, {
    most: Math.min(most, SEARCHED / 2),
    isRatio,
  })
  return { ...searchResult, expected }
}

/** Whether a numerator or a denominator is negative, as delays and returns are. */
function* hasNegative(leaves: Leaves): Generator<void, boolean> {
  const columns = [
    leaves.current,
    leaves.compare,
    leaves.currentDenominator!,
    leaves.compareDenominator!,
    ...leaves.history,
    ...leaves.historyDenominators,
  ]
  for (const column of columns) {
    if (column.some((value) => value < 0)) return true
    yield
  }
  return false
}

function* relative({ lattice, most }: Search): Generator<void, SearchResult> {
  const { leaves } = lattice
  const { current, compare, count } = leaves
  const deviationsFrom = function* (factor: number): Generator<void, Int16Array> {
    const deviations = new Int16Array(count)
    yield* inSpans(count, (from, to) => {
      for (let leaf = from; leaf < to; leaf++) {
        deviations[leaf] = toDeviationSteps(current[leaf]!, compare[leaf]! * factor)
      }
    })
    return deviations
  }
  const baseline = yield* searchRelative(lattice, yield* deviationsFrom(1), most)
  const shared = { expected: compare, isSigned: false }
  const still = { ...shared, findings: baseline.findings, common: null }
  if ((yield* commonRatio(leaves, baseline.left, RATIOS.few)) === 1) return still
  const ratio = yield* commonRatio(leaves, baseline.left, RATIOS.many)
  const moved = yield* searchRelative(lattice, yield* deviationsFrom(ratio), most)
  const change = yield* changeOfDensity(leaves, ratio)
  // How well shapes fit adds up over all leaves, so what is shorter must not have more causes.
  const isShorter = moved.likelihood + change - baseline.likelihood > Math.log(count) / 2 + COST
  const [named, baselineCount] = [moved.findings.length, baseline.findings.length]
  if (!baseline.isWhole && !(isShorter && (baselineCount === 0 || named < baselineCount)))
    return still
  return {
    ...shared,
    findings: moved.findings,
    common: { gain: Math.max(baseline.gain, COST) },
  }
}

/**
 * By how much the logarithm of the density of the current values changes when the same deviation is from `ratio` times what
 * was expected.
 */
function* changeOfDensity(
  { current, compare, count }: Leaves,
  ratio: number,
): Generator<void, number> {
  let change = 0
  yield* inSpans(count, (from, to) => {
    for (let leaf = from; leaf < to; leaf++) {
      const [now, before] = [current[leaf]!, compare[leaf]!]
      if (now > 0 && before > 0) {
        change += Math.log(ratio) + 2 * Math.log((now + before) / (now + ratio * before))
      }
    }
  })
  return change
}

/** Throws unless all columns have an entry a leaf, all codes a value, and all numbers are finite. */
function* assertFits(input: CausesInput): Generator<void> {
  const columns: [string, Float64Array | Uint32Array | undefined][] = [
    ['current', input.current],
    ['compare', input.compare],
    ['currentDenominator', input.currentDenominator],
    ['compareDenominator', input.compareDenominator],
    ...(input.history ?? []).map((column, i): [string, Float64Array] => [`history[${i}]`, column]),
    ...(input.historyDenominators ?? []).map((column, i): [string, Float64Array] => [
      `historyDenominators[${i}]`,
      column,
    ]),
    ...input.dimensions.map((dimension): [string, Uint32Array] => [
      `codes of ${dimension.name}`,
      dimension.codes,
    ]),
  ]
  const rows = input.current.length
  for (const [name, column] of columns) {
    if (column === undefined) continue
    if (column.length !== rows) {
      throw unequalColumnsError({ name: 'current', length: rows }, { name, length: column.length })
    }
    if (column instanceof Uint32Array) continue
    yield* inSpans(rows, (from, to) => {
      const row = firstNotFinite(column, from, to)
      if (row < to) throw columnTypeError(name, row, 'a finite number', column[row])
    })
  }
  for (const { name, values, codes } of input.dimensions) {
    yield* inSpans(rows, (from, to) => {
      const row = firstNotBelow(values.length, codes, from, to)
      if (row === to) return
      throw columnTypeError(`codes of ${name}`, row, `a number below ${values.length}`, codes[row])
    })
  }
  const [windows, denominators] = [
    input.history?.length ?? 0,
    input.historyDenominators?.length ?? 0,
  ]
  if (input.currentDenominator !== undefined && windows !== denominators) {
    const lengths = [
      { name: 'history', length: windows },
      { name: 'historyDenominators', length: denominators },
    ] as const
    throw unequalColumnsError(lengths[0], lengths[1])
  }
  if ((input.currentDenominator === undefined) !== (input.compareDenominator === undefined)) {
    throw unequalColumnsError(
      { name: 'currentDenominator', length: input.currentDenominator?.length ?? 0 },
      { name: 'compareDenominator', length: input.compareDenominator?.length ?? 0 },
    )
  }
}

/** The first row from one to before another whose number is not finite; the other when there is none. */
function firstNotFinite(column: Float64Array, from: number, to: number): number {
  let row = from
  while (row < to && Number.isFinite(column[row])) row++
  return row
}

/** The first row from one to before another whose code is not below a limit; the other when there is none. */
function firstNotBelow(limit: number, codes: Uint32Array, from: number, to: number): number {
  let row = from
  while (row < to && codes[row]! < limit) row++
  return row
}
