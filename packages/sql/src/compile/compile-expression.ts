import { assertNever } from '@tributary/core'
import type { FunctionName, TypedExpr, TypedReference, ValueType } from '@tributary/expression'
import {
  CALENDAR,
  countBuiltBy,
  DAY,
  getScalarDefinition,
  type TypedCall,
  type TypedConstant,
} from '@tributary/expression/internal'
import type { SqlDialect } from '../dialects/dialect.ts'
import { tooLargeError, unsupportedReferenceError } from '../errors.ts'
import { mayNeedDigits } from '../functions/logic-forms.ts'
import type { SqlForm } from '../functions/sql-form.ts'
import { bind, buildingText, joinSql, raw, type SqlText, sqlText } from '../text/sql-text.ts'
import { compileOperator } from './compile-operator.ts'
import { LEVELS, type Piece } from './piece.ts'

/**
 * Compiles a checked expression to SQL: columns are qualified by the alias of their table, and every value is a bound
 * parameter. Pass the result to {@link toStatement}. `SQL_UNSUPPORTED_EXPRESSION` for what the engine does not have.
 *
 * @example
 * ```ts
 * import { compile, type Scope } from '@tributary/attribution/expression'
 * import { compileExpression, duckdbDialect, toStatement } from '@tributary/platform/sql'
 * const scope: Scope = {
 *   resolve: () => ({ found: { kind: 'reference', table: 's', name: 'price', type: 'INT' } }),
 *   names: () => ['price'],
 * }
 * const typed = compile('[price] > 10', scope, { path: 'expensive' })
 * const sql = compileExpression(typed, duckdbDialect)
 * toStatement(sql, duckdbDialect).text // => '"s"."price" > $1::BIGINT'
 * ```
 */
export function compileExpression(typed: TypedExpr, dialect: SqlDialect): SqlText {
  return compile(typed, dialect).text
}

/** The same for a condition that others are joined to by AND. */
export function compileConjunct(typed: TypedExpr, dialect: SqlDialect): SqlText {
  return operand(typed, LEVELS.and, dialect)
}

/** The same for a time whose result alone is held to the calendar: a column stays as it is, and engines know its ends. */
export function compileUnclamped(typed: TypedExpr, dialect: SqlDialect): SqlText {
  if (typed.kind !== 'reference' || typed.table === null) return compileExpression(typed, dialect)
  const { table, name, type } = typed
  return raw(dialect.column(columnName(table, name, dialect), type, dialect.timeZone))
}

/**
 * The most pieces of SQL of one call: forms that write an argument twice double in size with every nesting. A list of 10,000
 * values has 20,000.
 */
const MAX_PIECES = 50_000

function compile(typed: TypedExpr, dialect: SqlDialect): Piece {
  if (typed.kind === 'reference') {
    return { text: referenceText(typed, dialect), level: LEVELS.primary }
  }
  if (typed.kind === 'constant')
    return { text: constantText(typed, dialect), level: LEVELS.primary }
  // An engine would have to guess a type for the parts of what is NULL in any case.
  if (isNull(typed)) return { text: raw(dialect.nullOf(typed.type)), level: LEVELS.primary }
  switch (typed.kind) {
    case 'call':
      return { text: callText(typed, dialect), level: LEVELS.primary }
    case 'comparison': {
      if (dialect.compareDecimals !== undefined && mayNeedDigits(typed.left, typed.right)) {
        const op = raw(typed.op === '!=' ? '<>' : typed.op)
        const [left, right] = [typed.left, typed.right].map((side) =>
          operand(side, LEVELS.primary, dialect),
        ) as [SqlText, SqlText]
        return { text: dialect.compareDecimals({ op, left, right }), level: LEVELS.primary }
      }
      const { op, left, right } = typed
      const text = dialect.comparison(
        op,
        compileComparisonSide(left, right, dialect),
        compileComparisonSide(right, left, dialect),
        left.type,
      )
      return { text, level: LEVELS.comparison }
    }
    case 'logical': {
      const level = typed.op === 'AND' ? LEVELS.and : LEVELS.or
      const operands = typed.operands.map((node) => operand(node, level + 1, dialect))
      return { text: joinSql(operands, ` ${typed.op} `), level }
    }
    case 'not':
      return {
        text: sqlText`NOT ${operand(typed.operand, LEVELS.comparison, dialect)}`,
        level: LEVELS.not,
      }
    case 'arithmetic':
    case 'negate':
      return compileOperator(typed, {
        dialect,
        operand: (part, level) => operand(part, level, dialect),
      })
    default:
      return assertNever(typed)
  }
}

