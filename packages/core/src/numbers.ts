// Numbers as people read them, in a terminal and on a page.

/** Printed in place of a missing number. */
export const NO_NUMBER = '–'

/** A number of an answer: a JSON number, numeric text, or nothing. */
export type Numeric = number | string | null

/**
 * The number of fractional digits for a column of numbers: none when all are whole, else as many as give the largest
 * four significant digits, at least two and at most eight.
 */
export function fractionDigits(values: readonly Numeric[]): number {
  let largest = 0
  let isWhole = true
  for (const value of values) {
    const number = Number(value ?? 0)
    if (!Number.isFinite(number)) continue
    // The number of a long text is whole though the text may not be.
    const hasFraction = typeof value === 'string' ? value.includes('.') : !Number.isInteger(number)
    if (hasFraction) isWhole = false
    largest = Math.max(largest, Math.abs(number))
  }
  return isWhole ? 0 : digitsOfSize(largest)
}

/** As many fractional digits as give a number four significant ones, at least two and at most eight. */
function digitsOfSize(size: number): number {
  if (size === 0) return 2
  const digitsBeforePoint = Math.floor(Math.log10(size)) + 1
  return Math.min(8, Math.max(2, 4 - digitsBeforePoint))
}

/** Formats a number like `1,234.5`, rounded half-even to `digits`. Whole numbers above 2^53 given as text keep every digit. */
export function formatQuantity(value: Numeric, digits: number): string {
  return format(value, digits, 'negative')
}

/** Like {@link formatQuantity}, with a sign unless the number rounds to zero: `+1.5`, `-0.2`, `0.0`. */
export function formatChange(value: Numeric, digits: number): string {
  return format(value, digits, 'exceptZero')
}

/** Formats a fraction as a signed percentage: 0.1411 as `+14.1 %`, and with a first significant digit: `-0.04 %`. */
export function formatPercent(fraction: Numeric): string {
  if (fraction === null) return NO_NUMBER
  const percent = Number(fraction) * 100
  const first = percent === 0 ? 0 : -Math.floor(Math.log10(Math.abs(percent)))
  const text = formatChange(percent, Math.min(6, Math.max(1, first)))
  return text === NO_NUMBER ? text : `${text} %`
}

/** Formats a fraction as a percentage with a sign only below 0: 0.1411 as `14.1 %`, and else like {@link formatPercent}. */
export function formatShare(fraction: Numeric): string {
  return formatPercent(fraction).replace(/^[+]/, '')
}

