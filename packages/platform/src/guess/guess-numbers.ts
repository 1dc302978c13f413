/** How the numbers of a file are written. */
export interface NumberConvention {
  readonly decimal: '.' | ','
  readonly thousands?: string
  readonly negative?: 'PARENTHESES' | 'TRAILING_MINUS'
}

/** A convention, and why it is that one; null where the usual one says it all. */
export interface GuessedConvention extends NumberConvention {
  readonly reason: string | null
}

/** A text that may be a number. */
interface NumberText {
  /** Digits with separators, and an exponent. */
  readonly core: string
  readonly unit: string | null
  readonly form: 'PLAIN' | 'PARENTHESES' | 'TRAILING_MINUS'
}

const CODES =
  'USD|EUR|GBP|JPY|CHF|CNY|RMB|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|RUB|UAH|BRL|MXN|ARS|CLP|COP|ZAR|KRW|SGD|HKD|TWD|THB|IDR|MYR|PHP|VND|AED|SAR|ILS|EGP|NGN|KES|BTC|ETH'
const MEASURES =
  'kg|mg|lbs?|oz|km/h|mph|km|cm|mm|mi|ft|ml|ms|sec|min|hrs?|days?|kWh|MWh|kW|MW|GB|MB|KB|TB|pcs|pc|Stk|Stück|°C|°F|°|bps|pp|pts?'
