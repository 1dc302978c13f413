import { raw, sqlText } from '../../text/sql-text.ts'
import { type BoundedArithmetic, GUARDED_SCALE } from '../dialect.ts'

/**
 * The operators of PostgreSQL in their range, beyond which they fail. Each is a subquery that names what it computes with; a
 * row of small numbers does not run it.
 */
export const postgresqlArithmetic: BoundedArithmetic = {
  INT: {
    each: (op, left, right) => {
      const result = sqlText`${left}::numeric ${raw(op)} ${right}`
      return sqlText`(SELECT CASE WHEN v BETWEEN ${LEAST_INT} AND ${MOST_INT} THEN v::bigint END FROM (SELECT ${result} AS v OFFSET 0) AS o)`
    },
    guard: {
      condition: (number, size) => {
        const most = raw(String(2n ** BigInt(size)))
        return sqlText`${number} BETWEEN -${most} AND ${most}`
      },
    },
  },
  DECIMAL: {
    each: (op, left, right) => {
      const result = sqlText`${left}::numeric ${raw(op)} ${right}`
      return sqlText`(SELECT ${HELD} FROM (SELECT ${result} AS v OFFSET 0) AS o)`
    },
    guard: {
      condition: (number, size) =>
        sqlText`abs(${number}) < 1e${raw(size)} AND scale(${number}) <= ${raw(GUARDED_SCALE)}`,
      column: (text) => text,
    },
  },
  DOUBLE: {
    each: (op, left, right) => {
      const operands = sqlText`SELECT ${left}::float8 AS l, ${right}::float8 AS r OFFSET 0`
      return sqlText`(SELECT ${raw(DOUBLES[op])} FROM (${operands}) AS o)`
    },
    guard: {
      condition: (number, size) =>
        sqlText`(${number} = 0 OR abs(${number}) BETWEEN ${raw(double(2 ** -size))} AND ${raw(double(2 ** size))})`,
      column: (text) => `${text}::float8`,
    },
  },
  failsOnUnderflow: true,
}

const LEAST_INT = raw('-9223372036854775808')
const MOST_INT = raw('9223372036854775807')

/** A decimal of at most 38 digits; those after the point beyond the 38th are rounded off. */
const HELD = raw(
  'CASE WHEN abs(v) < 10::numeric ^ (38 - LEAST(scale(v), 38)) THEN CASE WHEN scale(v) > 38 THEN round(v, 38) ELSE v END END',
)

function double(value: number): string {
  return `'${value}'::float8`
}

const ZERO = double(0)
const TINY = double(2 ** -512)

/** 2^-1075: what is not larger is rounded to 0. Both sides are multiplied by 2^537, with which they are doubles. */
const SCALED = double(2 ** 537)
const LEAST_SCALED = double(2 ** -538)

/**
 * Operators of the doubles `l` and `r`. They are computed where the result is neither infinite nor, though not 0, rounded to 0;
 * both is found out with numbers that are divided by a power of two.
 */
const DOUBLES: Readonly<Record<'+' | '-' | '*' | '/', string>> = {
  '+': compileSum('+'),
  '-': compileSum('-'),
  '*': `CASE WHEN l IS NOT NULL AND r IS NOT NULL AND (GREATEST(abs(l), 1) * ${TINY}) * (GREATEST(abs(r), 1) * ${TINY}) < 1 THEN CASE WHEN l = 0 OR r = 0 THEN ${ZERO} WHEN abs(l) < 1 AND abs(r) < 1 AND abs(l) * ${SCALED} <= ${LEAST_SCALED} / abs(r) * ${double(1 + 2 ** -50)} THEN ${ZERO} ELSE l * r END END`,
  '/': `CASE WHEN r <> 0 AND GREATEST(abs(l), ${double(2 ** -100)}) * ${TINY} < LEAST(abs(r), 1) * ${double(2 ** 512)} THEN CASE WHEN l = 0 THEN ${ZERO} WHEN abs(r) > 1 AND LEAST(abs(l), ${double(2 ** 400)}) * ${SCALED} <= abs(r) * ${LEAST_SCALED} THEN ${ZERO} ELSE l / r END END`,
}

function compileSum(op: '+' | '-'): string {
  const half = `l * 0.5 ${op} r * 0.5`
  const isSmall = `LEAST(abs(l), abs(r)) < 1 OR GREATEST(abs(l), abs(r)) < ${double(2 ** 1000)}`
  return `CASE WHEN ${isSmall} THEN l ${op} r WHEN abs(${half}) < ${double(2 ** 1023)} THEN l ${op} r END`
}
