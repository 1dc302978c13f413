import type { TypedExpr } from '@tributary/expression'
import { parseDecimal } from '@tributary/expression/internal'
import { joinSql, raw, type SqlText, sqlList, sqlText } from '../text/sql-text.ts'
import { allArguments, type FormsOf, form, type SqlArgument, type SqlForm } from './sql-form.ts'

/** The functions of conditions and missing values in standard SQL. */
export const LOGIC_FORMS: FormsOf<
  'IN' | 'Between' | 'If' | 'Case' | 'IsNull' | 'IsNotNull' | 'Coalesce' | 'NullIf'
> = {
  IN: ([value, ...members]) =>
    sqlText`(${value!.text} IN (${sqlList(members.map((member) => member.text))}))`,
  Between: form`(${0} BETWEEN ${1} AND ${2})`,
  If: form`(CASE WHEN ${0} THEN ${1} ELSE ${2} END)`,
  Case: (args) => {
    const branches: SqlText['chunks'][number][] = []
    for (let index = 0; index + 1 < args.length; index += 2) {
      const [condition, value] = [args[index]!, args[index + 1]!]
      branches.push(...sqlText` WHEN ${condition.text} THEN ${value.text}`.chunks)
    }
    return sqlText`(CASE${{ chunks: branches }} ELSE ${args.at(-1)!.text} END)`
  },
  IsNull: form`(${0} IS NULL)`,
  IsNotNull: form`(${0} IS NOT NULL)`,
  Coalesce: form`COALESCE(${allArguments})`,
  NullIf: form`NULLIF(${0}, ${1})`,
}

/** Compares two exact numbers by an operator. */
type CompareDecimals = (compared: {
  readonly op: SqlText
  readonly left: SqlText
  readonly right: SqlText
}) => SqlText

/** The functions that compare, for engines whose own comparison of decimals may fail. */
export function comparingForms(compare: CompareDecimals): FormsOf<'IN' | 'Between' | 'NullIf'> {
  const by = (op: string, left: SqlArgument, right: SqlArgument): SqlText =>
    mayNeedDigits(left.typed, right.typed)
      ? compare({ op: raw(op), left: left.text, right: right.text })
      : sqlText`${left.text} ${raw(op)} ${right.text}`
  const needed = ([value, ...operands]: readonly SqlArgument[]): boolean =>
    operands.some((operand) => mayNeedDigits(value!.typed, operand.typed))
  return {
    IN: (args, call) => {
      if (!needed(args)) return LOGIC_FORMS.IN(args, call)
      const [value, ...members] = args
      return sqlText`(${joinSql(
        members.map((member) => by('=', value!, member)),
        ' OR ',
      )})`
    },
    Between: (args, call) => {
      const [value, low, high] = args
      if (!needed(args)) return LOGIC_FORMS.Between(args, call)
      return sqlText`(${by('>=', value!, low!)} AND ${by('<=', value!, high!)})`
    },
    NullIf: (args, call) => {
      const [value, excludedValue] = args
      if (!needed(args)) return LOGIC_FORMS.NullIf(args, call)
      return sqlText`(CASE WHEN ${by('=', value!, excludedValue!)} THEN NULL ELSE ${value!.text} END)`
    },
  }
}

/** The digits of a constant beside which a DECIMAL of at most 34 digits before the point needs at most 38 in all. */
const FEW_DIGITS = { before: 19, after: 4 }

/** Whether two exact numbers, of which one is a DECIMAL, may need more digits together than engines have. */
export function mayNeedDigits(left: TypedExpr, right: TypedExpr): boolean {
  const types = [left.type, right.type]
  if (!types.includes('DECIMAL') || types.includes('DOUBLE') || types.includes('NULL')) return false
  return !fitsBeside(left, right) && !fitsBeside(right, left)
}

/** Whether a constant is so short that an INT or a column has room for its digits; what is computed may have none left. */
function fitsBeside(constant: TypedExpr, value: TypedExpr): boolean {
  return isShortConstant(constant) && (value.kind === 'reference' || value.type === 'INT')
}

function isShortConstant(typed: TypedExpr): boolean {
  if (typed.kind !== 'constant') return false
  const { constant } = typed
  if (constant.type !== 'DECIMAL') return true
  const { units, scale } = parseDecimal(constant.value)
  const limit = 10n ** BigInt(FEW_DIGITS.before + scale)
  return scale <= FEW_DIGITS.after && units < limit && units > -limit
}

/** A form that gives NULL when an argument is NULL, for engines whose own function leaves NULLs out. */
export function nullIfAnyNull(inner: SqlForm): SqlForm {
  return (args, call) => {
    const [first, ...furtherTests] = args
      .filter(({ typed }) => typed.kind !== 'constant')
      .map(({ text }) => sqlText`${text} IS NULL`)
    const isNull = furtherTests.reduce((all, nullTest) => sqlText`${all} OR ${nullTest}`, first!)
    return sqlText`(CASE WHEN ${isNull} THEN NULL ELSE ${inner(args, call)} END)`
  }
}
