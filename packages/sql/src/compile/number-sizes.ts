import type { TypedExpr } from '@tributary/expression'
import {
  MAX_DECIMAL_DIGITS,
  parseDecimal,
  type TypedArithmetic,
  type TypedCall,
} from '@tributary/expression/internal'

/** An operator of numbers. */
export type NumberOperator = Extract<TypedExpr, { readonly kind: 'arithmetic' | 'negate' }>

/** Whether an expression is an operator whose result has a type, and not NULL by its types alone. */
export function isOperator(typed: TypedExpr, type: TypedExpr['type']): typed is NumberOperator {
  if (typed.type !== type) return false
  if (typed.kind === 'negate') return typed.operand.type !== 'NULL'
  return typed.kind === 'arithmetic' && typed.left.type !== 'NULL' && typed.right.type !== 'NULL'
}

/** The size of an INT or a DECIMAL: at most `most` units of 10^-scale, whatever its sign. */
export interface ExactSize {
  readonly most: bigint
  readonly scale: number
}

/** The size of an operand that is no operator of the same type; null where it is unknown. */
export type MeasureSize<Size> = (measure: TypedExpr) => Size | null

/** The size of the largest INT, which is that of the least one less 1. */
export const MAX_INT: bigint = 2n ** 63n - 1n
const ANY_INT: ExactSize = { most: 2n ** 63n, scale: 0 }
const DECIMAL_LIMIT = 10n ** BigInt(MAX_DECIMAL_DIGITS)

/** The size of operators of INTs or DECIMALs; null where one of them may leave its type. */
export function findExactSize(
  operator: NumberOperator,
  measureSize: MeasureSize<ExactSize>,
): ExactSize | null {
  const { type } = operator
  const inner = (part: TypedExpr): ExactSize | null =>
    isOperator(part, type) ? findExactSize(part, measureSize) : measureSize(part)
  if (operator.kind === 'negate') return keepFittingSize(type, inner(operator.operand))
  const leftSize = inner(operator.left)
  const rightSize = leftSize && inner(operator.right)
  return (
    leftSize && rightSize && keepFittingSize(type, combineExact(operator.op, leftSize, rightSize))
  )
}

function keepFittingSize(type: TypedExpr['type'], size: ExactSize | null): ExactSize | null {
  if (size === null) return null
  const fits =
    type === 'INT'
      ? size.most <= MAX_INT
      : size.most < DECIMAL_LIMIT && size.scale <= MAX_DECIMAL_DIGITS
  return fits ? size : null
}

function combineExact(op: TypedArithmetic['op'], left: ExactSize, right: ExactSize): ExactSize {
  if (op === '*') return { most: left.most * right.most, scale: left.scale + right.scale }
  const scale = Math.max(left.scale, right.scale)
  const [a, b] = [left, right].map((size) => size.most * 10n ** BigInt(scale - size.scale)) as [
    bigint,
    bigint,
  ]
  if (op !== '%') return { most: a + b, scale }
  const [most] = a < b ? [a] : [b]
  return { most: scale === 0 && most > MAX_INT ? MAX_INT : most, scale }
}

