/** How numbers are written for people of one language. */
export interface NumberTexts {
  /** Three significant digits or the whole number: `9.04`, `1,234`. */
  value(value: number): string
  /** As {@link value}, always with a sign: `+5.78`, `−1.2`. */
  change(value: number): string
  /** A fraction as percent with one digit: `13.7 %`. */
  share(value: number): string
  /** As {@link share}, always with a sign. */
  rate(value: number): string
  /** A number that is counted: `1,234`. */
  count(value: number): string
}

const SIGNIFICANT = 3

/** Creates the forms of one language, a BCP 47 tag. Infinite values are written with `∞`. */
export function createNumberTexts(language: string): NumberTexts {
  const few = { maximumSignificantDigits: SIGNIFICANT, minimumSignificantDigits: 1 } as const
  const signed = { signDisplay: 'exceptZero' } as const
  const small = new Intl.NumberFormat(language, few)
  const smallChange = new Intl.NumberFormat(language, { ...few, ...signed })
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
  const wholeChange = new Intl.NumberFormat(language, { maximumFractionDigits: 0, ...signed })
  const percent = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
  const share = new Intl.NumberFormat(language, percent)
  const rate = new Intl.NumberFormat(language, { ...percent, ...signed })
  const minus = (text: string) => text.replace('-', '−')
  const isLarge = (value: number) => Math.abs(value) >= 10 ** SIGNIFICANT
  return {
    value: (value) => minus((isLarge(value) ? whole : small).format(value)),
    change: (value) => minus((isLarge(value) ? wholeChange : smallChange).format(value)),
    share: (value) => minus(share.format(value)),
    rate: (value) => minus(rate.format(value)),
    count: (value) => whole.format(value),
  }
}
