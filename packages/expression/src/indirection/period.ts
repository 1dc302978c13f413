import type { Grain } from '../values/value-type.ts'

/**
 * A statistical period: the times that belong to an anchor, the moment that a question is asked about.
 * `last` is the final stretch, a period of its grain (or several minutes or hours), that holds the anchor.
 */
export type Period = ToDate | GrainToDate | SpecifyDate | RelativeDate

/** From `offset` before the last stretch until its end: `to_date -6 day of 0 day` is seven days. */
export interface ToDate {
  readonly kind: 'toDate'
  readonly offset: PeriodCount
  readonly last: PeriodCount
}

/** From the beginning of a longer period until the end of the last stretch: `grain_to_date 0 year of 0 day`. */
export interface GrainToDate {
  readonly kind: 'grainToDate'
  readonly within: PeriodCount
  readonly last: PeriodCount
}

/** The first or last period of `grain` in another one: `specify_date end day of -1 month`. */
export interface SpecifyDate {
  readonly kind: 'specifyDate'
  readonly part: 'start' | 'end'
  readonly grain: Grain
  readonly within: PeriodCount
}

/** The last stretch, moved by `offset`: `relative_date -1 month of 0 day` is the same day a month before. */
export interface RelativeDate {
  readonly kind: 'relativeDate'
  readonly offset: PeriodCount
  readonly last: PeriodCount
}

/** Periods of a grain away from the anchor's own; `each` grains make one period (5 minutes, say). */
export interface PeriodCount {
  readonly count: number
  readonly grain: Grain
  readonly each: number
}
