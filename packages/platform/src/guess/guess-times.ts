import { MONTHS_BY_NAME, parseTimePattern, type TimePattern } from '@tributary/expression/internal'
import { USUAL_CLOCKS, USUAL_PATTERNS } from '@tributary/sql/internal'
import { splitWords } from './unique-names.ts'

/** How the texts of a column are read as dates or times. */
export interface TimeReading {
  readonly type: 'DATE' | 'TIMESTAMP'
  /** Undefined for ISO 8601. */
  readonly pattern: string | undefined
  /** The texts that are no such dates. */
  readonly misfits: readonly string[]
  /** The days between the first and the last, of those from 1900 to 2099 where there are any. */
  readonly span: number
}

type ReadDay = (text: string) => number | null

const DAY = 86_400_000

function toDay(year: number, month: number, day: number): number | null {
  const time = new Date(0)
  time.setUTCFullYear(year, month - 1, day)
  if (time.getUTCMonth() !== month - 1 || time.getUTCDate() !== day) return null
  return year < 1 || year > 9999 ? null : time.getTime() / DAY
}

const ISO_DAY = String.raw`(\d{1,6})-(\d{1,2})-(\d{1,2})`
const ISO_DATE = new RegExp(`^${ISO_DAY}(?:[ T]00:00(?::00(?:[.]0*)?)?)?$`)
const ISO_TIME = new RegExp(
  `^${ISO_DAY}(?:[ T](\\d{1,2}):\\d{2}(?::\\d{2}(?:[.]\\d*)?)?(?: ?(?:Z|z|UTC|[+-]\\d{2}(?::?\\d{2})?))?)?$`,
)

function readIso(shape: RegExp): ReadDay {
  return (text) => {
    const [, year, month, day, hour = '0'] = shape.exec(text.trim()) ?? []
    if (year === undefined || Number(hour) > 23) return null
    return toDay(Number(year), Number(month), Number(day))
  }
}

type Fields = Extract<TimePattern, { kind: 'fields' }>

const SHAPES: Readonly<Record<string, string>> = {
  yyyy: String.raw`(?<year>\d{4})`,
  yy: String.raw`(?<shortYear>\d{2})`,
  Q: '(?<quarter>[1-4])',
  ww: String.raw`(?<week>\d{2})`,
  MMMM: String.raw`(?<name>\p{L}{3,})[.]?`,
  MMM: String.raw`(?<name>\p{L}{3,})[.]?`,
  EEEE: '[A-Za-z]{6,9}',
  EEE: '[A-Za-z]{3}',
  mm: '[0-5][0-9]',
  ss: '[0-5][0-9]',
  SSS: String.raw`\d{3}`,
  SSSSSS: String.raw`\d{1,6}`,
  a: '[AaPp][Mm]',
  XXX: String.raw`(?:Z|[+-]\d{2}:?\d{2})`,
}

function readFields({ parts }: Fields): ReadDay {
  const shapes = parts.map((part, i) => {
    if (!('field' in part)) return part.text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    const shape = SHAPES[part.field]
    if (shape !== undefined) return shape
    const isTight = [parts[i - 1], parts[i + 1]].some((next) => next && 'field' in next)
    const digits = isTight ? '[0-9]{2}' : '[0-9]{1,2}'
    const names: Readonly<Record<string, string>> = { M: 'month', d: 'day', H: 'hour', h: 'half' }
    return `(?<${names[part.field[0]!]}>${digits})`
  })
  const shape = new RegExp(`^${shapes.join('')}$`, 'u')
  return (text) => {
    const fields = shape.exec(text.trim())?.groups
    if (fields === undefined) return null
    const {
      year,
      shortYear,
      quarter,
      week,
      name,
      month,
      day = '1',
      hour = '0',
      half = '1',
    } = fields
    if (Number(hour) > 23 || Number(half) < 1 || Number(half) > 12) return null
    const fullYear =
      year === undefined ? Number(shortYear) + (Number(shortYear) < 69 ? 2000 : 1900) : Number(year)
    if (week !== undefined) {
      const firstDay = toDay(fullYear, 1, 4)
      if (firstDay === null || week === '00' || Number(week) > 53) return null
      return firstDay - ((firstDay + 3) % 7) + (Number(week) - 1) * 7
    }
    const monthNumber =
      quarter !== undefined
        ? Number(quarter) * 3 - 2
        : name !== undefined
          ? MONTHS_BY_NAME.get(name.toLowerCase())
          : Number(month ?? '1')
    return monthNumber === undefined ? null : toDay(fullYear, monthNumber, Number(day))
  }
}