/** Whether the value is NULL by its types alone. */
function isNull(typed: TypedExpr): boolean {
  if (typed.type === 'NULL') return true
  switch (typed.kind) {
    case 'arithmetic':
    case 'comparison':
      return typed.left.type === 'NULL' || typed.right.type === 'NULL'
    case 'negate':
      return typed.operand.type === 'NULL'
    case 'call':
      return (
        getScalarDefinition(typed.function).nulls === 'propagate' &&
        typed.args.some((argument) => argument.type === 'NULL')
      )
    default:
      return false
  }
}

function operand(typed: TypedExpr, level: number, dialect: SqlDialect): SqlText {
  const piece = compile(typed, dialect)
  return piece.level < level ? sqlText`(${piece.text})` : piece.text
}

/**
 * A side of a comparison. A column beside a constant within the calendar is not held to the calendar, which changes no
 * result, so that engines can use an index or skip rows.
 */
function compileComparisonSide(
  typed: TypedExpr,
  comparand: TypedExpr,
  dialect: SqlDialect,
): SqlText {
  return typed.kind === 'reference' && isWithinCalendar(comparand, typed.type)
    ? compileUnclamped(typed, dialect)
    : operand(typed, LEVELS.comparison + 1, dialect)
}

/** Whether it is a constant of a type of times that is neither the first nor the last of the calendar. */
function isWithinCalendar(typed: TypedExpr, type: ValueType): boolean {
  if (typed.kind !== 'constant' || typed.constant.type !== type) return false
  const { constant } = typed
  if (constant.type === 'DATE') {
    const start = BigInt(constant.value) * DAY
    return start > CALENDAR.first && start + DAY < CALENDAR.last
  }
  return (
    constant.type === 'TIMESTAMP' &&
    constant.value > CALENDAR.first &&
    constant.value < CALENDAR.last
  )
}

function constantText({ constant, type }: TypedConstant, dialect: SqlDialect): SqlText {
  switch (constant.type) {
    case 'NULL':
      return raw(dialect.nullOf(type))
    case 'BOOLEAN':
      return raw(constant.value ? 'TRUE' : 'FALSE')
    default:
      return bind(constant)
  }
}

function referenceText({ table, name, type }: TypedReference, dialect: SqlDialect): SqlText {
  if (type === 'NULL') return raw(dialect.nullOf(type))
  if (table === null) throw unsupportedReferenceError(name)
  const column = dialect.column(columnName(table, name, dialect), type, dialect.timeZone)
  return raw(type === 'DATE' || type === 'TIMESTAMP' ? dialect.inCalendar(column, type) : column)
}

/** The name of a column, qualified by the alias of its table. */
export function columnName(table: string, name: string, { identifier }: SqlDialect): string {
  return `${identifier(table)}.${identifier(name)}`
}

function callText(call: TypedCall, dialect: SqlDialect): SqlText {
  const form = requireSqlForm(call.function, dialect.functions)
  const isBare = comparesColumn(call)
  const args = call.args.map((typed, i) => ({
    typed,
    text:
      isBare && i === 0
        ? compileUnclamped(typed, dialect)
        : operand(typed, LEVELS.primary, dialect),
  }))
  const text = form(args, call)
  if (text.chunks.length > MAX_PIECES) throw tooLargeError(call.function)
  return buildingText(text, Math.ceil(countBuiltBy(call)))
}

/** Whether a call compares its first argument, a column, with constants within the calendar alone, or with NULL. */
function comparesColumn({ function: name, args: [first, ...comparands] }: TypedCall): boolean {
  return (
    COMPARING.has(name) &&
    first?.kind === 'reference' &&
    comparands.every((comparand) => isWithinCalendar(comparand, first.type))
  )
}

const COMPARING: ReadonlySet<FunctionName> = new Set(['IN', 'Between', 'IsNull', 'IsNotNull'])

/** The checker replaces some functions, and aggregates are taken out of formulas: no such call is left here. */
function requireSqlForm(
  name: FunctionName,
  forms: Readonly<Partial<Record<FunctionName, SqlForm>>>,
): SqlForm {
  const form = forms[name]
  if (form === undefined) throw new TypeError(`${name} is not computed row by row`)
  return form
}