/** The exact sum, in plain notation, of the decimals that numbers print as; null when there are none. Nulls are left out. */
export function sumExactly(values: readonly Numeric[]): string | null {
  const terms = values.flatMap((value) => (value === null ? [] : [readDigits(formatExact(value))]))
  if (terms.length === 0) return null
  const scale = Math.max(...terms.map((term) => term.scale))
  const units = terms.reduce(
    (sum, term) => sum + term.units * 10n ** BigInt(scale - term.scale),
    0n,
  )
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const [whole, fraction] = [
    digits.slice(0, digits.length - scale),
    digits.slice(digits.length - scale),
  ]
  const decimals = fraction.replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`
}

/** How two numbers or texts order, neither null: numbers and numeric texts by size, to the last digit, others as texts. */
export function compareNumeric(a: NonNullable<Numeric>, b: NonNullable<Numeric>): number {
  const [left, right] = [Number(a), Number(b)]
  if (isText(a) || isText(b)) return a < b ? -1 : Number(a > b)
  if (left !== right || (typeof a === 'number' && typeof b === 'number')) return left - right
  const [x, y] = [readDigits(formatExact(a)), readDigits(formatExact(b))]
  const difference = x.units * 10n ** BigInt(y.scale) - y.units * 10n ** BigInt(x.scale)
  return difference < 0n ? -1 : Number(difference > 0n)
}

/** The units of a number in plain notation, and how many digits it has after the point. */
function readDigits(text: string): { readonly units: bigint; readonly scale: number } {
  const [whole = '', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

/** Formats a number with all its digits, as JSON does, but without an exponent below 10^21. */
export function formatExact(value: Numeric): string {
  if (value === null) return NO_NUMBER
  if (typeof value === 'string') return value
  return /e/.test(String(value)) ? plain.format(value) : String(value)
}

const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 17 })

function format(value: Numeric, digits: number, signDisplay: 'negative' | 'exceptZero'): string {
  if (value === null || !Number.isFinite(Number(value))) return NO_NUMBER
  return new Intl.NumberFormat('en-US', {
    signDisplay,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    roundingMode: 'halfEven',
  }).format(value as number | Intl.StringNumericLiteral)
}

/** The unit of a metric and its format for people. */
export interface NumberForm {
  readonly unit: string | null
  /** `PERCENT`, `MONEY`, `DURATION` or `SI`; null for a plain number. */
  readonly format: string | null
}

/** How the numbers of one table or heading are printed. */
export interface NumberStyle {
  /** A value of the metric; a text, such as the MIN of dates, as it is. */
  readonly value: (value: Numeric) => string
  /** A difference of values, with its sign. */
  readonly change: (value: Numeric) => string
}

/** Options of {@link numberStyle}. */
export interface NumberStyleOptions {
  readonly presentation: NumberForm
  /** The values to print: their size decides how many digits all have. */
  readonly values: readonly Numeric[]
  /** The differences to print; there are enough digits to show the largest. */
  readonly changes: readonly Numeric[]
  /** Whether every digit is printed, and no format is used. */
  readonly exact: boolean
  /** Numbers that are printed too, and decide no more than whether all are whole. @defaultValue none */
  readonly groupNumbers?: readonly Numeric[]
}

/** The plain numbers of a metric without unit and format. */
export const PLAIN: { readonly unit: null; readonly format: null } = { unit: null, format: null }

/** Chooses the digits and the form of numbers that are printed together. */
export function numberStyle(options: NumberStyleOptions): NumberStyle {
  const { presentation, values, changes, exact, groupNumbers = [] } = options
  const number = exact ? exactStyle : toNumberStyle(presentation, { values, changes, groupNumbers })
  return {
    value: (value) => (isText(value) ? value : number.value(value)),
    change: (value) => number.change(value),
  }
}

/** Both values of a metric and the difference, which decide how every number of the answer is written. */
export interface AnswerTotal {
  readonly compare: Numeric
  readonly current: Numeric
  readonly change: Numeric
}

/** Options of {@link createAnswerStyle}. */
export interface AnswerStyleOptions {
  /** The values of groups in the answer, and their changes and contributions. @defaultValue none */
  readonly groups?: { readonly values: readonly Numeric[]; readonly changes: readonly Numeric[] }
  /** Whether every digit is printed, and no format is used. @defaultValue false */
  readonly exact?: boolean
}

/**
 * Chooses the digits and the form of an answer about a metric, once for its headline, its tables, its charts and what is handed
 * on: by the format and the unit of the metric and by the digits that show the change of the total. Groups only decide whether
 * all numbers are whole; and the digits where the total has no values.
 */
export function createAnswerStyle(
  presentation: NumberForm,
  total: AnswerTotal,
  { groups = NO_GROUPS, exact = false }: AnswerStyleOptions = {},
): NumberStyle {
  return numberStyle({ presentation, ...pickStyledNumbers(total, groups), exact })
}

/** The numbers of an answer that decide how all are written. */
function pickStyledNumbers(
  { compare, current, change }: AnswerTotal,
  groups: NonNullable<AnswerStyleOptions['groups']>,
): StyledNumbers {
  const values = [compare, current].filter((value) => value !== null)
  const groupNumbers = [...groups.values, ...groups.changes]
  return values.length === 0
    ? { ...groups, groupNumbers }
    : { values, changes: [change], groupNumbers }
}

const NO_GROUPS = { values: [], changes: [] } as const

/**
 * Rounds the numbers of an answer to the digits that {@link createAnswerStyle} prints, and no further than to four significant
 * ones; for programs that read numbers, without the noise of doubles. A text, which has every digit of a number, stays.
 */
export function createAnswerRounding(
  form: NumberForm,
  total: AnswerTotal,
  { groups = NO_GROUPS }: Pick<AnswerStyleOptions, 'groups'> = {},
): (value: Numeric) => Numeric {
  const { values, changes, groupNumbers } = pickStyledNumbers(total, groups)
  const digits =
    form.format === 'PERCENT'
      ? 2 + digitsOfPercent(changes)
      : Math.max(
          form.format === 'MONEY' ? currencyDigits(form.unit) : 0,
          digitsThatShow({ values, changes, groupNumbers }),
        )
  return (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return value
    const significant = value === 0 ? 0 : 3 - Math.floor(Math.log10(Math.abs(value)))
    const text = formatQuantity(value, Math.min(100, Math.max(digits, significant)))
    return Number(text.replaceAll(',', ''))
  }
}

/** The unit to print behind a number: none where the format has it. */
export function unitBehind({ unit, format }: NumberForm): string {
  return unit === null || format === 'DURATION' || format === 'PERCENT' ? '' : ` ${unit}`
}

/** Whether a value is no number, as MIN and MAX of texts, dates and times are. */
function isText(value: Numeric): value is string {
  return typeof value === 'string' && !Number.isFinite(Number(value))
}

const exactStyle: NumberStyle = {
  value: formatExact,
  change: (value) => {
    const text = formatExact(value)
    return text === NO_NUMBER || text === '0' || text.startsWith('-') ? text : `+${text}`
  },
}

/** The numbers of {@link NumberStyleOptions}. */
interface StyledNumbers {
  readonly values: readonly Numeric[]
  readonly changes: readonly Numeric[]
  readonly groupNumbers: readonly Numeric[]
}

function toNumberStyle({ unit, format }: NumberForm, numbers: StyledNumbers): NumberStyle {
  const { values, changes } = numbers
  switch (format) {
    case 'PERCENT':
      return percentStyle(changes)
    case 'MONEY':
      return plainStyle(Math.max(currencyDigits(unit), digitsThatShow(numbers)))
    case 'DURATION':
      return durationStyle(
        MILLISECONDS.get(unit ?? '') ?? 1,
        findLargest(changes) || findLargest(values),
      )
    case 'SI':
      return siStyle(numbers)
    default:
      return plainStyle(digitsThatShow(numbers))
  }
}

function plainStyle(digits: number): NumberStyle {
  return {
    value: (value) => formatQuantity(value, digits),
    change: (value) => formatChange(value, digits),
  }
}

/** Digits for the size of the values, and two significant ones of the largest change. None for whole numbers. */
function digitsThatShow({ values, changes, groupNumbers }: StyledNumbers): number {
  const all = [...values, ...changes].filter((value) => !isText(value))
  if (fractionDigits([...all, ...groupNumbers]) === 0) return 0
  return Math.max(digitsOfSize(findLargest(all)), digitsOfChange(changes))
}

/** As many digits as show two significant ones of the largest change. */
function digitsOfChange(changes: readonly Numeric[]): number {
  const largest = findLargest(changes)
  if (largest === 0) return 0
  return Math.min(MOST_DIGITS, Math.max(0, 1 - Math.floor(Math.log10(largest))))
}

const MOST_DIGITS = 8

function findLargest(values: readonly Numeric[]): number {
  return values
    .map((value) => Math.abs(Number(value ?? 0)))
    .filter(Number.isFinite)
    .reduce((a, b) => Math.max(a, b), 0)
}

function currencyDigits(currency: string | null): number {
  if (currency === null) return 2
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

function toPercent(value: Numeric): Numeric {
  return value === null ? null : Number(value) * 100
}

/** The fractional digits of percentages that show a change. */
function digitsOfPercent(changes: readonly Numeric[]): number {
  return Math.max(1, digitsOfChange(changes.map(toPercent)))
}

function percentStyle(changes: readonly Numeric[]): NumberStyle {
  const digits = digitsOfPercent(changes)
  const marked = (text: string, mark: string): string =>
    text === NO_NUMBER ? text : `${text} ${mark}`
  return {
    value: (value) => marked(formatQuantity(toPercent(value), digits), '%'),
    change: (value) => marked(formatChange(toPercent(value), digits), 'pp'),
  }
}

/** Prefixes of the SI for thousands. */
const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const

function siStyle(numbers: StyledNumbers): NumberStyle {
  const { values, changes } = numbers
  const largest = findLargest([...values, ...changes])
  const power = Math.max(0, Math.floor(Math.log10(Math.max(1, largest)) / 3))
  const step = Math.min(power, PREFIXES.length - 1)
  const scale = 1000 ** step
  const scaled = (value: Numeric): Numeric => (value === null ? null : Number(value) / scale)
  const plain = plainStyle(
    step === 0
      ? digitsThatShow(numbers)
      : Math.max(2 - Math.floor(Math.log10(largest / scale)), digitsOfChange(changes.map(scaled))),
  )
  const marked = (text: string): string =>
    text === NO_NUMBER || step === 0 ? text : `${text} ${PREFIXES[step]}`
  return {
    value: (value) => marked(plain.value(scaled(value))),
    change: (value) => marked(plain.change(scaled(value))),
  }
}

/** The units of a DURATION, as workspaces name them. */
const MILLISECONDS: ReadonlyMap<string, number> = new Map([
  ['milliseconds', 1],
  ['seconds', 1_000],
  ['minutes', 60_000],
  ['hours', 3_600_000],
  ['days', 86_400_000],
])

const CLOCK_UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const

/** Prints durations down to the unit of which the number to show, in `milliseconds`, has ten. */
function durationStyle(milliseconds: number, toShow: number): NumberStyle {
  const finest = CLOCK_UNITS.find(([, size]) => toShow * milliseconds >= 10 * size)?.[1] ?? 1
  const write = (value: Numeric, sign: boolean): string => {
    if (value === null || !Number.isFinite(Number(value))) return NO_NUMBER
    const exact = Number(value) * milliseconds
    const size = Math.round(Math.abs(exact) / finest) * finest
    if (size === 0) return Math.abs(exact) > 0 && finest === 1 ? `${formatExact(exact)} ms` : '0 s'
    const mark = exact < 0 ? '-' : sign ? '+' : ''
    return mark + clockText(size)
  }
  return { value: (value) => write(value, false), change: (value) => write(value, true) }
}

function clockText(size: number): string {
  let remainder = size
  const parts: string[] = []
  for (const [name, length] of CLOCK_UNITS) {
    const count = Math.floor(remainder / length)
    remainder -= count * length
    if (count > 0) parts.push(`${formatQuantity(count, 0)} ${name}`)
  }
  return parts.slice(0, 3).join(' ')
}