interface Candidate {
  readonly type: 'DATE' | 'TIMESTAMP'
  readonly pattern: string | undefined
  readonly read: ReadDay
}

/** Days and clocks that are looked for, and are too rare to be proposed for a value that does not fit. */
const RARE_DAYS = [
  'd. MMMM yyyy',
  'd. MMM yyyy',
  "d 'de' MMMM 'de' yyyy",
  "d 'de' MMMM yyyy",
  'MMMM d yyyy',
  'yyyy MMM d',
  'yyyy-MMM-dd',
  'dd-MMMM-yyyy',
  'EEEE, MMMM d, yyyy',
  'EEEE, d MMMM yyyy',
  'EEE MMM d yyyy',
  'yyyy_MM_dd',
  'dd-MM-yy',
  'MM-dd-yy',
  'yyyyMM',
  'MM-yyyy',
  'MM.yyyy',
  'yyyy.MM',
  'MMM-yy',
  'MMM-yyyy',
  'MMM yy',
  "MMM ''yy",
  'yyyy-MMM',
  'yyyy MMM',
  'yyyy MMMM',
  "yyyy'Q'Q",
  "yyyy-'Q'Q",
  "yyyy 'Q'Q",
  "yyyy/'Q'Q",
  "'Q'Q yyyy",
  "'Q'Q-yyyy",
  "'Q'Q/yyyy",
  "'Q'Q yy",
  "yyyy-'W'ww",
  "yyyy'W'ww",
  "yyyy 'W'ww",
  "yyyy-'KW'ww",
  "'W'ww yyyy",
  "'W'ww-yyyy",
  "'W'ww/yyyy",
  "'KW'ww/yyyy",
  "'KW' ww/yyyy",
]
const RARE_CLOCKS = [
  ', h:mm a',
  ', h:mm:ss a',
  ', HH:mm:ss',
  ', HH:mm',
  ' h:mma',
  ' HH:mm:ss.SSS',
  ' HH:mm:ssXXX',
  ' HH:mm:ss XXX',
  ' HH:mmXXX',
  "'T'HH:mm:ss",
  "'T'HH:mm",
  "'T'HH:mm:ss.SSS",
  "'T'HH:mm:ss.SSSSSS",
  "'T'HH:mmXXX",
  ' HHmm',
  'HHmmss',
  "'T'HHmmss",
  ':HH:mm:ss',
]

