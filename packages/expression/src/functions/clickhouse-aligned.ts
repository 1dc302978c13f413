import type { TypedExpr } from '../tree/typed-expr.ts'
import type { SqlForm } from './sql-forms.ts'
import { type SqlText, sqlText } from './sql-text.ts'

/**
 * A form for ClickHouse of a function that gives one of its arguments: numbers are brought to one type, since it has none
 * for an integer and a double, or for decimals of different scales. Those keep 10 digits after the point.
 */
export function clickhouseAligned(form: SqlForm): SqlForm {
  return (args, call) =>
    form(
      args.map(({ typed, text }) => ({ typed, text: aligned(typed, text, call.type) })),
      call,
    )
}

function aligned(typed: TypedExpr, text: SqlText, type: TypedExpr['type']): SqlText {
  if (typed.type !== 'INT' && typed.type !== 'DECIMAL') return text
  if (type === 'DECIMAL') return sqlText`toDecimal256(${text}, 10)`
  return type === 'DOUBLE' ? sqlText`toFloat64(${text})` : text
}
