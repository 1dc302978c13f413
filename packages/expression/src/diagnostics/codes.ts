/** What {@link DIAGNOSTICS} says of one code. */
export interface DiagnosticKind {
  readonly name: string
  readonly severity: 'error' | 'warning'
  /** English sentence; `{holes}` are filled from the diagnostic's params. */
  readonly message: string
}

/** Every diagnostic of the language. 1xxx syntax, 2xxx types, 3xxx names, 5xxx limits, 6xxx derived calculations; 21xx are warnings. */
export const DIAGNOSTICS = {
  EXP1001: {
    name: 'EXPRESSION_UNCLOSED_TEXT',
    severity: 'error',
    message: 'this text has no closing quote',
  },
  EXP1002: {
    name: 'EXPRESSION_FORBIDDEN_CHARACTER',
    severity: 'error',
    message: '{what} may not stand in an expression',
  },
  EXP1003: {
    name: 'EXPRESSION_UNKNOWN_ESCAPE',
    severity: 'error',
    message: '{escape} is not an escape; write \\\\ for a backslash',
  },
  EXP1004: {
    name: 'EXPRESSION_WIDE_CHARACTER',
    severity: 'error',
    message: "'{character}' is a full-width character; write '{plain}'",
  },
  EXP1005: {
    name: 'EXPRESSION_CURLY_QUOTE',
    severity: 'error',
    message: 'text stands between straight quotes, not {character}',
  },
  EXP1006: {
    name: 'EXPRESSION_UNEXPECTED_CHARACTER',
    severity: 'error',
    message: "'{character}' has no meaning here",
  },
  EXP1007: {
    name: 'EXPRESSION_UNCLOSED_NAME',
    severity: 'error',
    message: "this name has no closing ']'",
  },
  EXP1008: {
    name: 'EXPRESSION_EMPTY_NAME',
    severity: 'error',
    message: 'a name is missing between the brackets',
  },
  EXP1009: {
    name: 'EXPRESSION_HIDDEN_DIRECTION',
    severity: 'warning',
    message: 'the invisible character {what} changes the order in which this text is shown',
  },
  EXP1010: {
    name: 'EXPRESSION_UNCLOSED_PARENTHESIS',
    severity: 'error',
    message: "missing ')'",
  },
  EXP1011: {
    name: 'EXPRESSION_BARE_NAME',
    severity: 'error',
    message: "'{name}' is a bare name; a field is written in brackets, text in quotes",
  },
  EXP1012: {
    name: 'EXPRESSION_CHAINED_COMPARISON',
    severity: 'error',
    message: 'comparisons do not chain; join two of them with AND',
  },
  EXP1013: {
    name: 'EXPRESSION_FOREIGN_FORM',
    severity: 'error',
    message: '{form} is written {instead}',
  },
  EXP1014: {
    name: 'EXPRESSION_QUOTED_NAME',
    severity: 'error',
    message: 'a name in brackets takes no double quotes',
  },
  EXP1015: {
    name: 'EXPRESSION_STRAY_PARENTHESIS',
    severity: 'error',
    message: "this ')' closes nothing",
  },
  EXP1016: {
    name: 'EXPRESSION_MISSING_VALUE',
    severity: 'error',
    message: 'a value is missing {where}',
  },
  EXP1017: {
    name: 'EXPRESSION_MISSING_OPERATOR',
    severity: 'error',
    message: "an operator or ',' is missing before {found}",
  },
  EXP1018: {
    name: 'EXPRESSION_UNEXPECTED',
    severity: 'error',
    message: '{found} has no meaning here',
  },
  EXP1019: {
    name: 'EXPRESSION_FOREIGN_OPERATOR',
    severity: 'error',
    message: "'{found}' is written {instead}",
  },
  EXP1020: { name: 'EXPRESSION_EMPTY', severity: 'error', message: 'the expression is empty' },
  EXP1021: {
    name: 'EXPRESSION_UNOPENED_CALL',
    severity: 'error',
    message: "missing '(' after {name}",
  },
  EXP1022: {
    name: 'EXPRESSION_MISPLACED_NOT',
    severity: 'error',
    message: 'NOT stands before a whole condition; put it and its condition in parentheses here',
  },
  EXP1023: {
    name: 'EXPRESSION_FOREIGN_SPACE',
    severity: 'error',
    message: 'this is not a plain space, tab or line end',
  },
  EXP2001: {
    name: 'EXPRESSION_WRONG_ARGUMENT',
    severity: 'error',
    message: '{function} needs {expected} as its {parameter}; this is {found}',
  },
  EXP2002: {
    name: 'EXPRESSION_ARGUMENT_COUNT',
    severity: 'error',
    message: '{function} takes {expected}; it has {found} here',
  },
  EXP2003: {
    name: 'EXPRESSION_INCOMPARABLE',
    severity: 'error',
    message: 'cannot compare {left} with {right}',
  },
  EXP2004: {
    name: 'EXPRESSION_UNKNOWN_GRAIN',
    severity: 'error',
    message:
      '"{found}" is not a grain; use YEAR, QUARTER, MONTH, WEEK, DAY, HOUR, MINUTE or SECOND',
  },
  EXP2005: {
    name: 'EXPRESSION_GRAIN_TOO_FINE',
    severity: 'error',
    message: 'a DATE has no {grain}; the finest grain here is DAY',
  },
  EXP2006: {
    name: 'EXPRESSION_BAD_CONSTANT',
    severity: 'error',
    message: '"{found}" is not {expected}: {reason}',
  },
  EXP2007: {
    name: 'EXPRESSION_SWAPPED_ARGUMENTS',
    severity: 'error',
    message: '{function} takes ({expected}); two arguments are swapped',
  },
  EXP2008: {
    name: 'EXPRESSION_NOT_CONSTANT',
    severity: 'error',
    message: 'the {parameter} of {function} must be a constant',
  },
  EXP2009: {
    name: 'EXPRESSION_INT_OVERFLOW',
    severity: 'error',
    message: 'the result does not fit in 64 bits',
  },
  EXP2010: {
    name: 'EXPRESSION_NO_MOMENT',
    severity: 'error',
    message: 'Now() has no meaning here: there is no request whose moment it could be',
  },
  EXP2011: {
    name: 'EXPRESSION_WRONG_RESULT',
    severity: 'error',
    message: '{expected} is needed here; this expression gives {found}',
  },
  EXP2012: {
    name: 'EXPRESSION_UNKNOWN_TYPE',
    severity: 'error',
    message:
      '"{found}" is not a type; use "Timestamp", "Date", "String", "Int", "Double" or "Boolean"',
  },
  EXP2013: {
    name: 'EXPRESSION_BAD_FORMAT',
    severity: 'error',
    message: '"{found}" is not a date format: {reason}',
  },
  EXP2014: {
    name: 'EXPRESSION_MIXED_TYPES',
    severity: 'error',
    message: '{function} gives one type; {first} and {second} do not go together',
  },
  EXP2015: {
    name: 'EXPRESSION_WRONG_OPERAND',
    severity: 'error',
    message: "'{op}' needs {expected}; this is {found}",
  },
  EXP2016: {
    name: 'EXPRESSION_IMPOSSIBLE_CAST',
    severity: 'error',
    message: 'a {found} cannot become a {expected}',
  },
  EXP2102: {
    name: 'EXPRESSION_NULL_COMPARISON',
    severity: 'warning',
    message: "'{op} NULL' is never true; ask with IsNull",
  },
  EXP2103: {
    name: 'EXPRESSION_NULL_IN_LIST',
    severity: 'warning',
    message: 'NULL in the list never matches, and makes every miss unknown',
  },
  EXP2104: {
    name: 'EXPRESSION_NEVER_EQUAL',
    severity: 'warning',
    message: 'this is never equal: {found} does not begin a {grain}',
  },
  EXP3001: {
    name: 'EXPRESSION_UNKNOWN_FIELD',
    severity: 'error',
    message: 'no field {found}{suggestion}',
  },
  EXP3002: {
    name: 'EXPRESSION_UNKNOWN_FUNCTION',
    severity: 'error',
    message: 'no function {found}{suggestion}',
  },
  EXP3003: { name: 'EXPRESSION_AMBIGUOUS_NAME', severity: 'error', message: '{reason}' },
  EXP3101: { name: 'EXPRESSION_MISPLACED_NAME', severity: 'error', message: '{reason}' },
  EXP5001: {
    name: 'EXPRESSION_TOO_LONG',
    severity: 'error',
    message: 'the expression has {found} characters; the limit is {limit}',
  },
  EXP5002: {
    name: 'EXPRESSION_TOO_DEEP',
    severity: 'error',
    message: 'nested {found} levels deep; the limit is {limit}',
  },
  EXP5003: {
    name: 'EXPRESSION_TOO_LARGE',
    severity: 'error',
    message: 'the expression has {found} parts; the limit is {limit}',
  },
  EXP5004: {
    name: 'EXPRESSION_TOO_MANY_VALUES',
    severity: 'error',
    message: '{found} values in one call; the limit is {limit}',
  },
  EXP5005: {
    name: 'EXPRESSION_NAME_TOO_LONG',
    severity: 'error',
    message: 'this name has {found} characters; the limit is {limit}',
  },
  EXP5006: {
    name: 'EXPRESSION_NUMBER_TOO_LONG',
    severity: 'error',
    message: 'this number has {found} characters; the limit is {limit}',
  },
  EXP6001: {
    name: 'EXPRESSION_UNKNOWN_INDIRECTION',
    severity: 'error',
    message:
      "'{found}' is not a derived calculation; it is sameperiod, rank, proportion or multi_level_agg",
  },
  EXP6002: {
    name: 'EXPRESSION_UNKNOWN_OFFSET',
    severity: 'error',
    message: "'{found}' is not a period; use yoy, qoq, mom, wow, dod or hod{suggestion}",
  },
  EXP6003: {
    name: 'EXPRESSION_UNKNOWN_METHOD',
    severity: 'error',
    message:
      "'{found}' is not a method; use value, growthvalue, growth, decrease or decreaserate{suggestion}",
  },
  EXP6004: {
    name: 'EXPRESSION_AMBIGUOUS_INDIRECTION',
    severity: 'error',
    message: 'this can be read in more than one way: {readings}',
  },
  EXP6005: {
    name: 'EXPRESSION_UNKNOWN_INDIRECTION_NAME',
    severity: 'error',
    message: 'no {kind} {found}{suggestion}',
  },
  EXP6006: {
    name: 'EXPRESSION_UNKNOWN_AGGREGATE',
    severity: 'error',
    message: "'{found}' is not an aggregate; use SUM, COUNT, COUNT_DISTINCT, AVG, MIN or MAX",
  },
  EXP6007: {
    name: 'EXPRESSION_INCOMPLETE_INDIRECTION',
    severity: 'error',
    message: '{what} is missing {where}',
  },
  EXP6008: {
    name: 'EXPRESSION_UNKNOWN_PERIOD',
    severity: 'error',
    message: "'{found}' is not a period; write it like '{example}'",
  },
  EXP6009: {
    name: 'EXPRESSION_PERIOD_OUT_OF_RANGE',
    severity: 'error',
    message: '{found} periods away is too far; the limit is {limit}',
  },
} as const

/** Stable number of a diagnostic. */
export type DiagnosticCode = keyof typeof DIAGNOSTICS

/** Stable name of a diagnostic, for programs. */
export type DiagnosticName = (typeof DIAGNOSTICS)[DiagnosticCode]['name']
