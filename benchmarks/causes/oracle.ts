import { segmentText } from './instance.ts'
import type { Anomaly, Drawn } from './recipes.ts'
import type { Method } from './score.ts'

/**
 * A bound for what any method reaches: it is told how the leaves were drawn, and of each fault the dimensions, the severity
 * and the number of segments. It finds the values, as those with the largest ratio of the likelihoods of a segment's leaves
 * with the fault and without it. The leaves of the other faults are left out.
 */
export function toldAllButValues(instance: Drawn): Method {
  return { name: 'told all but the values', locate: () => likeliestSegments(instance) }
}

function likeliestSegments(instance: Drawn): readonly string[] {
  const { input, anomalies } = instance
  const usual = usualDensities(instance)
  return anomalies.flatMap((anomaly) => {
    const others = anomalies.filter((one) => one !== anomaly)
    const { ratios, codesOf } = ratiosOfCells(instance, { anomaly, others, usual })
    const order = [...ratios.keys()].sort((a, b) => ratios[b]! - ratios[a]!)
    return order.slice(0, anomaly.segments.length).map((cell) => {
      const codes = codesOf(cell)
      return segmentText(
        anomaly.indexes.map((index, at) => {
          const { name, values } = input.dimensions[index]!
          return { dimension: name, value: values[codes[at]!]! }
        }),
      )
    })
  })
}

interface Usual {
  /** The logarithm of the density of both values of each leaf where nothing happened. */
  readonly both: Float64Array
  /** The same of the value that no fault is in. */
  readonly kept: Float64Array
}

/** Points at which noise is integrated, and how far from 0 in standard deviations. */
const POINTS = 81
const FAR = 5

function usualDensities({ input, noise, shape, isInCurrent }: Drawn): Usual {
  const { current, compare } = input
  // The leaves' values follow a Weibull distribution; those that are 0 before noise have 0 in both windows.
  const value = (one: number) => {
    const part = one / 100
    return one > 0 ? (shape / 100) * part ** (shape - 1) * Math.exp(-(part ** shape)) : 0
  }
  const weights = Float64Array.from({ length: POINTS }, (_, i) => normal(pointAt(i)))
  const sum = weights.reduce((all, one) => all + one, 0)
  const noisy = (one: number) => {
    let density = 0
    for (let i = 0; i < POINTS; i++) {
      const scale = 1 + noise * pointAt(i)
      if (scale > 0.01) density += ((weights[i]! / sum) * value(one / scale)) / scale
    }
    return density
  }
  const both = new Float64Array(current.length)
  const kept = new Float64Array(current.length)
  const given = (one: number, other: number) =>
    one > 0 ? normal((one / other - 1) / noise) / (noise * other) : below(-1 / noise)
  for (let leaf = 0; leaf < both.length; leaf++) {
    const [a, b] = [current[leaf]!, compare[leaf]!]
    const density = (b > 0 ? value(b) * given(a, b) : 0) + (a > 0 ? value(a) * given(b, a) : 0)
    both[leaf] = Math.log(Math.max(density / 2, 1e-300))
    const other = isInCurrent ? b : a
    kept[leaf] = Math.log(Math.max((value(other) + noisy(other)) / 2, 1e-300))
  }
  return { both, kept }
}

function pointAt(index: number): number {
  return FAR * ((2 * index) / (POINTS - 1) - 1)
}

/** The logarithm of the ratio of likelihoods of each cell of the dimensions of a fault. */
function ratiosOfCells(
  { input, isInCurrent }: Drawn,
  {
    anomaly,
    others,
    usual,
  }: { readonly anomaly: Anomaly; readonly others: readonly Anomaly[]; readonly usual: Usual },
) {
  const { indexes, severity } = anomaly
  const deviation = Math.max(anomaly.deviation, 1e-6)
  const dimensions = indexes.map((index) => input.dimensions[index]!)
  const cards = dimensions.map(({ values }) => values.length)
  const ratios = new Float64Array(cards.reduce((product, card) => product * card, 1))
  const [changed, other] = isInCurrent
    ? [input.current, input.compare]
    : [input.compare, input.current]
  for (let leaf = 0; leaf < changed.length; leaf++) {
    const [now, before] = [changed[leaf]!, other[leaf]!]
    if (before === 0 && now === 0) continue
    if (others.some((one) => isIn(input.dimensions, one, leaf))) continue
    const cell = dimensions.reduce((key, { codes }, at) => key * cards[at]! + codes[leaf]!, 0)
    // A fault takes a part away from the other value; of nothing, nothing is left.
    let faulty = Number.NEGATIVE_INFINITY
    if (before > 0) {
      const density =
        now > 0
          ? normal((1 - now / before - severity) / deviation) / (deviation * before)
          : below((severity - 1) / deviation)
      faulty = usual.kept[leaf]! + Math.log(Math.max(density, 1e-300))
    }
    ratios[cell]! += Math.max(faulty, -690) - usual.both[leaf]!
  }
  const codesOf = (cell: number) => {
    let rest = cell
    return cards
      .toReversed()
      .map((card) => {
        const code = rest % card
        rest = Math.floor(rest / card)
        return code
      })
      .reverse()
  }
  return { ratios, codesOf }
}

function isIn(
  dimensions: Drawn['input']['dimensions'],
  { indexes, segments }: Anomaly,
  leaf: number,
): boolean {
  return segments.some((codes) =>
    indexes.every((index, at) => dimensions[index]!.codes[leaf] === codes[at]),
  )
}

function normal(value: number): number {
  return Math.exp(-(value * value) / 2) / Math.sqrt(2 * Math.PI)
}

/** The probability of a normal value below another one: far from 0 by the continued fraction, else by the trapezoidal rule. */
function below(value: number): number {
  const far = Math.abs(value)
  let fraction = far
  for (let i = 60; i > 0; i--) fraction = far + i / fraction
  const tail = far > 2.5 ? normal(far) / fraction : 0.5 - integral(far)
  return value < 0 ? tail : 1 - tail
}

function integral(far: number): number {
  const steps = 100
  let sum = (normal(0) + normal(far)) / 2
  for (let i = 1; i < steps; i++) sum += normal((far * i) / steps)
  return (sum * far) / steps
}
