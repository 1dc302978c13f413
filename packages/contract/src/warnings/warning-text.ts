/** The codes of the warnings of answers. */
export const WARNING_CODES = [
  'AVERAGE_UNDEFINED',
  'CHANGE_WITHIN_ROUNDING',
  'COMPARE_DIMENSION',
  'NEGATIVE_BASE',
  'NO_DATA_COMPARE',
  'NO_DATA_CURRENT',
  'NOT_ADDITIVE',
  'NOT_ATTRIBUTABLE',
  'NOT_CLOSED',
  'OBJECTS_OVERLAP',
  'OFFSETTING_CHANGES',
  'OVERALL_UNDEFINED',
  'OVERFLOW',
  'PARTIAL_RANGE',
  'PART_OF_PERIOD',
  'RANGE_LENGTH_DIFFERS',
  'RATIO_UNDEFINED',
  'TOTAL_UNCHANGED',
  'TRUNCATED',
  'UNKNOWN_FIELD',
] as const

/** The code of a warning of an answer. */
export type WarningCode = (typeof WARNING_CODES)[number]

/** The details of a warning, and the words of the place where it is shown. */
export interface WarningFacts {
  /** Whether the answer compares two periods or two groups. */
  readonly compares: 'periods' | 'groups'
  /** How the reader asks for averages, such as `--average`; null where a sentence cannot say it. */
  readonly averages: string | null
  /** The detail of this name; undefined without one. */
  text(name: string): string | undefined
  /** The detail of this name as a number for people: `1,234`. */
  quantity(name: string): string
  /** The detail of this name, a fraction, as a percentage: `20.9 %`. */
  share(name: string): string
}

/** The texts of one warning in one language. */
export interface WarningText {
  /** A noun phrase, for headings and lists. */
  readonly short: string
  /** Sentences that say what happened, with the details, and what it does to the answer. */
  readonly long: (facts: WarningFacts) => string
  /** A sentence that says what the reader can do; null when there is nothing to do. */
  readonly action: ((facts: WarningFacts) => string) | null
}

/** The texts of all warnings in one language. */
export type WarningTexts = Readonly<Record<WarningCode, WarningText>>
