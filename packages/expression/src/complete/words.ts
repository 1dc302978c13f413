/** A keyword or an operator. */
export interface LanguageWord {
  readonly kind: 'keyword' | 'operator'
  readonly label: string
  readonly description: string
}

/** Words that can stand where a value is expected. */
export const VALUE_WORDS: readonly LanguageWord[] = [
  keyword('TRUE', 'The truth value TRUE.'),
  keyword('FALSE', 'The truth value FALSE.'),
  keyword('NULL', 'No value.'),
  keyword('CASE WHEN', 'The value after the first condition that is TRUE.'),
]

/** Stands before a condition. */
export const NOT: LanguageWord = keyword('NOT', 'TRUE when the condition after it is FALSE.')

/** Begins a branch of a `CASE`. */
export const WHEN: LanguageWord = keyword('WHEN', 'A condition, whose value follows THEN.')
/** Follows the condition of a branch. */
export const THEN: LanguageWord = keyword(
  'THEN',
  'The value where the condition before it is TRUE.',
)
/** The keywords that a `CASE` may end with. */
export const CASE_ENDS: readonly LanguageWord[] = [
  keyword('ELSE', 'The value where no condition is TRUE.'),
  keyword('END', 'Ends the CASE.'),
]

/** Operators that join two conditions. */
export const JOINTS: readonly LanguageWord[] = [
  keyword('AND', 'TRUE when both conditions are.'),
  keyword('OR', 'TRUE when one of two conditions is.'),
]

/** Operators that compare any two values of one kind. */
export const COMPARISONS: readonly LanguageWord[] = [
  operator('=', 'Equal.'),
  operator('!=', 'Not equal.'),
]

/** Operators that compare two values that have an order. */
export const ORDERS: readonly LanguageWord[] = [
  operator('<', 'Less than.'),
  operator('<=', 'At most.'),
  operator('>', 'More than.'),
  operator('>=', 'At least.'),
]

/** Operators that ask whether a value is in a list or a range. */
export const RANGES: readonly LanguageWord[] = [
  keyword('IN', 'TRUE when the value equals one of a list of constants.'),
  keyword('NOT IN', 'TRUE when the value equals none of a list of constants.'),
  keyword('BETWEEN', 'TRUE from one value to another, both included.'),
  keyword('NOT BETWEEN', 'TRUE outside of a range.'),
]

/** Operators that match a text. */
export const PATTERNS: readonly LanguageWord[] = [
  keyword('LIKE', 'TRUE when a pattern with % and _ matches the whole text.'),
  keyword('NOT LIKE', 'TRUE when a pattern with % and _ does not match the text.'),
]

/** Operators that ask for missing values. */
export const ABSENCES: readonly LanguageWord[] = [
  keyword('IS NULL', 'TRUE when there is no value.'),
  keyword('IS NOT NULL', 'TRUE when there is a value.'),
]

/** Operators of numbers. */
export const ARITHMETIC: readonly LanguageWord[] = [
  operator('+', 'The sum of two numbers.'),
  operator('-', 'The difference of two numbers.'),
  operator('*', 'The product of two numbers.'),
  operator('/', 'The quotient of two numbers as a DOUBLE; NULL for a divisor of 0.'),
  operator('%', 'What is left of a division, with the sign of the dividend.'),
]

/** Begins a list. */
export const OPEN: LanguageWord = operator('(', 'Begins a list.')
/** Stands between two arguments. */
export const COMMA: LanguageWord = operator(',', 'The next argument.')
/** Ends a list, a call or a group. */
export const CLOSE: LanguageWord = operator(')', 'Ends what the matching parenthesis began.')

function keyword(label: string, description: string): LanguageWord {
  return { kind: 'keyword', label, description }
}

function operator(label: string, description: string): LanguageWord {
  return { kind: 'operator', label, description }
}
