// For the packages of this repository only; no stability promise.

// Functions.
export { extractAggregates } from './functions/aggregate/extract-aggregates.ts'
export type { AggregateLeaf } from './functions/definition.ts'
export { functionNamed, scalarNamed } from './functions/registry.ts'
// Derived calculations and periods, which protocol strings name.
export type {
  Indirection,
  IndirectionNames,
  PeriodMethod,
} from './indirection/indirection.ts'
export { parseIndirection } from './indirection/parse-indirection.ts'
export { type Period, parsePeriod } from './indirection/parse-period.ts'
export {
  type BoundedInterval,
  periodInterval,
  shiftInterval,
} from './indirection/period-interval.ts'
export type { PeriodOffset } from './indirection/period-offset.ts'
export { printIndirection } from './indirection/print-indirection.ts'
// Kinds of nodes.
export { type ArithmeticOperator, type ComparisonOperator, MIRRORED } from './tree/expr.ts'
export type {
  TypedArithmetic,
  TypedCall,
  TypedComparison,
  TypedConstant,
  TypedLogical,
} from './tree/typed-expr.ts'
export { mapReferences, typedChildrenOf, withTypedChildren } from './tree/visit-typed.ts'
// Exact decimals, and values of any type.
export {
  addDecimals,
  decimalOf,
  decimalText,
  decimalToNumber,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  unitsAt,
} from './values/decimal.ts'
export { isDecimal, numberOf } from './values/value.ts'