function createCandidates(): readonly Candidate[] {
  const days = [...USUAL_PATTERNS, ...RARE_DAYS]
  const toCandidate = (type: Candidate['type'], pattern: string): readonly Candidate[] => {
    const parsed = parseTimePattern(pattern)
    if ('problem' in parsed || parsed.pattern.kind !== 'fields') return []
    return [{ type, pattern, read: readFields(parsed.pattern) }]
  }
  const isDay = (pattern: string): boolean => /d/.test(pattern.replace(/'[^']*'/g, ''))
  return [
    { type: 'DATE', pattern: undefined, read: readIso(ISO_DATE) },
    { type: 'TIMESTAMP', pattern: undefined, read: readIso(ISO_TIME) },
    ...days.flatMap((pattern) => toCandidate('DATE', pattern)),
    ...days
      .filter(isDay)
      .flatMap((day) =>
        [...USUAL_CLOCKS, ...RARE_CLOCKS].flatMap((clock) => toCandidate('TIMESTAMP', day + clock)),
      ),
  ]
}

let candidates: readonly Candidate[] | null = null

const TIME_WORDS = new Set(
  'date day time timestamp ts datetime dt datum tag month monat mois mes mese period periode ym yyyymm yyyymmdd yearmonth at on fecha data zeit epoch unix when created updated modified week woche quarter quartal since until start end'.split(
    ' ',
  ),
)
const YEAR_WORDS = new Set(['year', 'yr', 'jahr', 'annee', 'ano', 'anno', 'season', 'fy', 'yyyy'])

/** Counted in the first texts: a pattern that few of them fit is not looked at further. */
const FIRST_TEXTS = 60

/** Options of {@link listTimeReadings}. */
export interface TimeSearch {
  readonly name: string
  readonly texts: ReadonlyMap<string, number>
  /** Whether the file has types, so that ISO 8601 needs a pattern too. */
  readonly isTyped: boolean
  /** How many values need not fit. */
  readonly tolerance: number
}

/** The ways to read a column as dates or times, the likeliest first. Digits alone are dates only where the name says so. */
export function listTimeReadings(search: TimeSearch): readonly TimeReading[] {
  const { name, texts, isTyped, tolerance } = search
  const words = splitWords(name)
  const isDigits = [...texts.keys()].every((text) => /^\s*\d+([.]\d+)?\s*$/.test(text))
  const some = isDigits ? listDigitCandidates(words, texts) : []
  candidates ??= createCandidates()
  const open = isDigits
    ? candidates.filter(({ pattern }) => pattern !== undefined && isNamedFor(words, pattern))
    : candidates
  const first = [...texts.keys()].slice(0, FIRST_TEXTS)
  if (first.filter((text) => /\d/.test(text)).length * 2 < first.length) return []
  return [...some, ...open]
    .filter(({ pattern }) => !(isTyped && pattern === undefined))
    .filter(({ read }) => first.filter((text) => read(text) !== null).length * 2 >= first.length)
    .flatMap((candidate) => readTimes(candidate, texts, tolerance))
    .toSorted((a, b) => rank(a) - rank(b))
}

function isNamedFor(words: readonly string[], pattern: string): boolean {
  if (pattern === 'yyyy') return words.some((word) => YEAR_WORDS.has(word))
  return words.some((word) => TIME_WORDS.has(word) || (pattern.length > 4 && YEAR_WORDS.has(word)))
}

const SECONDS = { first: Date.UTC(1990, 0) / 1000, last: Date.UTC(2050, 0) / 1000 }
const SERIALS = { first: 20_000, last: 60_000 }

/** Seconds and milliseconds since 1970, and days of spreadsheets. Thirteen digits in the range are moments by any name. */
function listDigitCandidates(
  words: readonly string[],
  texts: ReadonlyMap<string, number>,
): readonly Candidate[] {
  const isNamed = words.some((word) => TIME_WORDS.has(word))
  const between =
    (first: number, last: number, toDays: (value: number) => number): ReadDay =>
    (text) => {
      const value = Number(text)
      return value >= first && value <= last ? Math.floor(toDays(value)) : null
    }
  const { first, last } = SECONDS
  const isLong = [...texts.keys()].every((text) => text.trim().length >= 12)
  const hasFraction = [...texts.keys()].some((text) => /[.]\d*[1-9]/.test(text))
  return [
    ...(isNamed
      ? [
          {
            type: 'TIMESTAMP' as const,
            pattern: 'unix',
            read: between(first, last, (value) => value / 86_400),
          },
          {
            type: hasFraction ? ('TIMESTAMP' as const) : ('DATE' as const),
            pattern: 'excel',
            read: between(SERIALS.first, SERIALS.last, (value) => value - 25_569),
          },
        ]
      : []),
    ...(isNamed || isLong
      ? [
          {
            type: 'TIMESTAMP' as const,
            pattern: 'unix-ms',
            read: between(first * 1000, last * 1000, (value) => value / DAY),
          },
        ]
      : []),
  ]
}

const [NEAR_FIRST, NEAR_LAST] = [Date.UTC(1900, 0, 2) / DAY, Date.UTC(2099, 11, 31) / DAY] as const
/** Before are the years 1 to 999, which are other numbers. */
const EARLIEST = toDay(1000, 1, 1)!

function readTimes(
  { type, pattern, read }: Candidate,
  texts: ReadonlyMap<string, number>,
  tolerance: number,
): readonly TimeReading[] {
  const misfits: string[] = []
  const days: number[] = []
  let missing = 0
  let early = 0
  for (const [text, count] of texts) {
    const day = read(text)
    if (day === null) {
      misfits.push(text)
      missing += count
      if (missing > tolerance) return []
    } else {
      days.push(day)
      if (day < EARLIEST) early += 1
    }
  }
  if (days.length === 0 || early * 2 > days.length) return []
  const near = days.filter((day) => day >= NEAR_FIRST && day <= NEAR_LAST)
  const used = near.length > 0 ? near : days
  const [first, last] = used.reduce(
    ([a, b], day) => [Math.min(a, day), Math.max(b, day)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
  return [{ type, pattern, misfits, span: last - first }]
}

/** ISO 8601, then dates before times, then what spans fewer days; fewer misfits before all. */
function rank({ type, pattern, misfits, span }: TimeReading): number {
  return (
    misfits.length * 1e10 +
    (pattern === undefined ? 0 : 1e8) +
    (type === 'DATE' ? 0 : 1e7) +
    Math.min(span, 9e6)
  )
}
