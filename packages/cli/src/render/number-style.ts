import {
  type AnswerStyleOptions,
  type AnswerTotal,
  createAnswerStyle as createStyleOfAnswer,
  type NumberForm,
  type NumberStyle,
  type NumberStyleOptions,
  numberStyle as styleOf,
  unitBehind as unitOf,
} from '@tributary/core/numbers'
import { printable } from './text.ts'

/** Chooses the digits and the form of numbers that are printed together. Values that are texts are made printable. */
export function numberStyle(options: NumberStyleOptions): NumberStyle {
  return toPrintable(styleOf(options))
}

/** Chooses the digits and the form of an answer, by its total. Values that are texts are made printable. */
export function createAnswerStyle(
  form: NumberForm,
  total: AnswerTotal,
  options: AnswerStyleOptions,
): NumberStyle {
  return toPrintable(createStyleOfAnswer(form, total, options))
}

function toPrintable({ value, change }: NumberStyle): NumberStyle {
  return { value: (amount) => printable(value(amount)), change }
}

/** The unit to print behind a number: none where the format has it. */
export function unitBehind(form: NumberForm): string {
  return printable(unitOf(form))
}
