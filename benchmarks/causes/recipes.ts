import type { CauseDimension } from '@tributary/attribution'
import { type Instance, segmentText } from './instance.ts'
import { type Random, randomFrom } from './random.ts'

/** The recipe of a synthetic set (M. Kalander, RiskLoc, arXiv 2205.10004). */
export interface Recipe {
  readonly cards: readonly number[]
  readonly noise: readonly [number, number]
  readonly severity: readonly [number, number]
  readonly deviation: readonly [number, number]
  readonly anomalies: readonly [number, number]
  readonly elements: readonly [number, number]
  readonly onlyLeaves: boolean
}

const S: Recipe = {
  cards: [10, 12, 10, 8, 5],
  noise: [0, 0.25],
  severity: [0.2, 1],
  deviation: [0, 0.1],
  anomalies: [1, 3],
  elements: [1, 3],
  onlyLeaves: false,
}

/** The recipes by name. */
export const RECIPES = {
  S,
  L: {
    ...S,
    cards: [10, 24, 10, 15],
    noise: [0, 0.1],
    severity: [0.5, 1],
    deviation: [0, 0],
    anomalies: [1, 5],
    elements: [1, 1],
    onlyLeaves: true,
  },
  H: { ...S, cards: [10, 5, 250, 20, 8, 12] },
  Hmini: { ...S, cards: [10, 5, 50, 10, 8, 3] },
  null: { ...S, anomalies: [0, 0] },
} satisfies Record<string, Recipe>

/** An instance of a recipe with all that was drawn for it. */
export interface Drawn extends Instance {
  readonly noise: number
  /** The shape of the Weibull distribution of values. */
  readonly shape: number
  /** Whether the faults are in the current window; else in the compare window. */
  readonly isInCurrent: boolean
  readonly anomalies: readonly Anomaly[]
}

/** One instance of a recipe. */
export function makeInstance(recipe: Recipe, seed: number): Drawn {
  const random = randomFrom(seed)
  const count = recipe.cards.reduce((product, card) => product * card, 1)
  const { real, predicted, noise, shape } = normalLeaves(recipe, count, random)
  const dimensions = allCombinations(recipe.cards, count)
  const anomalies = drawAnomalies(recipe, { real, noise }, random)
  let difference = 0
  for (let i = 0; i < count; i++) difference += real[i]! - predicted[i]!
  const [changed, other] = difference > 0 ? [predicted, real] : [real, predicted]
  for (const { indexes, segments, severity, deviation } of anomalies) {
    for (let i = 0; i < count; i++) {
      const isInside = segments.some((codes) =>
        indexes.every((index, at) => dimensions[index]!.codes[i] === codes[at]),
      )
      if (!isInside) continue
      changed[i] = Math.max(0, other[i]! * (1 - (severity + deviation * random.normal())))
    }
  }
  const truth = anomalies.flatMap(({ indexes, segments }) =>
    segments.map((codes) =>
      segmentText(
        indexes.map((index, at) => ({
          dimension: dimensions[index]!.name,
          value: dimensions[index]!.values[codes[at]!]!,
        })),
      ),
    ),
  )
  return {
    input: { dimensions, current: real, compare: predicted },
    truth,
    noise,
    shape,
    isInCurrent: changed === real,
    anomalies,
  }
}

/** Values of leaves and what is predicted for them, with noise by shares of their size. */
export function normalLeaves(recipe: Recipe, count: number, random: Random) {
  const zeroRate = random.between(0, 0.25)
  const noise = random.between(...recipe.noise)
  const shape = random.between(0.5, 1)
  const real = new Float64Array(count)
  const predicted = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const drawn = (-Math.log(1 - random.next())) ** (1 / shape) * 100
    const value = random.next() > zeroRate ? drawn : 0
    const noisy = Math.max(0, value * (1 + noise * random.normal()))
    const isSwapped = random.next() < 0.5
    real[i] = isSwapped ? noisy : value
    predicted[i] = isSwapped ? value : noisy
  }
  return { real, predicted, noise, shape }
}

/** Dimensions `a`, `b`, … with the values `a1`, `a2`, …, of which every combination occurs. */
export function allCombinations(cards: readonly number[], count: number): CauseDimension[] {
  let after = count
  return cards.map((card, index) => {
    after /= card
    const name = String.fromCharCode(97 + index)
    // Values in the order of their texts, so that large sets need no copy.
    const width = String(card).length
    const values = Array.from(
      { length: card },
      (_, i) => `${name}${String(i + 1).padStart(width, '0')}`,
    )
    const codes = new Uint32Array(count)
    for (let i = 0; i < count; i++) codes[i] = Math.floor(i / after) % card
    return { name, values, codes }
  })
}

/** Segments that changed by the same part of their expected values. */
export interface Anomaly {
  readonly indexes: readonly number[]
  readonly segments: readonly (readonly number[])[]
  readonly severity: number
  /** The standard deviation of that part between leaves. */
  readonly deviation: number
}

/** Places of a fault that are tried. */
const TRIES = 10_000

function drawAnomalies(
  recipe: Recipe,
  { real, noise }: { readonly real: Float64Array; readonly noise: number },
  random: Random,
): readonly Anomaly[] {
  const anomalies: Anomaly[] = []
  const wanted = random.whole(...recipe.anomalies)
  while (anomalies.length < wanted) {
    const level = recipe.onlyLeaves ? recipe.cards.length : random.whole(1, recipe.cards.length)
    const elements = random.whole(...recipe.elements)
    const severity = random.between(...recipe.severity) + noise
    const deviation = random.between(...recipe.deviation)
    // The values that no other fault has may be too few; then another fault is drawn.
    for (let tries = 0; tries < TRIES; tries++) {
      const found = drawLocation(recipe.cards, { level, elements, real, anomalies }, random)
      if (found === null) continue
      anomalies.push({ ...found, severity, deviation })
      break
    }
  }
  return anomalies
}

function drawLocation(
  cards: readonly number[],
  {
    level,
    elements,
    real,
    anomalies,
  }: {
    readonly level: number
    readonly elements: number
    readonly real: Float64Array
    readonly anomalies: readonly Anomaly[]
  },
  random: Random,
): Pick<Anomaly, 'indexes' | 'segments'> | null {
  const rest = cards.map((_, index) => index)
  const indexes = Array.from(
    { length: level },
    () => rest.splice(random.whole(0, rest.length - 1), 1)[0]!,
  )
  indexes.sort((a, b) => a - b)
  const isLowest = level === cards.length
  const same = anomalies.some((one) => String(one.indexes) === String(indexes))
  if (same && !isLowest) return null
  const columns: number[][] = []
  for (const index of indexes) {
    const used = new Set(
      anomalies.flatMap((one) => {
        const at = one.indexes.indexOf(index)
        return at < 0 ? [] : one.segments.map((codes) => codes[at]!)
      }),
    )
    const free = Array.from({ length: cards[index]! }, (_, code) => code).filter(
      (code) => !used.has(code),
    )
    if (free.length === 0) return null
    columns.push(Array.from({ length: elements }, () => random.pick(free)))
  }
  const segments = Array.from({ length: elements }, (_, i) => columns.map((column) => column[i]!))
  if (new Set(segments.map(String)).size < elements) return null
  if (isLowest) {
    const leafOf = (codes: readonly number[]) =>
      codes.reduce((key, code, i) => key * cards[i]! + code, 0)
    if (segments.some((codes) => real[leafOf(codes)] === 0)) return null
  }
  return { indexes, segments }
}
