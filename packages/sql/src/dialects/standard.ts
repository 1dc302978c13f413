import { type SqlText, sqlText } from '@tributary/expression'
import type { ComparisonOperator } from '@tributary/expression/internal'
import { raw } from '../text/sql-text.ts'

/** `left op right` as every engine writes it. */
export function plainComparison(op: ComparisonOperator, left: SqlText, right: SqlText): SqlText {
  return sqlText`${left}${raw(` ${op === '!=' ? '<>' : op} `)}${right}`
}
