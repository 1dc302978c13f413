/** What the warning codes of an attribution answer mean to a reader of the tables. */
const MEANINGS: Readonly<Record<string, string>> = {
  RANGE_LENGTH_DIFFERS: 'totals of ranges of different length; AVG compares means per period',
  PARTIAL_RANGE: 'the data begins or ends inside a range',
  NO_DATA_CURRENT: 'the current range has no rows',
  NO_DATA_COMPARE: 'the compared range has no rows',
  NOT_ADDITIVE: 'the same thing counts in several rows, so the shares do not add up to 100 %',
  NOT_ATTRIBUTABLE: 'this metric cannot be divided among the rows: values and growth only',
  RATIO_UNDEFINED: 'a denominator is zero or changes its sign, so there are no shares',
  TOTAL_UNCHANGED: 'the overall value did not change, so there is nothing to share out',
  NEGATIVE_BASE: 'a compared value is negative, which turns the sign of its growth %',
  OFFSETTING_CHANGES: 'large changes cancel one another, so shares beyond 100 % are real',
  TRUNCATED: 'only the rows that moved the metric most are in the answer',
  OBJECTS_OVERLAP: 'some rows belong to both sides',
  COMPARE_DIMENSION:
    'the compared sides were formed by this dimension, so its rows lie on one side',
  NOT_CLOSED:
    'the formula has no value between the totals of the two sides, so there are no shares',
}

/** Between two warnings; a detail may have semicolons of its own. */
const SEPARATOR = /; (?=[A-Z]+_[A-Z_]+(?: |;|$))/

/** The lines of a `warning` field: per code `CODE detail: what it means`. None for null. */
export function renderWarning(warning: string | null): readonly string[] {
  if (warning === null || warning === '') return []
  return warning.split(SEPARATOR).map((entry) => {
    const meaning = MEANINGS[entry.split(' ', 1)[0]!]
    return meaning === undefined ? entry : `${entry}: ${meaning}`
  })
}
