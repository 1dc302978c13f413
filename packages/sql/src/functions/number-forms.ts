import {
  getRoundDigits,
  MAX_LN,
  MIN_INT,
  MIN_LN,
  ROUNDING_DOUBT,
  roundingLimit,
} from '@tributary/expression/internal'
import { bind, raw, type SqlText, sqlText } from '../text/sql-text.ts'
import { type FormsOf, form, type SqlForm } from './sql-form.ts'

/** SQL of a value in another type. */
export type Cast = (value: SqlText) => SqlText

/** The form of a function of doubles; `write` gets every argument as a DOUBLE. */
export function formOfDoubles(asDouble: Cast, write: (...args: SqlText[]) => SqlText): SqlForm {
  return (args) =>
    write(...args.map(({ typed, text }) => (typed.type === 'DOUBLE' ? text : asDouble(text))))
}

/** The bounds between which an exponential is a double, and not zero. */
export const EXPONENTS: { readonly least: SqlText; readonly largest: SqlText } = {
  least: bind({ type: 'DOUBLE', value: MIN_LN }),
  largest: bind({ type: 'DOUBLE', value: MAX_LN }),
}

/** Roots, exponentials and logarithms: engines fail, or answer NaN or an infinity, where the language has NULL. */
export function doubleForms(asDouble: Cast): FormsOf<'Sqrt' | 'Exp' | 'Ln' | 'Log' | 'Log10'> {
  const { least, largest } = EXPONENTS
  const of = (write: (...args: SqlText[]) => SqlText): SqlForm => formOfDoubles(asDouble, write)
  return {
    Sqrt: of((x) => sqlText`(CASE WHEN ${x!} >= 0 THEN sqrt(${x!}) END)`),
    Exp: of(
      (x) =>
        sqlText`(CASE WHEN ${x!} > ${largest} THEN NULL WHEN ${x!} < ${least} THEN 0 ELSE exp(${x!}) END)`,
    ),
    Ln: of((x) => sqlText`(CASE WHEN ${x!} > 0 THEN ln(${x!}) END)`),
    Log: of(
      (x, base) =>
        sqlText`(CASE WHEN ${x!} > 0 AND ${base!} > 0 AND ${base!} <> 1 THEN ln(${x!}) / ln(${base!}) END)`,
    ),
    Log10: of((x) => sqlText`(CASE WHEN ${x!} > 0 THEN log10(${x!}) END)`),
  }
}

/** A form of `Power` that checks whether the computed result is finite. */
export function finitePower(asDouble: Cast, names: { power: string; isFinite: string }): SqlForm {
  return formOfDoubles(asDouble, (base, exponent) => {
    const result = sqlText`${raw(names.power)}(${base!}, ${exponent!})`
    return sqlText`(CASE WHEN ${raw(names.isFinite)}(${result}) THEN ${result} END)`
  })
}

/** Absolute values and signs. A file may store integers in a byte, and engines give other types than INT. */
export function signForms(asInt: Cast): FormsOf<'Abs' | 'Sign'> {
  const least = bind({ type: 'INT', value: MIN_INT })
  return {
    Abs: ([number]) =>
      number!.typed.type === 'INT'
        ? sqlText`abs(NULLIF(${asInt(number!.text)}, ${least}))`
        : sqlText`abs(${number!.text})`,
    Sign: ([number]) => asInt(sqlText`sign(${number!.text})`),
  }
}

/** Rounding to whole numbers. The checker leaves no call of an INT. */
export const WHOLE_FORMS: FormsOf<'Floor' | 'Ceil' | 'Trunc'> = {
  Floor: form`floor(${0})`,
  Ceil: form`ceil(${0})`,
  Trunc: form`trunc(${0})`,
}

/** How an engine rounds numbers of each type. */
export interface Rounding {
  /** An INT to digits below 0; NULL when the result is no INT. */
  int(number: SqlText, digits: SqlText): SqlText
  /** A DOUBLE to a whole number; halves go away from zero. */
  toInteger(number: SqlText): SqlText
  /** The decimal that a DOUBLE prints as, rounded to digits after the point, as a DOUBLE. */
  printed(number: SqlText, digits: number): SqlText
  /** A DECIMAL. @defaultValue `round`, in which engines agree */
  decimal?(number: SqlText, digits: number): SqlText
}

/** `Round` in the SQL of an engine. */
export function roundForm({ int, toInteger: roundToInteger, printed, decimal }: Rounding): SqlForm {
  return ([number], call) => {
    const count = getRoundDigits(call)
    const digits = raw(count)
    const { text } = number!
    if (call.type === 'INT') return int(text, digits)
    if (call.type === 'DECIMAL') {
      return decimal ? decimal(text, count) : sqlText`round(${text}, ${digits})`
    }
    const limit = bind({ type: 'DOUBLE', value: roundingLimit(count) })
    const scaled = scaledBy(text, count, roundToInteger)
    const rounded = count > 0 ? unlessNearHalf(text, count, { scaled, printed }) : scaled
    return sqlText`(CASE WHEN abs(${text}) < ${limit} THEN ${rounded} ELSE ${text} END)`
  }
}

/** A number moved by the digits, rounded, and moved back; a small one becomes zero, since dividing it may fail. */
function scaledBy(number: SqlText, digits: number, round: (moved: SqlText) => SqlText): SqlText {
  const unit = bind({ type: 'DOUBLE', value: Number(`1e${Math.abs(digits)}`) })
  if (digits === 0) return round(number)
  if (digits > 0) return sqlText`${round(sqlText`${number} * ${unit}`)} / ${unit}`
  const rounded = sqlText`${round(sqlText`${number} / ${unit}`)} * ${unit}`
  return sqlText`CASE WHEN abs(${number}) < 1 THEN 0 ELSE ${rounded} END`
}

/** Digits are looked at only where the scaled double does not tell to which side of a half they are; that takes longer. */
function unlessNearHalf(
  number: SqlText,
  digits: number,
  { scaled, printed }: { readonly scaled: SqlText; readonly printed: Rounding['printed'] },
): SqlText {
  const moved = sqlText`(${number} * ${bind({ type: 'DOUBLE', value: Number(`1e${digits}`) })})`
  // Multiplied by a power of two, which is exact, where the other side times its inverse may be too small for a double.
  const certain = bind({ type: 'DOUBLE', value: 1 / ROUNDING_DOUBT })
  const half = bind({ type: 'DOUBLE', value: 0.5 })
  const fraction = sqlText`abs(${moved}) - floor(abs(${moved}))`
  const isNear = sqlText`abs(${fraction} - ${half}) * ${certain} <= abs(${moved})`
  return sqlText`CASE WHEN ${isNear} THEN ${printed(number, digits)} ELSE ${scaled} END`
}
