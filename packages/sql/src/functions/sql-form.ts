import type { TypedExpr } from '@tributary/expression'
import type { ScalarFunctionName, TypedCall } from '@tributary/expression/internal'
import { type SqlText, sqlList } from '../text/sql-text.ts'

/** An argument of a call. Its text can stand next to any operator: it is a name, a parameter, a call or in parentheses. */
export interface SqlArgument {
  readonly typed: TypedExpr
  readonly text: SqlText
}

/** Writes a call of a function in the SQL of one engine; the result can stand next to any operator. */
export type SqlForm = (args: readonly SqlArgument[], call: TypedCall) => SqlText

/** The form of each of some functions. */
export type FormsOf<Name extends ScalarFunctionName> = Readonly<Record<Name, SqlForm>>

/** The form of every function of the language, in the SQL of one engine. */
export type FunctionForms = FormsOf<ScalarFunctionName>

/** The value of a hole of {@link form}: the position of an argument, SQL, or a form of the same call. */
type Hole = number | SqlText | SqlForm

/** The form of a template: <code>form`strpos(${0}, ${1})`</code> calls `strpos` with the first and the second argument. */
export function form(strings: TemplateStringsArray, ...holes: readonly Hole[]): SqlForm {
  return (args, call) => {
    const chunks: SqlText['chunks'][number][] = []
    for (let index = 0; index < strings.length; index++) {
      if (strings[index] !== '') chunks.push(strings[index]!)
      if (index < holes.length) chunks.push(...fillHole(holes[index]!, args, call).chunks)
    }
    return { chunks }
  }
}

function fillHole(hole: Hole, args: readonly SqlArgument[], call: TypedCall): SqlText {
  if (typeof hole === 'number') return args[hole]!.text
  return typeof hole === 'function' ? hole(args, call) : hole
}

/** All arguments with commas between them. */
export const allArguments: SqlForm = (args) => sqlList(args.map((argument) => argument.text))

/** The form of a function whose arguments are first changed, such as brought to one type. */
export function withArguments(
  inner: SqlForm,
  change: (argument: SqlArgument, call: TypedCall) => SqlText,
): SqlForm {
  return (args, call) =>
    inner(
      args.map((argument) => ({ typed: argument.typed, text: change(argument, call) })),
      call,
    )
}
