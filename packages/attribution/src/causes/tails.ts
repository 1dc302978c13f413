/** How heavy the tails of standardised deviations are: Student's distribution by its freedom and its scale. */
export interface Tail {
  readonly freedom: number
  /** The squared scale, in variances. */
  readonly scale: number
}

/** Degrees of freedom that are tried. */
const FREEDOMS = [1, 1.5, 2, 3, 4, 6, 8, 12, 20, 32, 64]
/** Bins for each doubling of a squared deviation. */
const PER_OCTAVE = 2
const LOWEST = -3
const HIGHEST = 24
const BINS: number = (HIGHEST - LOWEST) * PER_OCTAVE
/** The bins by which scales that are tried differ from 1. */
const SHIFTS = [-4, -3, -2, -1, 0, 1, 2]
/** What is expected without data, and the deviations that it counts for. */
const USUAL = 12
const PRIOR = 30

/** The bin of a squared standardised deviation: all below the first one are in the first one. */
export function tailBin(square: number): number {
  const bin = Math.floor((Math.log2(square) - LOWEST) * PER_OCTAVE)
  return Math.max(0, Math.min(BINS - 1, bin))
}

/** Counts of squared deviations by {@link tailBin}. */
export function emptyTail(): Float64Array {
  return new Float64Array(BINS)
}

/** The tail under which the counted squared deviations are likeliest. */
export function fitTail(counts: Float64Array): Tail {
  const prior = massesOf(USUAL)
  let best: Tail = { freedom: USUAL, scale: 1 }
  let most = Number.NEGATIVE_INFINITY
  for (const freedom of FREEDOMS) {
    const masses = massesOf(freedom)
    for (const shift of SHIFTS) {
      let likelihood = 0
      for (let bin = 0; bin < BINS; bin++) {
        const weight = counts[bin]! + PRIOR * prior[bin]!
        if (weight > 0) likelihood += weight * Math.log(shifted(masses, bin, shift))
      }
      if (likelihood > most) {
        most = likelihood
        best = { freedom, scale: 2 ** (shift / PER_OCTAVE) }
      }
    }
  }
  return best
}

/** The mass of a bin when squares are larger by a scale of `shift` bins; the density below the first edge is even. */
function shifted(masses: Float64Array, bin: number, shift: number): number {
  const from = bin - shift
  if (from > 0) return bin > 0 ? masses[Math.min(BINS - 1, from)]! : sumTo(masses, from)
  if (bin > 0) return (masses[0]! * (edge(from + 1) - edge(from))) / edge(1)
  return (masses[0]! * edge(from + 1)) / edge(1)
}

function sumTo(masses: Float64Array, last: number): number {
  let sum = 0
  for (let bin = 0; bin <= last; bin++) sum += masses[bin]!
  return sum
}

/** The deviation at which a bin begins. */
function edge(bin: number): number {
  return 2 ** ((LOWEST + bin / PER_OCTAVE) / 2)
}

const known = new Map<number, Float64Array>()

/** The probability of each bin under Student's distribution, by the trapezoidal rule. */
function massesOf(freedom: number): Float64Array {
  const found = known.get(freedom)
  if (found !== undefined) return found
  const density = (value: number) => (1 + (value * value) / freedom) ** (-(freedom + 1) / 2)
  const masses = new Float64Array(BINS)
  let total = 0
  for (let bin = 0; bin < BINS; bin++) {
    const [from, to] = [bin === 0 ? 0 : edge(bin), edge(bin + 1)]
    const steps = 16
    let sum = (density(from) + density(to)) / 2
    for (let step = 1; step < steps; step++) sum += density(from + ((to - from) * step) / steps)
    masses[bin] = (sum * (to - from)) / steps
    total += masses[bin]!
  }
  for (let bin = 0; bin < BINS; bin++) masses[bin] = Math.max(masses[bin]! / total, 1e-300)
  known.set(freedom, masses)
  return masses
}
