export type { Arithmetic, ArithmeticOperator } from './ast/arithmetic.ts'
export type { BooleanLiteral } from './ast/boolean-literal.ts'
export type { Call } from './ast/call.ts'
export type { Column } from './ast/column.ts'
export type { Comparison, ComparisonOperator } from './ast/comparison.ts'
export type { Expr } from './ast/expr.ts'
export type { Field } from './ast/field.ts'
export type { Logical } from './ast/logical.ts'
export { MIRRORED } from './ast/mirrored.ts'
export type { Negate } from './ast/negate.ts'
export type { Not } from './ast/not.ts'
export type { NullLiteral } from './ast/null-literal.ts'
export type { NumberLiteral } from './ast/number-literal.ts'
export type { StringLiteral } from './ast/string-literal.ts'
export { type CheckOptions, type CheckResult, check } from './check/check.ts'
export type { Level } from './check/context.ts'
export type { KnownValue, NameDescription, NameProblem, Resolution, Scope } from './check/scope.ts'
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
} from './check/typed-expr.ts'
export { type CompileOptions, compile } from './compile.ts'
export { complete } from './complete/complete.ts'
export type { CompleteOptions, Completion, CompletionKind } from './complete/completion.ts'
export { type Hover, type HoverOptions, hover } from './complete/hover.ts'
export type { Constant } from './constant.ts'
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
} from './decimal.ts'
export { diagnose } from './diagnose.ts'
export { applyFix } from './diagnostics/apply-fix.ts'
export {
  DIAGNOSTICS,
  type DiagnosticCode,
  type DiagnosticKind,
  type DiagnosticName,
} from './diagnostics/codes.ts'
export type { Diagnostic, Fix } from './diagnostics/diagnostic.ts'
export { type FormatOptions, formatDiagnostic } from './diagnostics/format.ts'
export { inLanguage, messageOf } from './diagnostics/in-language.ts'
export type { DiagnosticLocale } from './diagnostics/messages/messages.ts'
export { ExpressionError, type ExpressionErrorCode } from './errors.ts'
export { evaluate, type ReadReference } from './evaluate/evaluate.ts'
export { toText } from './evaluate/to-text.ts'
export type { AggregateLeaf } from './functions/aggregate/aggregate-function.ts'
export { extractAggregates } from './functions/aggregate/extract-aggregates.ts'
export type {
  AggregateDefinition,
  Argument,
  CallSite,
  Example,
  FunctionDefinition,
  Parameter,
  ScalarDefinition,
} from './functions/definition.ts'
export {
  FUNCTIONS,
  type FunctionName,
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
  MultiLevelAggregate,
  PeriodMethod,
  Proportion,
  Rank,
  SamePeriod,
} from './indirection/indirection.ts'
export type { IndirectionNames } from './indirection/indirection-names.ts'
export { type IndirectionResult, parseIndirection } from './indirection/parse-indirection.ts'
export { type PeriodResult, parsePeriod } from './indirection/parse-period.ts'
export type {
  GrainToDate,
  Period,
  PeriodCount,
  RelativeDate,
  SpecifyDate,
  ToDate,
} from './indirection/period.ts'
export { type BoundedInterval, periodInterval } from './indirection/period-interval.ts'
export type { PeriodOffset } from './indirection/period-offset.ts'
export { type IndirectionNameMap, printIndirection } from './indirection/print-indirection.ts'
export { shiftInterval } from './indirection/shift-interval.ts'
export { DEFAULT_LIMITS, type Limits } from './limits.ts'
export type { Span } from './span.ts'
export { type ParseResult, parse } from './syntax/parse.ts'
export { addGrain, truncate } from './time/grains.ts'
export type { Interval } from './time/interval-set.ts'
export { intervalsOf } from './time/intervals-of.ts'
export { parseTime } from './time/parse-time.ts'
export { isDecimal, numberOf, type Value } from './value.ts'
export type { Grain, ValueType } from './value-type.ts'
export { mapReferences } from './visit/map-references.ts'
export type { NameForms, NameResolver } from './visit/name-writer.ts'
export { type PrintOptions, print } from './visit/print.ts'
export { references } from './visit/references.ts'
export { rewrite } from './visit/rewrite.ts'
export { typedChildrenOf, withTypedChildren } from './visit/typed-children.ts'
export { typedReferences } from './visit/typed-references.ts'
export { walk } from './visit/walk.ts'
