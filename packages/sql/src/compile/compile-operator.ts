import { assertNever } from '@tributary/core'
import { type TypedExpr, typedReferences } from '@tributary/expression'
import type { TypedArithmetic } from '@tributary/expression/internal'
import {
  type BoundedOperators,
  GUARDED_SCALE,
  type Guard,
  type SqlDialect,
} from '../dialects/dialect.ts'
import { joinSql, raw, type SqlText, sqlText } from '../text/sql-text.ts'
import {
  findAnyDoubleSize,
  findAnySize,
  findDoubleSize,
  findExactSize,
  isOperator,
  MAX_INT,
  type NumberOperator,
} from './number-sizes.ts'
import { LEVELS, type Piece } from './piece.ts'

/** The context in which an operator is compiled. */
export interface OperatorTarget {
  readonly dialect: SqlDialect
  /** An operand in parentheses unless it binds at least as tightly as a level. */
  operand(typed: TypedExpr, level: number): SqlText
  /** The same for an operand that passes a NaN or an infinity on to the result. @defaultValue `operand` */
  passing?(typed: TypedExpr, level: number): SqlText
  /** Whether all numbers are small enough for plain operators. @defaultValue false */
  readonly isSmall?: boolean
}

/** The types whose operators have a range. */
type NumberType = 'INT' | 'DECIMAL' | 'DOUBLE'

/**
 * Compiles an operator of numbers, with those of the same type in its operands, so that its value is NULL where one of
 * them leaves the type. They are plain operators where none can, whatever the row.
 */
export function compileOperator(operator: NumberOperator, target: OperatorTarget): Piece {
  const type = operator.type as NumberType
  const { arithmetic } = target.dialect
  const fits =
    type === 'DOUBLE'
      ? findDoubleSize(operator, findAnyDoubleSize, arithmetic.failsOnUnderflow)
      : findExactSize(operator, findAnySize)
  if (fits !== null) return compilePlain(operator, target)
  const bounds = arithmetic[type]
  const text =
    'bound' in bounds
      ? bounds.bound(
          compileBare(operator, target, bounds.column).text,
          columnIn(operator, target.dialect),
        )
      : compileEach(operator, { ...target, bounds })
  return { text, level: LEVELS.primary }
}

/** The first column of an expression; null without any. */
function columnIn(typed: TypedExpr, { identifier }: SqlDialect): SqlText | null {
  const [first] = typedReferences(typed)
  return first === undefined || first.table === null
    ? null
    : raw(`${identifier(first.table)}.${identifier(first.name)}`)
}

/** Plain operators of columns as they are, whose values that are not of the language make the result one that is not. */
function compileBare(
  operator: NumberOperator,
  target: OperatorTarget,
  column: ((text: string) => string) | undefined,
): Piece {
  const passing = (measure: TypedExpr, level: number): SqlText =>
    bareColumn(measure, target.dialect, operator.type === measure.type ? column : undefined) ??
    target.operand(measure, level)
  return compilePlain(operator, { ...target, passing })
}

/** A column without {@link SqlDialect.column}; null for what is no column, or has no such form. */
function bareColumn(
  measure: TypedExpr,
  { identifier }: SqlDialect,
  column: ((text: string) => string) | undefined,
): SqlText | null {
  if (measure.kind !== 'reference' || measure.table === null || column === undefined) return null
  return raw(column(`${identifier(measure.table)}.${identifier(measure.name)}`))
}

/** Operators as the engine has them, with the operands of other types. */
function compilePlain(typed: TypedExpr, target: OperatorTarget): Piece {
  const { dialect, passing = target.operand } = target
  const { type } = typed
  const inner = (part: TypedExpr, level: number): SqlText => {
    if (!isOperator(part, type)) return widenInteger(part, passing(part, level), dialect)
    const piece = compilePlain(part, target)
    return piece.level < level ? sqlText`(${piece.text})` : piece.text
  }
  if (typed.kind === 'negate') {
    return { text: sqlText`-${inner(typed.operand, LEVELS.primary)}`, level: LEVELS.sign }
  }
  const { op, left, right } = typed as TypedArithmetic
  switch (op) {
    case '+':
    case '-': {
      const text = sqlText`${inner(left, LEVELS.sum)}${raw(` ${op} `)}${inner(right, LEVELS.sum + 1)}`
      return { text, level: LEVELS.sum }
    }
    case '*': {
      const isWide = left.type === 'DECIMAL' && right.type !== 'DOUBLE'
      const first = isWide
        ? dialect.wideDecimal(inner(left, LEVELS.primary))
        : inner(left, LEVELS.product)
      const text = sqlText`${first} * ${inner(right, LEVELS.product + 1)}`
      return { text, level: LEVELS.product }
    }
    case '/':
    case '%': {
      // An infinite divisor would leave no trace in the result, so that a divisor of doubles is bounded by itself.
      const isInner = isOperator(right, type) && (type !== 'DOUBLE' || target.isSmall === true)
      const divisor = isInner ? inner(right, 0) : target.operand(right, 0)
      const level = op === '/' ? 0 : LEVELS.product
      const dividend = isOperator(left, type) ? inner(left, level) : passing(left, level)
      const text =
        op === '/' ? dialect.divide(dividend, divisor) : dialect.remainder(dividend, divisor, type)
      return { text, level: LEVELS.product }
    }
    default:
      return assertNever(op)
  }
}

