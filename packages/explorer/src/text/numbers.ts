import {
  type AnswerStyleOptions,
  type AnswerTotal,
  createAnswerStyle,
  formatExact,
  formatPercent,
  formatQuantity,
  formatShare,
  type NumberForm,
  type NumberStyle,
  type Numeric,
  numberStyle,
  unitBehind,
} from '@tributary/core/numbers'

// The digits of the terminal with the minus sign of print. They are the same in all languages of the page.

/** How numbers that stand together are written: with as many digits as the largest change among them needs. */
export function createNumberStyle(
  form: NumberForm,
  {
    values,
    changes,
  }: { readonly values: readonly Numeric[]; readonly changes: readonly Numeric[] },
): NumberStyle {
  return toPrint(numberStyle({ presentation: form, values, changes, exact: false }))
}

function toPrint({ value, change }: NumberStyle): NumberStyle {
  return {
    value: (amount) => replaceMinusSign(value(amount)),
    change: (amount) => replaceMinusSign(change(amount)),
  }
}

/** How the numbers of an answer are written: in one form, that of the terminal, which its total decides. */
export function createTotalStyle(
  form: NumberForm,
  total: AnswerTotal,
  options: AnswerStyleOptions,
): NumberStyle {
  return toPrint(createAnswerStyle(form, total, options))
}

/** The labels of an axis: without the zeros after the point that all of them end with. */
export function axisTexts(form: NumberForm, values: readonly number[]): readonly string[] {
  const style = createNumberStyle(form, { values, changes: [] })
  return withoutCommonZeros(values.map(style.value))
}

const LAST_ZERO = /\.(\d*)0(?!\d)/

function withoutCommonZeros(labels: readonly string[]): readonly string[] {
  if (labels.length === 0 || !labels.every((label) => LAST_ZERO.test(label))) return labels
  return withoutCommonZeros(
    labels.map((label) =>
      label.replace(LAST_ZERO, (_, decimals) => (decimals === '' ? '' : `.${decimals}`)),
    ),
  )
}

/** A number that is counted: `1,234`. */
export function countText(value: number): string {
  return formatQuantity(value, 0)
}

/** A fraction as percent with its sign: `+13.7 %`. */
export function rateText(fraction: Numeric): string {
  return replaceMinusSign(formatPercent(fraction))
}

/** A fraction as percent, with a sign only below 0: `13.7 %`. */
export function shareText(fraction: Numeric): string {
  return replaceMinusSign(formatShare(fraction))
}

/** A number with all its digits. */
export function exactText(value: Numeric): string {
  return formatExact(value)
}

/** The unit to write behind a number, with a blank before it; nothing where the format has it. */
export function unitText(form: NumberForm): string {
  return unitBehind(form)
}

function replaceMinusSign(text: string): string {
  return text.replace(/^-(?=\d)/, '−')
}
