/** How heavy the tails of standardised deviations are: Student's distribution by its freedom and its scale. */
export interface Tail {
  readonly freedom: number
  /** The squared scale, in variances. */
  readonly scale: number
}

/** Degrees of freedom that are tried. */
const FREEDOMS = [0.5, 0.7, 1, 1.5, 2, 3, 4, 6, 8, 12, 20, 32, 64]
/** Bins for each doubling of a squared deviation. */
const PER_OCTAVE = 2
const LOWEST = -3
const HIGHEST = 36
const BINS: number = (HIGHEST - LOWEST) * PER_OCTAVE
/** The bins by which scales that are tried differ from 1. */
const FROM_SHIFT = -16
const TO_SHIFT = 6
/** The degrees of freedom expected without data, and the number of deviations that this prior counts for. */
const USUAL = 12
const PRIOR = 30
/** The part of the deviations whose sizes do not matter: only how many they are. */
const BODY = 0.97

/** The bin of a squared standardised deviation: all below the first one are in the first one. */
export function tailBin(square: number): number {
  const bin = Math.floor((Math.log2(square) - LOWEST) * PER_OCTAVE)
  return Math.max(0, Math.min(BINS - 1, bin))
}

/** Counts of squared deviations by {@link tailBin}. */
export function emptyTail(): Float64Array {
  return new Float64Array(BINS)
}

/**
 * The tail under which the counted squared deviations are likeliest. Below the largest tenth only their number counts: where
 * most segments do not change at all and some jump, the many say nothing of the jumps.
 */
export function fitTail(counts: Float64Array): Tail {
  const prior = getStudentDistribution(USUAL).masses
  const weights = counts.map((count, bin) => count + PRIOR * prior[bin]!)
  const total = sumWeights(weights)
  let [body, bodyWeight] = [0, weights[0]!]
  while (body < BINS - 1 && bodyWeight < BODY * total) bodyWeight += weights[++body]!
  let best: Tail = { freedom: USUAL, scale: 1 }
  let most = Number.NEGATIVE_INFINITY
  for (const freedom of FREEDOMS) {
    const { logMasses, above } = getStudentDistribution(freedom)
    for (let shift = FROM_SHIFT; shift <= TO_SHIFT; shift++) {
      const from = Math.max(0, Math.min(BINS - 1, body + 1 - shift))
      let likelihood = bodyWeight * Math.log(Math.max(1 - above[from]!, 1e-300))
      for (let bin = body + 1; bin < BINS; bin++) {
        if (weights[bin]! < 1e-9) continue
        likelihood += weights[bin]! * logMasses[Math.max(0, Math.min(BINS - 1, bin - shift))]!
      }
      if (likelihood > most) {
        most = likelihood
        best = { freedom, scale: 2 ** (shift / PER_OCTAVE) }
      }
    }
  }
  return best
}

/** The nats of a squared standardised deviation: minus the logarithm of the probability of one as large. */
export function tailNats(square: number, { freedom, scale }: Tail): number {
  const place = (Math.log2(square / scale) - LOWEST) * PER_OCTAVE
  if (!(place > 0)) return 0
  const { logAbove } = getStudentDistribution(freedom)
  const bin = Math.floor(place)
  // Beyond the bins the probability falls by the power of the freedom.
  if (bin >= BINS - 1)
    return -logAbove[BINS - 1]! + ((place - BINS + 1) / PER_OCTAVE) * Math.LN2 * (freedom / 2)
  return -(logAbove[bin]! + (logAbove[bin + 1]! - logAbove[bin]!) * (place - bin))
}

/** The deviation at which a bin begins. */
function edge(bin: number): number {
  return 2 ** ((LOWEST + bin / PER_OCTAVE) / 2)
}

function sumWeights(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** Student's distribution by bins. */
interface Distribution {
  readonly masses: Float64Array
  readonly logMasses: Float64Array
  /** The probability of a bin and all above it. */
  readonly above: Float64Array
  readonly logAbove: Float64Array
}

const distributionsByFreedom = new Map<number, Distribution>()

/** The probabilities under Student's distribution, by the trapezoidal rule. */
function getStudentDistribution(freedom: number): Distribution {
  const cachedDistribution = distributionsByFreedom.get(freedom)
  if (cachedDistribution !== undefined) return cachedDistribution
  const density = (value: number) => (1 + (value * value) / freedom) ** (-(freedom + 1) / 2)
  const masses = new Float64Array(BINS)
  for (let bin = 0; bin < BINS; bin++) {
    const [from, to] = [bin === 0 ? 0 : edge(bin), edge(bin + 1)]
    const steps = 16
    let sum = (density(from) + density(to)) / 2
    for (let step = 1; step < steps; step++) sum += density(from + ((to - from) * step) / steps)
    masses[bin] = (sum * (to - from)) / steps
  }
  // Beyond the last bin the density falls by the power of the degrees of freedom.
  masses[BINS - 1]! += (density(edge(BINS)) * edge(BINS)) / freedom
  const total = sumWeights(masses)
  const above = new Float64Array(BINS)
  let tailMass = 0
  for (let bin = BINS - 1; bin >= 0; bin--) {
    masses[bin] = Math.max(masses[bin]! / total, 1e-300)
    tailMass += masses[bin]!
    above[bin] = Math.min(1, tailMass)
  }
  const distribution = {
    masses,
    logMasses: masses.map(Math.log),
    above,
    logAbove: above.map(Math.log),
  }
  distributionsByFreedom.set(freedom, distribution)
  return distribution
}
