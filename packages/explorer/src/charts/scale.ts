/** A linear map from values to places. */
export interface Scale {
  (value: number): number
  /** Round values over the whole range of values. */
  readonly ticks: readonly number[]
}

/** The ends of a range. */
export type Ends = readonly [low: number, high: number]

const STEPS = [1, 2, 5, 10]

/** Creates a scale whose values begin and end with round ones; about `count` steps. A range of one value gets room. */
export function linearScale(values: Ends, places: Ends, count: number): Scale {
  const [low, high] = values[0] === values[1] ? [values[0] - 1, values[1] + 1] : values
  const step = roundStep((high - low) / count)
  const from = Math.floor(low / step)
  const to = Math.ceil(high / step)
  const [first, last] = places
  const unit = (last - first) / ((to - from) * step)
  const scale = (value: number) => first + (value - from * step) * unit
  const ticks = Array.from({ length: to - from + 1 }, (_, at) => (from + at) * step)
  return Object.assign(scale, { ticks })
}

/** The least of 1, 2, 5 times a power of ten that is not below `step`. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  return power * STEPS.find((factor) => factor * power >= step * (1 - 1e-12))!
}

/** The smallest and the largest of numbers; 0 and 0 for none. */
export function computeExtent(values: readonly number[]): Ends {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return low > high ? [0, 0] : [low, high]
}
