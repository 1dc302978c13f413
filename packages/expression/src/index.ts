// Text to syntax tree and back.

export { DEFAULT_LIMITS, type Limits } from './syntax/limits.ts'
export { type ParseResult, parse } from './syntax/parse.ts'
export { type NameForms, type NameResolver, type PrintOptions, print } from './tree/print.ts'

// The syntax tree.

export type {
  Arithmetic,
  ArithmeticOperator,
  BooleanLiteral,
  Call,
  Column,
  Comparison,
  ComparisonOperator,
  Expr,
  Field,
  Logical,
  Negate,
  Not,
  NullLiteral,
  NumberLiteral,
  StringLiteral,
} from './tree/expr.ts'
export type { Span } from './tree/span.ts'
export { references, rewrite, walk } from './tree/visit.ts'

// Names and constants as texts; `@tributary/expression/literal` has them alone, without the parser.

export { type ConstantType, constantText, nameText } from './literal.ts'

// Checking against the names and types of a scope.

export { type CheckOptions, type CheckResult, check } from './check/check.ts'
export { type CompileOptions, compile, diagnose } from './check/compile.ts'
export type { Level } from './check/context.ts'
export type { KnownValue, NameDescription, NameProblem, Resolution, Scope } from './check/scope.ts'

// The checked tree, its value for a row, and the times that it selects.

export { findConditionIntervals } from './check/condition-intervals.ts'
export { evaluate, type ReadReference } from './evaluate/evaluate.ts'
export type { Interval } from './time/interval-set.ts'
export type {
  TypedArithmetic,
  TypedCall,
  TypedComparison,
  TypedConstant,
  TypedExpr,
  TypedLogical,
  TypedNegate,
  TypedNot,
  TypedReference,
} from './tree/typed-expr.ts'
export { typedReferences } from './tree/visit-typed.ts'

// Types and values.

export type { Constant } from './values/constant.ts'
export type { Decimal } from './values/decimal.ts'
export { toText } from './values/to-text.ts'
export type { Value } from './values/value.ts'
export type {
  ComputedGrain,
  ComputedWord,
  CustomGrain,
  CustomWord,
  Grain,
  GrainWord,
  MonthNumber,
  PlainGrain,
  ValueType,
  Weekday,
} from './values/value-type.ts'

// Times, in microseconds since 1970-01-01.

export {
  COMPARE_WORDS,
  type ComparedRanges,
  type ComparedRangesOptions,
  isAverageOfPrevious,
  isRange,
  type RangeOptions,
  readComparedRanges,
  readCompareRange,
  readRange,
} from './check/read-range.ts'
export { addGrain, truncate } from './time/grains.ts'
export { parseTime } from './time/parse-time.ts'
export { rangeCondition, rangeText } from './time/range-text.ts'
export type { TimeRange } from './time/time-range.ts'
export type { CustomPeriods, WorkCalendar } from './time/work-calendar.ts'

// Diagnostics.

export type { Diagnostic, Fix } from './diagnostics/diagnostic.ts'
export { type FormatOptions, formatDiagnostic } from './diagnostics/format.ts'
export {
  DIAGNOSTICS,
  type DiagnosticCode,
  type DiagnosticName,
} from './diagnostics/messages/codes.ts'
export type { DiagnosticLocale } from './diagnostics/messages/messages.ts'
export { translateDiagnostic } from './diagnostics/translate.ts'
export { applyFix } from './diagnostics/working-fixes.ts'
export { ExpressionError, type ExpressionErrorCode } from './errors.ts'

// Completion and hover for editors.

export { complete } from './complete/complete.ts'
export type { CompleteOptions, Completion, CompletionKind } from './complete/completion.ts'
export { type Hover, type HoverOptions, hover } from './complete/hover.ts'

// The functions of the language.

export type { Example, FunctionDefinition, Parameter } from './functions/definition/definition.ts'
export { FUNCTIONS, findFunction } from './functions/registry.ts'
export {
  type FunctionFamily,
  type FunctionName,
  listFunctionAliases,
} from './tree/function-names.ts'
