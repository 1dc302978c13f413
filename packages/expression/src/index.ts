export { type CheckOptions, type CheckResult, check } from './check/check.ts'
export { type CompileOptions, compile, diagnose } from './check/compile.ts'
export type { Level } from './check/context.ts'
export { intervalsOf } from './check/intervals-of.ts'
export type { KnownValue, NameDescription, NameProblem, Resolution, Scope } from './check/scope.ts'
export { complete } from './complete/complete.ts'
export type { CompleteOptions, Completion, CompletionKind } from './complete/completion.ts'
export { type Hover, type HoverOptions, hover } from './complete/hover.ts'
export {
  DIAGNOSTICS,
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticKind,
  type DiagnosticName,
  type Fix,
} from './diagnostics/diagnostic.ts'
export { type FormatOptions, formatDiagnostic } from './diagnostics/format.ts'
export { inLanguage, messageOf } from './diagnostics/in-language.ts'
export type { DiagnosticLocale } from './diagnostics/messages/messages.ts'
export { applyFix } from './diagnostics/working-fixes.ts'
export { ExpressionError, type ExpressionErrorCode } from './errors.ts'
export { evaluate, type ReadReference } from './evaluate/evaluate.ts'
export { extractAggregates } from './functions/aggregate/extract-aggregates.ts'
export type {
  AggregateDefinition,
  AggregateLeaf,
  Argument,
  CallSite,
  Example,
  FunctionDefinition,
  Parameter,
  ScalarDefinition,
} from './functions/definition.ts'
export {
  FUNCTIONS,
  findFunction,
  functionNamed,
  scalarNamed,
} from './functions/registry.ts'
export {
  bind,
  type SqlArgument,
  type SqlDialectName,
  type SqlText,
  sqlList,
  sqlText,
} from './functions/sql-text.ts'
export type {
  Indirection,
  IndirectionDimension,
  IndirectionName,
  IndirectionNames,
  MultiLevelAggregate,
  PeriodMethod,
  Proportion,
  Rank,
  SamePeriod,
} from './indirection/indirection.ts'
export { type IndirectionResult, parseIndirection } from './indirection/parse-indirection.ts'
export {
  type GrainToDate,
  type Period,
  type PeriodCount,
  type PeriodResult,
  parsePeriod,
  type RelativeDate,
  type SpecifyDate,
  type ToDate,
} from './indirection/parse-period.ts'
export {
  type BoundedInterval,
  periodInterval,
  shiftInterval,
} from './indirection/period-interval.ts'
export type { PeriodOffset } from './indirection/period-offset.ts'
export { type IndirectionNameMap, printIndirection } from './indirection/print-indirection.ts'
export { DEFAULT_LIMITS, type Limits } from './syntax/limits.ts'
export { type ParseResult, parse } from './syntax/parse.ts'
export { addGrain, truncate } from './time/grains.ts'
export type { Interval } from './time/interval-set.ts'
export { parseTime } from './time/parse-time.ts'
export {
  type Arithmetic,
  type ArithmeticOperator,
  type BooleanLiteral,
  type Call,
  type Column,
  type Comparison,
  type ComparisonOperator,
  type Expr,
  type Field,
  type Logical,
  MIRRORED,
  type Negate,
  type Not,
  type NullLiteral,
  type NumberLiteral,
  type StringLiteral,
} from './tree/expr.ts'
export { aliasesOf, type FunctionName } from './tree/function-names.ts'
export { type NameForms, type NameResolver, type PrintOptions, print } from './tree/print.ts'
export type { Span } from './tree/span.ts'
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
export { references, rewrite, walk } from './tree/visit.ts'
export {
  mapReferences,
  typedChildrenOf,
  typedReferences,
  withTypedChildren,
} from './tree/visit-typed.ts'
export type { Constant } from './values/constant.ts'
export {
  addDecimals,
  type Decimal,
  decimalOf,
  decimalText,
  decimalToNumber,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  unitsAt,
} from './values/decimal.ts'
export { toText } from './values/to-text.ts'
export { isDecimal, numberOf, type Value } from './values/value.ts'
export type { Grain, ValueType } from './values/value-type.ts'