/** A number as an operand. A file may store its integers in a byte, and arithmetic of bytes overflows at 128. */
function widenInteger(typed: TypedExpr, text: SqlText, dialect: SqlDialect): SqlText {
  return typed.kind === 'reference' && typed.type === 'INT' ? dialect.wideInteger(text) : text
}

interface EachTarget extends OperatorTarget {
  readonly bounds: Extract<BoundedOperators, { readonly each: unknown }>
}

/** Operators each of which is bounded, and plain ones for rows with small numbers. */
function compileEach(operator: NumberOperator, target: EachTarget): SqlText {
  const { each, last = (result) => result, guard } = target.bounds
  const bounded = compileBounded(operator, target, each)
  const small = guard === undefined ? null : compileSmall(operator, target, guard)
  if (small === null) return last(bounded)
  return sqlText`(CASE WHEN ${small.condition} THEN ${small.text} ELSE ${bounded} END)`
}

function compileBounded(
  typed: TypedExpr,
  target: OperatorTarget,
  each: EachTarget['bounds']['each'],
): SqlText {
  const { type } = typed
  const inner = (part: TypedExpr): SqlText =>
    isOperator(part, type)
      ? compileBounded(part, target, each)
      : target.operand(part, LEVELS.primary)
  if (typed.kind === 'negate') {
    const right = inner(typed.operand)
    return type === 'INT' ? each('-', raw(0), right) : sqlText`(-${right})`
  }
  const { op, left, right } = typed as TypedArithmetic
  if (op !== '%') return each(op, inner(left), inner(right))
  return sqlText`(${target.dialect.remainder(inner(left), inner(right), type)})`
}

/** Plain operators, and the condition that the numbers of a row are small enough for them. */
interface SmallRows {
  readonly condition: SqlText
  readonly text: SqlText
}

/** The same for the operands of unknown size; null where these are long, or would have to be very small. */
function compileSmall(
  operator: NumberOperator,
  target: OperatorTarget,
  guard: Guard,
): SmallRows | null {
  const size = findGuardSize(operator, target)
  if (size === null) return null
  const { dialect } = target
  const conditions = new Map<string, SqlText>()
  let isShort = true
  const text = compilePlain(operator, {
    dialect,
    isSmall: true,
    operand(part, level) {
      if (isOperator(part, operator.type) || !isGuarded(part, operator.type)) {
        return target.operand(part, level)
      }
      const number = bareColumn(part, dialect, guard.column) ?? target.operand(part, LEVELS.primary)
      isShort &&= number.chunks.length <= MAX_GUARDED
      conditions.set(JSON.stringify(number.chunks, textOfBigint), guard.condition(number, size))
      return number
    },
  }).text
  return isShort ? { condition: joinSql([...conditions.values()], ' AND '), text } : null
}

function textOfBigint(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/** The most pieces of an operand that is written three times. An expression around it has more, and is written once. */
const MAX_GUARDED = 6

/** Whether the size of an operand is unknown. */
function isGuarded(measure: TypedExpr, type: TypedExpr['type']): boolean {
  if (type === 'DOUBLE') return measure.type === 'DOUBLE' && measure.kind !== 'constant'
  const size = findAnySize(measure)
  return size === null || (type === 'INT' && size.most > MAX_INT)
}

/** The sizes to try, from the largest, and how small operands are at least where a condition pays. */
const GUARD_SIZES = { INT: [62, 20], DECIMAL: [18, 3], DOUBLE: [510, 60] } as const

/** The largest size of the operands with which no operator leaves its type; null where it would be very small. */
function findGuardSize(operator: NumberOperator, { dialect }: OperatorTarget): number | null {
  const type = operator.type as NumberType
  const [largest, least] = GUARD_SIZES[type]
  for (let size = largest; size >= least; size--) {
    if (fitsWith(operator, size, dialect)) return size
  }
  return null
}

function fitsWith(operator: NumberOperator, size: number, { arithmetic }: SqlDialect): boolean {
  const { type } = operator
  if (type === 'DOUBLE') {
    const sizeOf = (measure: TypedExpr) =>
      isGuarded(measure, type) ? { least: -size, most: size + 1 } : findAnyDoubleSize(measure)
    return findDoubleSize(operator, sizeOf, arithmetic.failsOnUnderflow) !== null
  }
  const small =
    type === 'INT'
      ? { most: 2n ** BigInt(size), scale: 0 }
      : { most: 10n ** BigInt(size + GUARDED_SCALE), scale: GUARDED_SCALE }
  const sizeOf = (measure: TypedExpr) => (isGuarded(measure, type) ? small : findAnySize(measure))
  return findExactSize(operator, sizeOf) !== null
}
