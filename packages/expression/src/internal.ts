// For the packages of this repository only; no stability promise.

// Kinds of nodes.

export { type ArithmeticOperator, type ComparisonOperator, MIRRORED } from './tree/expr.ts'
export { getSqlName } from './tree/function-names.ts'
export { joinConditions } from './tree/memberships.ts'
export {
  callNode,
  constantNode,
  constantText,
  type TypedArithmetic,
  type TypedCall,
  type TypedComparison,
  type TypedConstant,
  type TypedLogical,
  textNode,
} from './tree/typed-expr.ts'
export { listTypedChildren, mapReferences, mapTypedChildren, treeKey } from './tree/visit-typed.ts'

// Exact decimals and other values.

export { evaluateFormula } from './evaluate/evaluate.ts'
export { floorDivide } from './values/civil.ts'
export { isInt } from './values/constant.ts'
export {
  addDecimals,
  compareDecimals,
  decimalText,
  decimalToNumber,
  MAX_DECIMAL_DIGITS,
  multiplyDecimals,
  negateDecimal,
  numberToDecimal,
  parseDecimal,
  subtractDecimals,
  unitsAt,
} from './values/decimal.ts'
export { compareValues, DAY, isDecimal, toDecimal, valueToNumber } from './values/value.ts'

// How dates and times are written in files.

export { MONTHS_BY_NAME } from './time/month-names.ts'
export {
  hasTimeOfDay,
  hasZone,
  type PatternField,
  parseTimePattern,
  type TimePattern,
} from './time/time-pattern.ts'

// Functions.

export type { AggregateMeasure, ScalarFunctionName } from './functions/definition/definition.ts'
export {
  type ArgumentRule,
  type ChoiceFacts,
  joinComparisons,
  type SmoothFacts,
} from './functions/definition/formula-facts.ts'
export {
  boundRange,
  type CallRanges,
  combineDefined,
  type NumberRange,
  type Outcome,
  operateRanges,
  raiseRange,
  UNDEFINED_RANGE,
} from './functions/definition/number-range.ts'
export { extractAggregates } from './functions/extract-aggregates.ts'
export { getScalarDefinition } from './functions/registry.ts'

// Facts about functions for SQL dialects.

export { type CastTarget, parseCastTarget } from './functions/conversion/cast-target.ts'
export {
  ANY_NUMBER,
  HOUR,
  REAL_DATE,
  SIXTY,
  TIME_OF_DAY,
  WHOLE_NUMBER,
  YEAR,
} from './functions/definition/patterns.ts'
export { MIN_INT } from './functions/number/arithmetic.ts'
export { MAX_LN, MIN_LN } from './functions/number/exponents.ts'
export { ROUNDING_DOUBT, roundingLimit } from './functions/number/round-value.ts'
export { getRoundDigits } from './functions/number/rounding.ts'
export { type LetterTable, lowerLetters, upperLetters } from './functions/text/letter-case.ts'
export { parseFinding, parseRegexp } from './functions/text/regexp/parse-regexp.ts'
export { type Edges, printRegexp } from './functions/text/regexp/print-regexp.ts'
export { findingAt } from './functions/text/regexp-find.ts'
export { regexpAt } from './functions/text/regexp-like.ts'
export { clampCount, MAX_CHARACTERS } from './functions/text/slice.ts'
export { countBuiltBy, MAX_BUILT } from './functions/text/text-size.ts'
export { SPACES } from './functions/text/trim.ts'
export { CALENDAR, type Calendar, maxPeriods } from './functions/time/calendar.ts'
export { formatAt } from './functions/time/formats.ts'
export { TIME_PARTS, type TimePart } from './functions/time/parts.ts'
export { computedGrainAt, grainAt } from './functions/time/time-arguments.ts'
export { clockStretches } from './time/clock-stretches.ts'
export {
  customGrain,
  isUnread,
  listedPeriods,
  MOST_LISTED_DAYS,
  unreadGrain,
} from './time/custom-grain.ts'
export type { DateField, DateFormat } from './time/date-format.ts'
export {
  compareGrains,
  computeGrainShift,
  findGrainByName,
  findGrainWord,
  GRAIN_WORDS,
  isCustomGrain,
  isDivisibleByGrain,
  isFinerThanDay,
  nextPeriod,
  PLAIN_GRAINS,
  periodNumber,
  resolveGrain,
  splitGrain,
  toPlainGrain,
  wordOfGrain,
} from './time/grains.ts'
export { labelKey, shownPeriod } from './time/labels.ts'
export { END_OF_TIME } from './time/time-range.ts'
export { localTime, momentOfLocalTime } from './time/wall-clock.ts'
export {
  type CustomPeriods,
  grainOfWord,
  PLAIN_CALENDAR,
  WEEKDAYS,
  whyWithoutGrain,
  wordsIn,
} from './time/work-calendar.ts'

// Derived calculations and periods, which protocol strings name.

export type { Indirection, IndirectionNames, PeriodMethod } from './indirection/indirection.ts'
export { parseIndirection } from './indirection/parse-indirection.ts'
export { type Period, parsePeriod } from './indirection/parse-period.ts'
export {
  type BoundedInterval,
  periodInterval,
  shiftInterval,
} from './indirection/period-interval.ts'
export type { PeriodOffset } from './indirection/period-offset.ts'
export { printIndirection } from './indirection/print-indirection.ts'
