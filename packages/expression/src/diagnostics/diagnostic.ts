import type { Span } from '../tree/span.ts'

/**
 * Every diagnostic by its code, with its name and severity: 1xxx syntax, 2xxx types, 21xx warnings, 22xx
 * aggregates, 3xxx names, 5xxx limits, 6xxx derived calculations and periods.
 */
export const DIAGNOSTICS = {
  EXP1001: { name: 'EXPRESSION_UNCLOSED_TEXT', severity: 'error' },
  EXP1002: { name: 'EXPRESSION_FORBIDDEN_CHARACTER', severity: 'error' },
  EXP1003: { name: 'EXPRESSION_UNKNOWN_ESCAPE', severity: 'error' },
  EXP1004: { name: 'EXPRESSION_WIDE_CHARACTER', severity: 'error' },
  EXP1005: { name: 'EXPRESSION_CURLY_QUOTE', severity: 'error' },
  EXP1006: { name: 'EXPRESSION_UNEXPECTED_CHARACTER', severity: 'error' },
  EXP1007: { name: 'EXPRESSION_UNCLOSED_NAME', severity: 'error' },
  EXP1008: { name: 'EXPRESSION_EMPTY_NAME', severity: 'error' },
  EXP1009: { name: 'EXPRESSION_HIDDEN_DIRECTION', severity: 'warning' },
  EXP1010: { name: 'EXPRESSION_UNCLOSED_PARENTHESIS', severity: 'error' },
  EXP1011: { name: 'EXPRESSION_BARE_NAME', severity: 'error' },
  EXP1012: { name: 'EXPRESSION_CHAINED_COMPARISON', severity: 'error' },
  EXP1013: { name: 'EXPRESSION_FOREIGN_FORM', severity: 'error' },
  EXP1014: { name: 'EXPRESSION_QUOTED_NAME', severity: 'error' },
  EXP1015: { name: 'EXPRESSION_STRAY_PARENTHESIS', severity: 'error' },
  EXP1016: { name: 'EXPRESSION_MISSING_VALUE', severity: 'error' },
  EXP1017: { name: 'EXPRESSION_MISSING_OPERATOR', severity: 'error' },
  EXP1018: { name: 'EXPRESSION_UNEXPECTED', severity: 'error' },
  EXP1020: { name: 'EXPRESSION_EMPTY', severity: 'error' },
  EXP1021: { name: 'EXPRESSION_UNOPENED_CALL', severity: 'error' },
  EXP1022: { name: 'EXPRESSION_MISPLACED_NOT', severity: 'error' },
  EXP1023: { name: 'EXPRESSION_FOREIGN_SPACE', severity: 'error' },
  EXP1024: { name: 'EXPRESSION_UNFINISHED_CASE', severity: 'error' },
  EXP1025: { name: 'EXPRESSION_COMMENT', severity: 'error' },
  EXP2001: { name: 'EXPRESSION_WRONG_ARGUMENT', severity: 'error' },
  EXP2002: { name: 'EXPRESSION_ARGUMENT_COUNT', severity: 'error' },
  EXP2003: { name: 'EXPRESSION_INCOMPARABLE', severity: 'error' },
  EXP2004: { name: 'EXPRESSION_UNKNOWN_GRAIN', severity: 'error' },
  EXP2005: { name: 'EXPRESSION_GRAIN_TOO_FINE', severity: 'error' },
  EXP2006: { name: 'EXPRESSION_BAD_CONSTANT', severity: 'error' },
  EXP2007: { name: 'EXPRESSION_SWAPPED_ARGUMENTS', severity: 'error' },
  EXP2008: { name: 'EXPRESSION_NOT_CONSTANT', severity: 'error' },
  EXP2009: { name: 'EXPRESSION_INT_OVERFLOW', severity: 'error' },
  EXP2010: { name: 'EXPRESSION_NO_MOMENT', severity: 'error' },
  EXP2011: { name: 'EXPRESSION_WRONG_RESULT', severity: 'error' },
  EXP2012: { name: 'EXPRESSION_UNKNOWN_TYPE', severity: 'error' },
  EXP2013: { name: 'EXPRESSION_BAD_FORMAT', severity: 'error' },
  EXP2014: { name: 'EXPRESSION_MIXED_TYPES', severity: 'error' },
  EXP2015: { name: 'EXPRESSION_WRONG_OPERAND', severity: 'error' },
  EXP2016: { name: 'EXPRESSION_IMPOSSIBLE_CAST', severity: 'error' },
  EXP2017: { name: 'EXPRESSION_UNKNOWN_PART', severity: 'error' },
  EXP2018: { name: 'EXPRESSION_NO_FISCAL_YEAR', severity: 'error' },
  EXP2102: { name: 'EXPRESSION_NULL_COMPARISON', severity: 'warning' },
  EXP2103: { name: 'EXPRESSION_NULL_IN_LIST', severity: 'warning' },
  EXP2104: { name: 'EXPRESSION_NEVER_EQUAL', severity: 'warning' },
  EXP2201: { name: 'EXPRESSION_MIXED_LEVELS', severity: 'error' },
  EXP2202: { name: 'EXPRESSION_MISPLACED_AGGREGATE', severity: 'error' },
  EXP2203: { name: 'EXPRESSION_NESTED_AGGREGATE', severity: 'error' },
  EXP3001: { name: 'EXPRESSION_UNKNOWN_FIELD', severity: 'error' },
  EXP3002: { name: 'EXPRESSION_UNKNOWN_FUNCTION', severity: 'error' },
  EXP3003: { name: 'EXPRESSION_AMBIGUOUS_NAME', severity: 'error' },
  EXP3101: { name: 'EXPRESSION_MISPLACED_NAME', severity: 'error' },
  EXP5001: { name: 'EXPRESSION_TOO_LONG', severity: 'error' },
  EXP5002: { name: 'EXPRESSION_TOO_DEEP', severity: 'error' },
  EXP5003: { name: 'EXPRESSION_TOO_LARGE', severity: 'error' },
  EXP5004: { name: 'EXPRESSION_TOO_MANY_VALUES', severity: 'error' },
  EXP5005: { name: 'EXPRESSION_NAME_TOO_LONG', severity: 'error' },
  EXP5006: { name: 'EXPRESSION_NUMBER_TOO_LONG', severity: 'error' },
  EXP5007: { name: 'EXPRESSION_TEXT_TOO_LONG', severity: 'error' },
  EXP6001: { name: 'EXPRESSION_UNKNOWN_INDIRECTION', severity: 'error' },
  EXP6002: { name: 'EXPRESSION_UNKNOWN_OFFSET', severity: 'error' },
  EXP6003: { name: 'EXPRESSION_UNKNOWN_METHOD', severity: 'error' },
  EXP6004: { name: 'EXPRESSION_AMBIGUOUS_INDIRECTION', severity: 'error' },
  EXP6005: { name: 'EXPRESSION_UNKNOWN_INDIRECTION_NAME', severity: 'error' },
  EXP6006: { name: 'EXPRESSION_UNKNOWN_AGGREGATE', severity: 'error' },
  EXP6007: { name: 'EXPRESSION_INCOMPLETE_INDIRECTION', severity: 'error' },
  EXP6008: { name: 'EXPRESSION_UNKNOWN_PERIOD', severity: 'error' },
  EXP6009: { name: 'EXPRESSION_PERIOD_OUT_OF_RANGE', severity: 'error' },
  EXP6010: { name: 'EXPRESSION_UNKNOWN_RANGE', severity: 'error' },
} as const

