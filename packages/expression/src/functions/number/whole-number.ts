import type { TypedCall, TypedExpr } from '../../tree/typed-expr.ts'
import type { SqlForm } from '../sql-forms.ts'
import { sqlText } from '../sql-text.ts'

/** A call in whose place an INT can stand as it is, having no fraction. */
export function unlessInt(call: TypedCall): TypedExpr {
  return call.type === 'INT' ? call.args[0]! : call
}

/**
 * A form for DuckDB whose result, a decimal without a fraction, leaves room for the fraction of another: DuckDB takes digits
 * from it when both together have more than 38, and a cast to DECIMAL has 10 after its point. NULL for a number of more
 * than 28 digits.
 */
export function withRoom(form: SqlForm): SqlForm {
  return (args, call) =>
    call.type === 'DECIMAL'
      ? sqlText`TRY_CAST(${form(args, call)} AS DECIMAL(28, 0))`
      : form(args, call)
}
