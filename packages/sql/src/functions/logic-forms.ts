import { type SqlText, sqlList, sqlText } from '../text/sql-text.ts'
import { allArguments, type FormsOf, form, type SqlForm } from './sql-form.ts'

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

/** A form that gives NULL when an argument is NULL, for engines whose own function leaves NULLs out. */
export function nullIfAnyNull(inner: SqlForm): SqlForm {
  return (args, call) => {
    const [first, ...others] = args
      .filter(({ typed }) => typed.kind !== 'constant')
      .map(({ text }) => sqlText`${text} IS NULL`)
    const isNull = others.reduce((all, one) => sqlText`${all} OR ${one}`, first!)
    return sqlText`(CASE WHEN ${isNull} THEN NULL ELSE ${inner(args, call)} END)`
  }
}