/** The stable code of a diagnostic, `EXP1010`. */
export type DiagnosticCode = keyof typeof DIAGNOSTICS

/** The stable name of a diagnostic, `EXPRESSION_UNKNOWN_FIELD`. */
export type DiagnosticName = (typeof DIAGNOSTICS)[DiagnosticCode]['name']

/** A mistake in a text, or a warning: what it is, where it is and how to fix it. */
export interface Diagnostic {
  /** The stable code, `EXP1010`. */
  readonly code: DiagnosticCode
  /** The stable name, `EXPRESSION_UNKNOWN_FIELD`. `detailErrorMsg` of the HTTP API begins with it. */
  readonly name: string
  readonly severity: 'error' | 'warning'
  /** One English sentence for a person. */
  readonly message: string
  /** The values that fill the message, for translations. */
  readonly params: Readonly<Record<string, string | number>>
  readonly span: Span
  /** Further places that explain the first, such as "opened here". */
  readonly labels?: readonly { readonly span: Span; readonly text: string }[]
  /** What could be written here instead; absent when there are more than four possibilities. */
  readonly expected?: readonly string[]
  /** Fixes, the best first. */
  readonly fixes?: readonly Fix[]
}

/** A fix that a program can apply: each span is replaced by its text. */
export interface Fix {
  readonly title: string
  readonly edits: readonly { readonly span: Span; readonly text: string }[]
}
