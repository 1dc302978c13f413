import { numberOf } from '../../values/value.ts'
import { numberParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { bind, type SqlText, sqlText } from '../sql-text.ts'
import { doubleForms, onlyFinite } from './double-argument.ts'
import { LARGEST_LN, LEAST_LN } from './logarithm-limits.ts'

/** `Power(base, exponent)`. */
export const power: ScalarDefinition = plainFunction({
  name: 'Power',
  family: 'number',
  description:
    'A number raised to another, as a DOUBLE; NULL when there is no such number or none that large.',
  parameters: [numberParameter('base'), numberParameter('exponent')],
  examples: [
    { text: 'Power(2, 10)', result: '1024' },
    { text: 'Power(4, 0.5)', result: '2' },
    { text: 'Power(-8, 0.5)', result: null },
    { text: 'Power(0, -1)', result: null },
  ],
  result: 'DOUBLE',
  evaluate: ([base, exponent]) => onlyFinite(numberOf(base!) ** numberOf(exponent!)),
  sql: doubleForms({
    duckdb: (base, exponent) => finite(sqlText`isfinite`, sqlText`power(${base!}, ${exponent!})`),
    postgresql: (base, exponent) => guarded(base!, exponent!),
    trino: (base, exponent) => finite(sqlText`is_finite`, sqlText`power(${base!}, ${exponent!})`),
    clickhouse: (base, exponent) => finite(sqlText`isFinite`, sqlText`pow(${base!}, ${exponent!})`),
  }),
})

function finite(test: SqlText, result: SqlText): SqlText {
  return sqlText`(CASE WHEN ${test}(${result}) THEN ${result} END)`
}

/** PostgreSQL fails where the result is no number, too large or too small, so that is asked before. */
function guarded(base: SqlText, exponent: SqlText): SqlText {
  const size = sqlText`ln(abs(${base})) * GREATEST(LEAST(${exponent}, ${MOST}), -${MOST})`
  return sqlText`(CASE WHEN ${base} IS NULL OR ${exponent} IS NULL THEN NULL WHEN ${exponent} = 0 OR ${base} = 1 THEN 1 WHEN ${base} = 0 THEN CASE WHEN ${exponent} > 0 THEN 0 END WHEN ${base} < 0 AND ${exponent} <> trunc(${exponent}) THEN NULL WHEN abs(${exponent}) < ${LITTLE} THEN 1 WHEN ${size} > ${LARGEST_LN.bound} THEN NULL WHEN ${size} < ${LEAST_LN.bound} THEN 0 ELSE power(${base}, ${exponent}) END)`
}

/** An exponent so large that only 1 and -1 stay what they are, and none so small that the product vanishes. */
const MOST: SqlText = bind({ type: 'DOUBLE', value: 1e290 })
const LITTLE: SqlText = bind({ type: 'DOUBLE', value: 1e-290 })
