import type { ValueType } from '@tributary/expression'
import { type CastTarget, constantText, parseCastTarget } from '@tributary/expression/internal'
import { type SqlText, sqlText } from '../text/sql-text.ts'
import type { FormsOf, SqlForm } from './sql-form.ts'

/** A DECIMAL with its digits in all and after the point. */
export type DecimalTarget = Extract<CastTarget, { readonly type: 'DECIMAL' }>

type Form<Others extends readonly unknown[]> = (
  value: SqlText,
  ...extraArguments: Others
) => SqlText

/** How an engine converts values; what has no meaning in the other type is NULL. */
export interface EngineCasts {
  /** A value as the text that the language writes, by its type. */
  readonly toText: Readonly<Partial<Record<ValueType, Form<[]>>>> & { readonly OTHER: Form<[]> }
  /** A text as a value of another type, read as strictly as the language reads it. */
  readonly fromText: Readonly<Record<'INT' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP', Form<[]>>> & {
    readonly DECIMAL: Form<[to: DecimalTarget]>
  }
  /** A value that is no text, of the type `from`, as one of another type that is no text. */
  readonly fromValue: Readonly<
    Record<'INT' | 'DOUBLE' | 'DATE' | 'TIMESTAMP', Form<[from: ValueType]>>
  > & { readonly DECIMAL: Form<[from: ValueType, to: DecimalTarget]> }
}

/** The decimal that a DOUBLE prints as, rounded to digits after the point, as a DOUBLE again. */
export function createPrintedRounding({
  fromValue,
}: EngineCasts): (number: SqlText, digits: number) => SqlText {
  return (number, scale) => {
    const rounded = fromValue.DECIMAL(number, 'DOUBLE', { type: 'DECIMAL', precision: 38, scale })
    return fromValue.DOUBLE(rounded, 'DECIMAL')
  }
}

/** The conversions of an engine. */
export function castForms(engine: EngineCasts): FormsOf<'Cast' | 'TryCast'> {
  const { toText, fromText, fromValue } = engine
  const cast: SqlForm = ([value], { args }) => {
    const { text } = value!
    const from = value!.typed.type
    const to = parseCastTarget(constantText(args[1])!)
    if (to.type === 'DECIMAL') {
      return from === 'STRING' ? fromText.DECIMAL(text, to) : fromValue.DECIMAL(text, from, to)
    }
    if (from === to.type) return text
    if (to.type === 'STRING') return (toText[from] ?? toText.OTHER)(text)
    if (from !== 'STRING') {
      return to.type === 'BOOLEAN' ? sqlText`(${text} <> 0)` : fromValue[to.type](text, from)
    }
    return to.type === 'DATE'
      ? fromValue.DATE(fromText.TIMESTAMP(text), 'TIMESTAMP')
      : fromText[to.type](text)
  }
  return { Cast: cast, TryCast: cast }
}
