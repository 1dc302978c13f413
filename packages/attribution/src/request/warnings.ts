/**
 * The codes of warnings. An answer carries them as text, `CODE detail`, joined by `; `: those about
 * the windows on the answer, all others on the table that they concern, NO_DATA_* on both.
 */
export type WarningCode =
  /** On the tables, and on the answer with `first=2001-01-01 last=2001-06-30`: no row is in the current window; the data, perhaps of a `dataset`, begins and ends there. */
  | 'NO_DATA_CURRENT'
  /** The same of the compare window. Without rows in either window every table is empty. */
  | 'NO_DATA_COMPARE'
  /** On the answer, `window=current`: AVG, and the data has no base period of the window, so that its means are not defined. */
  | 'AVERAGE_UNDEFINED'
  /** On the answer, `rows=12`: the number of rows that are in both windows and are counted in both. */
  | 'OBJECTS_OVERLAP'
  /**
   * On the answer, `current=15 of=30 dataset=orders average=no`: the data of the dataset, which is named beside others alone,
   * ends, or begins, inside a window, which has 15 of its 30 base periods; `average=no` where means are no way out.
   */
  | 'PARTIAL_RANGE'
  /**
   * On the answer, `window=current grain=MONTH dataset=budget`: the window begins or ends within a period of the dataset, whose
   * grain is not that of another dataset of the metric: a row for a whole period counts whole or not at all.
   */
  | 'PART_OF_PERIOD'
  /** On the answer, `current=31 compare=28`: totals (ALL) of windows with unequal numbers of base periods, of a metric that grows with a window and has means. */
  | 'RANGE_LENGTH_DIFFERS'
  /** A compare value is below zero, so its growth rate has the opposite sign of its growth. */
  | 'NEGATIVE_BASE'
  /** `gap=-3`: rows overlap (COUNT_DISTINCT), so the contributions miss the total change by the gap. */
  | 'NOT_ADDITIVE'
  /** The formula is not defined all the way between the windows' totals, so its change cannot be split. */
  | 'NOT_CLOSED'
  /** With the reason: contributions are not defined for this metric; values and growth are given. */
  | 'NOT_ATTRIBUTABLE'
  /** The absolute contributions add up to more than ten times the total change: they cancel each other. */
  | 'OFFSETTING_CHANGES'
  /** A total denominator is zero in a window or changes sign: no contribution is defined. */
  | 'RATIO_UNDEFINED'
  /** `current=1 change=2 total=change`: so many values, and differences of values, of the table are beyond the range of doubles and null; so is a number of the total. */
  | 'OVERFLOW'
  /** A table by the dimension that separates the objects: each of its rows has values of one object only. */
  | 'COMPARE_DIMENSION'
  /** The total changed by no more than the rounding of the doubles it is computed from, so contribution rates are not defined. */
  | 'CHANGE_WITHIN_ROUNDING'
  /** `root=NOT_CLOSED`: the change of the root scope is not defined, or is 0, so that the overall rates of a drill-down are not. */
  | 'OVERALL_UNDEFINED'
  /** The total did not change, so contribution rates are not defined. */
  | 'TOTAL_UNCHANGED'
  /** `rows=12000 explained=0.98`: the table had 12,000 rows; those that are kept have 98 % of the sum of absolute contributions. */
  | 'TRUNCATED'

/** The details of a warning by name; a `reason` is a sentence. */
export type WarningDetails = Readonly<Record<string, string | number | readonly string[]>>

/** One warning. */
export interface Warning {
  readonly code: WarningCode
  readonly details: WarningDetails
}

/** A warning from its code and details. */
export function warning(code: WarningCode, details: WarningDetails = {}): Warning {
  return { code, details }
}

/** The text of warnings, `CODE name=value` joined by `; `; null when there are none. */
export function warningText(warnings: readonly Warning[]): string | null {
  if (warnings.length === 0) return null
  return warnings.map(({ code, details }) => [code, ...detailTexts(details)].join(' ')).join('; ')
}

function detailTexts(details: WarningDetails): readonly string[] {
  return Object.entries(details).flatMap(([name, value]) => {
    if (name === 'reason') return [String(value)]
    return [value].flat().map((item) => `${name}=${item}`)
  })
}
