import type { ValueType } from '@tributary/expression'
import { type CastTarget, constantText, targetOf } from '@tributary/expression/internal'
import type { SqlText } from '../text/sql-text.ts'
import type { FormsOf, SqlForm } from './sql-form.ts'

/** A DECIMAL with its digits in all and after the point. */
export type DecimalTarget = Extract<CastTarget, { readonly type: 'DECIMAL' }>

/** How an engine converts values; what has no meaning in the other type is NULL. */
export interface EngineCasts {
  /** A value as the text that the language writes. */
  toText(value: SqlText, from: ValueType): SqlText
  /** A text as a value of another type, read as strictly as the language reads it. */
  fromText(text: SqlText, to: CastTarget): SqlText
  /** A value that is no text as one of another type that is no text. */
  fromValue(value: SqlText, from: ValueType, to: CastTarget): SqlText
}

/** The conversions of an engine. */
export function castForms(engine: EngineCasts): FormsOf<'Cast' | 'TryCast'> {
  const cast: SqlForm = ([value], { args }) => {
    const { typed, text } = value!
    const to = targetOf(constantText(args[1])!)
    if (typed.type === to.type && to.type !== 'DECIMAL') return text
    if (to.type === 'STRING') return engine.toText(text, typed.type)
    return typed.type === 'STRING'
      ? engine.fromText(text, to)
      : engine.fromValue(text, typed.type, to)
  }
  return { Cast: cast, TryCast: cast }
}