/** Letters alone are units only after a blank: 5s may be the name of a thing. */
const LETTERS = '[gtmlshx]'
const UNIT = String.raw`(?:US|R|AU?|CA?|HK|NT|NZ|S)\$|\p{Sc}|%|‰|(?:${CODES}|Rs|RM|KSh|Tk|Bs|Kz|kr|zł|Kč|Ft|Fr|lei|din|дин|ден|лв|грн|тг|руб|元|円|원)(?!\p{L})`
const LEADING_UNIT = new RegExp(`^(${UNIT})\\s*`, 'u')
const TRAILING_UNIT = new RegExp(
  `\\s*(${UNIT}|(?<=[\\d\\s.,])(?:${MEASURES})|(?<=\\s)${LETTERS})$`,
  'u',
)
const CORE = /^(?:\d[\d.,'\u2019 \u00a0\u202f\u2009]*\d|\d+[.,]?|[.,]\d+)(?:[eE][+-]?\d+)?$/

/** Takes the parts of a number from a text; null for a text that is no number in any convention. */
export function parseNumberText(text: string): NumberText | null {
  let core = text.trim()
  let form: NumberText['form'] = 'PLAIN'
  const units: string[] = []
  let signs = 0
  const take = (pattern: RegExp): string | null => {
    const match = pattern.exec(core)
    if (match === null) return null
    core = core.replace(pattern, '').trim()
    return match[1] ?? match[0]
  }
  const takeUnit = (pattern: RegExp): void => {
    const unit = take(pattern)
    if (unit !== null) units.push(unit)
  }
  const takeSign = (): void => {
    if (take(/^[+\u2212-]/) !== null) signs += 1
  }
  takeSign()
  takeUnit(LEADING_UNIT)
  takeSign()
  if (/^\(.*\)$/.test(core)) {
    form = 'PARENTHESES'
    core = core.slice(1, -1).trim()
    takeUnit(LEADING_UNIT)
  }
  takeUnit(TRAILING_UNIT)
  if (take(/[+\u2212-]$/) !== null) {
    if (form !== 'PLAIN') return null
    form = 'TRAILING_MINUS'
    takeUnit(TRAILING_UNIT)
  }
  if (!CORE.test(core) || units.length > 1 || signs > (form === 'PLAIN' ? 1 : 0)) return null
  return { core, unit: units[0] ?? null, form }
}

/** Counts of what the numbers of a column say about the separators. */
interface Evidence {
  /** Numbers whose separator of the fraction is sure. */
  readonly decimal: Readonly<Record<'.' | ',', number>>
  /** Numbers that have groups by a separator which is sure. */
  readonly groups: ReadonlyMap<string, number>
  /** Numbers such as `1,234`, whose only separator may be either. */
  readonly open: Readonly<Record<'.' | ',', number>>
  /** Whole numbers from 1,000 on without a separator. */
  readonly ungrouped: number
  readonly forms: ReadonlySet<NumberText['form']>
}

function collectEvidence(texts: Iterable<string>): Evidence | null {
  const decimal = { '.': 0, ',': 0 }
  const open = { '.': 0, ',': 0 }
  const groups = new Map<string, number>()
  const forms = new Set<NumberText['form']>()
  let ungrouped = 0
  const addGroup = (mark: string): void => void groups.set(mark, (groups.get(mark) ?? 0) + 1)
  for (const text of texts) {
    const number = parseNumberText(text)
    if (number === null) return null
    forms.add(number.form)
    const [digits = ''] = number.core.split(/[eE]/)
    const marks = [...digits].filter((character) => character === '.' || character === ',')
    const blank = /['\u2019 \u00a0\u202f\u2009]/.exec(digits)?.[0]
    if (blank !== undefined) addGroup(/['\u2019]/.test(blank) ? "'" : ' ')
    if (!isGrouped(digits)) return null
    const last = marks.at(-1) as '.' | ',' | undefined
    if (last === undefined) {
      if (blank === undefined && digits.length > 3) ungrouped += 1
      continue
    }
    const [before = '', after = ''] = [
      digits.slice(0, digits.lastIndexOf(last)),
      digits.slice(digits.lastIndexOf(last) + 1),
    ]
    if (marks.some((mark) => mark !== last)) {
      decimal[last] += 1
      addGroup(last === '.' ? ',' : '.')
    } else if (marks.length > 1) {
      addGroup(last)
    } else if (blank !== undefined || after.length !== 3 || !/^[1-9]\d{0,2}$/.test(before)) {
      decimal[last] += 1
    } else {
      open[last] += 1
    }
  }
  return { decimal, groups, open, ungrouped, forms }
}

/** Whether separators that come several times have groups of digits between them: 1.2.3 is no number. */
function isGrouped(digits: string): boolean {
  const marks = [...digits].filter((character) => /\D/.test(character))
  if (marks.length < 2) return true
  const decimal = marks.at(-1)
  const isFraction = marks.indexOf(decimal!) === marks.length - 1
  const grouped = isFraction ? digits.slice(0, digits.lastIndexOf(decimal!)) : digits
  return /^\d{1,3}(\D\d{2,3})*\D\d{3}$/.test(grouped)
}

/**
 * Finds the one convention of the numbers of a file, from all columns of which every value may be a number. `delimiter` is
 * what separates the cells of a CSV; null for another file.
 */
export function guessConvention(
  columns: readonly { readonly name: string; readonly texts: Iterable<string> }[],
  delimiter: string | null,
): GuessedConvention {
  const all = columns.flatMap(({ name, texts }) => {
    const evidence = collectEvidence(texts)
    return evidence === null ? [] : [{ name, ...evidence }]
  })
  const marks = ['.', ','] as const
  const isSure = (mark: '.' | ','): boolean[] =>
    all.map(({ decimal, groups }) => decimal[mark] > 0 || groups.has(mark === '.' ? ',' : '.'))
  const [points = 0, commas = 0] = marks.map((mark) => isSure(mark).filter(Boolean).length)
  const negative = (['PARENTHESES', 'TRAILING_MINUS'] as const).find((form) =>
    all.some(({ forms }) => forms.has(form)),
  )
  const finish = (decimal: '.' | ',', reason: string | null): GuessedConvention => {
    const thousands = findGroupMark(all, decimal)
    return {
      decimal,
      ...(thousands !== undefined && { thousands }),
      ...(negative !== undefined && { negative }),
      reason,
    }
  }
  if (points !== commas) {
    const decimal = points > commas ? '.' : ','
    const example = all[isSure(decimal).indexOf(true)]!.name
    const dissenters = Math.min(points, commas)
    const doubt =
      dissenters === 0
        ? ''
        : `; ${dissenters} ${dissenters === 1 ? 'column has' : 'columns have'} the other one, and stay texts`
    const isUsual = decimal === '.' && findGroupMark(all, decimal) === undefined
    return finish(decimal, isUsual && doubt === '' ? null : `as in "${example}"${doubt}`)
  }
  return guessOpenConvention(all, delimiter, points > 0, finish)
}

/** Where no number proves its separator, or as many columns prove either. */
function guessOpenConvention(
  all: readonly (Evidence & { readonly name: string })[],
  delimiter: string | null,
  isTied: boolean,
  finish: (decimal: '.' | ',', reason: string | null) => GuessedConvention,
): GuessedConvention {
  const isContinental = delimiter === ';'
  const open = (mark: '.' | ','): string | undefined =>
    all.find((column) => column.open[mark] > 0)?.name
  const column = open(',') ?? open('.')
  if (isTied || (open(',') !== undefined && open('.') !== undefined)) {
    return finish(isContinental ? ',' : '.', 'numbers with a point and with a comma are there')
  }
  if (column === undefined) return finish('.', null)
  const mark = open(',') === undefined ? '.' : ','
  // Beside 1234 without a separator, 1.234 is a fraction.
  const isFraction = all.some(({ open: marks, ungrouped }) => marks[mark] > 0 && ungrouped > 0)
  const opposite = mark === ',' ? '.' : ','
  if (mark === '.' && !isContinental) return finish('.', null)
  const decimal = mark === ',' ? (isContinental || isFraction ? ',' : '.') : isFraction ? '.' : ','
  const meaning = decimal === mark ? `separates a fraction` : `separates thousands`
  const why = isFraction
    ? 'since there are thousands without it'
    : isContinental
      ? 'since the cells are separated by ;'
      : 'as in English'
  return finish(
    decimal,
    `every ${mark} in "${column}" has three digits after it: it is taken as what ${meaning}, ${why}; if not, write decimal: "${decimal === mark ? opposite : mark}"`,
  )
}

function findGroupMark(all: readonly Evidence[], decimal: '.' | ','): string | undefined {
  const counts = new Map<string, number>()
  const add = (mark: string, columns: number): void =>
    void (columns > 0 && counts.set(mark, (counts.get(mark) ?? 0) + columns))
  const opposite = decimal === '.' ? ',' : '.'
  for (const { groups, open } of all) {
    for (const mark of groups.keys()) if (mark !== decimal) add(mark, 1)
    if (!groups.has(opposite) && open[opposite] > 0) add(opposite, 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}

/** The facts about a column whose values are read as numbers of a convention. */
export interface NumberFacts {
  /** The text around the numbers, such as `%` or a currency; null without one. */
  readonly unit: string | null
  /** The texts that are no such numbers. */
  readonly misfits: readonly string[]
  /** The most digits after the point, without zeros at the end; null when a number has an exponent. */
  readonly scale: number | null
  /** The most digits before the point. */
  readonly digits: number
  /** Whether every number fits into 64 bits. */
  readonly isShort: boolean
  /** Whether a number begins with a zero and another digit, as codes do. */
  readonly hasCodes: boolean
}

const [LEAST, MOST] = [-(2n ** 63n), 2n ** 63n - 1n]

/** Reads texts as numbers of a convention; null when there is none, or when they have several units. */
export function readNumbers(
  texts: ReadonlyMap<string, number>,
  { decimal, thousands, negative }: NumberConvention,
): NumberFacts | null {
  const shape = toShape(decimal, thousands)
  const units = new Map<string | null, number>()
  const misfits: string[] = []
  let [scale, digits] = [0, 0]
  let [hasExponent, hasCodes, isShort] = [false, false, true]
  for (const [text, count] of texts) {
    const number = parseNumberText(text)
    const parts = number === null ? null : shape.exec(number.core)
    const isAllowed = number?.form === 'PLAIN' || number?.form === negative
    if (number === null || parts === null || !isAllowed) {
      misfits.push(text)
      continue
    }
    units.set(number.unit, (units.get(number.unit) ?? 0) + count)
    const integer = (parts[1] ?? '').replace(/\D/g, '')
    const fraction = (parts[2] ?? '').replace(/0+$/, '')
    hasExponent ||= parts[3] !== undefined
    hasCodes ||= /^0\d/.test(integer) || /^\+\d{8,}$/.test(text.trim())
    scale = Math.max(scale, fraction.length)
    digits = Math.max(digits, integer.replace(/^0+/, '').length)
    if (integer.length > 18) {
      const value = BigInt(integer) * (/^[(]?[-\u2212]|^\(/.test(text.trim()) ? -1n : 1n)
      isShort &&= value >= LEAST && value <= MOST
    }
  }
  const named = [...units.keys()].filter((unit) => unit !== null)
  if (units.size === 0 || named.length > 1) return null
  const [unit = null] = named
  const bare = units.get(null) ?? 0
  // 12 beside 12 % may mean 12 or 1,200 %; amounts without their currency are usual.
  if (unit !== null && bare > 0 && (unit === '%' || bare > (units.get(unit) ?? 0))) return null
  return { unit, misfits, scale: hasExponent ? null : scale, digits, isShort, hasCodes }
}

function toShape(decimal: '.' | ',', thousands: string | undefined): RegExp {
  const point = decimal === '.' ? '[.]' : ','
  const mark =
    thousands === undefined
      ? null
      : thousands === ' '
        ? '[ \\u00a0\\u202f\\u2009]'
        : thousands === "'"
          ? "['\\u2019]"
          : `[${thousands}]`
  const digits = mark === null ? '\\d*' : `\\d*|[1-9]\\d{0,2}(?:${mark}\\d{2,3})*${mark}\\d{3}`
  return new RegExp(`^(${digits})(?:${point}(\\d*))?([eE][+-]?\\d+)?$`)
}
