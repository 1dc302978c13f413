/** How large a metric is when everything below it is written out. */
export interface MetricSize {
  /** How many aggregates its formula names. */
  readonly parts: number
  /** How many metrics stand on one another, itself included. */
  readonly levels: number
}

/** Formulas are written out for a request, so a small file could grow beyond all bounds. */
export const METRIC_LIMITS: MetricSize = { parts: 1_000, levels: 100 }

/** The size of an ATOMIC metric. */
export const ATOM: MetricSize = { parts: 1, levels: 1 }

/** The size of a metric that names others, each as often as it names it. */
export function sizeAbove(below: readonly MetricSize[]): MetricSize {
  return {
    parts: below.reduce((sum, one) => sum + one.parts, 0),
    levels: 1 + below.reduce((most, one) => Math.max(most, one.levels), 0),
  }
}

/** Whether a metric is larger than a workspace may have. */
export function isTooLarge({ parts, levels }: MetricSize): boolean {
  return parts > METRIC_LIMITS.parts || levels > METRIC_LIMITS.levels
}
