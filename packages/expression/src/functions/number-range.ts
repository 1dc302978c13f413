/** Bounds of the values of a formula on a stretch of its arguments. */
export interface NumberRange {
  /** No value is lower. */
  readonly low: number
  /** No value is higher. */
  readonly high: number
  /** `always`: it has a value at every point; `never`: at none; `maybe`: that is not known. */
  readonly defined: 'always' | 'maybe' | 'never'
}

/** The value of a condition; null for NULL. */
export type Outcome = boolean | null

/** The arguments of a call whose range is computed. */
export interface CallRanges {
  readonly count: number
  /** The range of an argument that is a number. */
  range(index: number): NumberRange
  /** The ranges of all arguments. */
  ranges(): readonly NumberRange[]
  /** The values that an argument, a condition, may have. */
  outcomes(index: number): readonly Outcome[]
  /** True for an argument that is a constant. */
  isConstant(index: number): boolean
}

/** The range of a call. */
export interface CallRange extends NumberRange {
  /** True when the call may change from one branch to another: a choice, or the turning point of `Abs`. */
  readonly changesBranch?: boolean
}

/** The range of what has no value anywhere. */
export const UNDEFINED_RANGE: NumberRange = {
  low: Number.NaN,
  high: Number.NaN,
  defined: 'never',
}

/** The range between the least and the largest of some numbers; everything when one of them is NaN. */
export function boundRange(
  numbers: readonly number[],
  defined: NumberRange['defined'],
): NumberRange {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  return Number.isNaN(low)
    ? { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, defined: 'maybe' }
    : { low, high, defined }
}

/** Whether an operation that needs all its operands has a value. */
export function combineDefined(...ranges: readonly NumberRange[]): NumberRange['defined'] {
  if (ranges.some(({ defined }) => defined === 'never')) return 'never'
  return ranges.every(({ defined }) => defined === 'always') ? 'always' : 'maybe'
}

/** The range of an arithmetic operation, but for a remainder. */
export function operateRanges(op: string, left: NumberRange, right: NumberRange): NumberRange {
  const defined = combineDefined(left, right)
  if (defined === 'never') return UNDEFINED_RANGE
  switch (op) {
    case '+':
      return boundRange([left.low + right.low, left.high + right.high], defined)
    case '-':
      return boundRange([left.low - right.high, left.high - right.low], defined)
    case '*':
      return boundRange(multiplyBounds(left, right), defined)
    default: {
      if (right.low === 0 && right.high === 0) return UNDEFINED_RANGE
      if (right.low <= 0 && right.high >= 0) return boundRange([Number.NaN], 'maybe')
      const inverse = { low: 1 / right.high, high: 1 / right.low, defined }
      return boundRange(multiplyBounds(left, inverse), defined)
    }
  }
}

function multiplyBounds(left: NumberRange, right: NumberRange): readonly number[] {
  const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b)
  return [
    times(left.low, right.low),
    times(left.low, right.high),
    times(left.high, right.low),
    times(left.high, right.high),
  ]
}

/** The range of a function that rises with its argument. */
export function mapRange(range: NumberRange, rising: (x: number) => number): NumberRange {
  return boundRange([rising(range.low), rising(range.high)], range.defined)
}

/** The range of a whole power. */
export function raiseRange({ low, high, defined }: NumberRange, exponent: number): NumberRange {
  const ends = boundRange([low ** exponent, high ** exponent], defined)
  const even = exponent % 2 === 0
  return even && exponent > 0 && low < 0 && high > 0 ? { ...ends, low: 0 } : ends
}

/** The bounds of several ranges together. */
export function encloseRanges(ranges: readonly NumberRange[]): Pick<NumberRange, 'low' | 'high'> {
  const low = Math.min(...ranges.map((range) => range.low))
  return { low, high: Math.max(...ranges.map((range) => range.high)) }
}