/** The size of an operand whatever row it is of; null for a DECIMAL, whose digits are unknown. */
export function findAnySize(measure: TypedExpr): ExactSize | null {
  if (measure.kind === 'constant') {
    const { constant } = measure
    if (constant.type === 'INT') return { most: absolute(constant.value), scale: 0 }
    if (constant.type !== 'DECIMAL') return null
    const { units, scale } = parseDecimal(constant.value)
    return { most: absolute(units), scale }
  }
  if (measure.type !== 'INT') return null
  if (isOperator(measure, 'INT')) return findExactSize(measure, findAnySize) ?? ANY_INT
  return measure.kind === 'call' ? (findCallSize(measure) ?? ANY_INT) : ANY_INT
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** The size of an INT that a function gives; null where every one may be. */
function findCallSize({ function: name, args }: TypedCall): ExactSize | null {
  const most = PART_SIZES[name]
  if (most !== undefined) return { most, scale: 0 }
  const chosen = CHOICES[name]?.(args)
  if (chosen === undefined) return null
  return chosen
    .map(
      (choice) =>
        findAnySize(choice) ?? (choice.type === 'NULL' ? { most: 0n, scale: 0 } : ANY_INT),
    )
    .reduce((largest, size) => (size.most > largest.most ? size : largest))
}

/** The largest results of functions whose results are small. A text of an engine has fewer than 2^31 characters. */
const PART_SIZES: Readonly<Partial<Record<string, bigint>>> = {
  Sign: 1n,
  Length: 2n ** 31n,
  Position: 2n ** 31n,
  Year: 9999n,
  Quarter: 4n,
  Month: 12n,
  Week: 53n,
  Day: 31n,
  DayOfWeek: 7n,
  DayOfYear: 366n,
  Hour: 23n,
  Minute: 59n,
  Second: 59n,
  DateDiff: 2n ** 39n,
}

/** The arguments of which a function gives one. */
const CHOICES: Readonly<
  Partial<Record<string, (args: readonly TypedExpr[]) => readonly TypedExpr[]>>
> = {
  If: (args) => args.slice(1),
  Case: (args) => args.filter((_, index) => index % 2 === 1 || index === args.length - 1),
  Coalesce: (args) => args,
  NullIf: (args) => args.slice(0, 1),
  Greatest: (args) => args,
  Least: (args) => args,
}

/** Bounds of a DOUBLE other than 0: 2^least <= |x| < 2^most. */
export interface DoubleSize {
  readonly least: number
  readonly most: number
}

/** The size of any double. */
const ANY_DOUBLE: DoubleSize = { least: -1074, most: 1024 }
const ANY_DECIMAL: DoubleSize = { least: -127, most: 127 }

/** The size of operators of DOUBLEs; null where one of them may be infinite, or `isStrict` and not 0 but too small. */
export function findDoubleSize(
  operator: NumberOperator,
  measureSize: MeasureSize<DoubleSize>,
  isStrict: boolean,
): DoubleSize | null {
  const inner = (part: TypedExpr): DoubleSize | null =>
    isOperator(part, 'DOUBLE') ? findDoubleSize(part, measureSize, isStrict) : measureSize(part)
  if (operator.kind === 'negate') return inner(operator.operand)
  const leftSize = inner(operator.left)
  const rightSize = leftSize && inner(operator.right)
  const size = leftSize && rightSize && combineDoubles(operator.op, leftSize, rightSize)
  if (size === null || size.most > 1024 || (isStrict && size.least < -1022)) return null
  return { ...size, least: Math.max(size.least, -1074) }
}

/** Digits of a double: the difference of two is 0 or a multiple of the last digit of one of them. */
const DIGITS = 53

function combineDoubles(
  op: TypedArithmetic['op'],
  left: DoubleSize,
  right: DoubleSize,
): DoubleSize {
  switch (op) {
    case '*':
      return { least: left.least + right.least - 1, most: left.most + right.most }
    case '/':
      return { least: left.least - right.most - 1, most: left.most - right.least }
    case '%':
      return { least: -1022, most: left.most }
    default: {
      const least = Math.min(left.least, right.least) - DIGITS
      return { least, most: Math.max(left.most, right.most) + 1 }
    }
  }
}

/** The size of an operand of DOUBLEs whatever row it is of. */
export function findAnyDoubleSize(measure: TypedExpr): DoubleSize {
  if (measure.type === 'DECIMAL' && measure.kind !== 'constant') return ANY_DECIMAL
  const exact = findAnySize(measure)
  if (exact !== null) {
    const digits = Math.ceil(exact.scale * Math.log2(10))
    return { least: -digits, most: exact.most.toString(2).length - Math.floor(exact.scale * 3) }
  }
  if (measure.kind !== 'constant' || measure.constant.type !== 'DOUBLE') return ANY_DOUBLE
  const value = Math.abs(measure.constant.value)
  if (value === 0) return { least: 0, most: 0 }
  return { least: Math.floor(Math.log2(value)), most: Math.floor(Math.log2(value)) + 1 }
}
