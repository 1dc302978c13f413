import type { ColumnProfile, FileProfile, TimeFacts } from '@tributary/sql'
import { NUMBER_STYLES } from '@tributary/sql/internal'
import { splitWords } from './unique-names.ts'

/** A column as it is guessed. */
export interface GuessedColumn {
  readonly name: string
  readonly sourceColumn: string
  readonly type: 'BIGINT' | 'DECIMAL' | 'DOUBLE' | 'VARCHAR' | 'BOOLEAN' | 'DATE' | 'TIMESTAMP'
  readonly format?: string
  readonly scale?: number
  readonly profile: ColumnProfile
  /** Of a date or time. */
  readonly time: TimeFacts | null
  /** The reason of the guess, for people. */
  readonly reason: string
}

/** The columns of a table, and how its numbers and missing values are written. */
export interface GuessedColumns {
  readonly columns: readonly GuessedColumn[]
  readonly decimal?: string
  readonly thousands?: string
  readonly nulls?: readonly string[]
}

/** Guesses the types of columns from their values. */
export function guessColumns({ columns }: FileProfile): GuessedColumns {
  const style = findLikelyStyle(columns)
  const names = new Set<string>()
  const guessed = columns.map((profile, i) => {
    const name = toColumnName(profile.name, i, names)
    return { name, sourceColumn: profile.name, profile, ...guessType(profile, style) }
  })
  const nulls = new Set(
    guessed.flatMap(({ type, profile }) =>
      type === 'VARCHAR' || profile.type !== null ? [] : profile.nulls,
    ),
  )
  return {
    columns: guessed,
    ...NUMBER_STYLES[style],
    ...(nulls.size > 0 && { nulls: [...nulls].toSorted() }),
  }
}

/** The style in which most columns are numbers; the usual one where others are no better. */
function findLikelyStyle(columns: readonly ColumnProfile[]): number {
  const counts = NUMBER_STYLES.map(
    (_, i) =>
      columns.filter(({ filled, numbers }) => filled > 0 && numbers[i]!.fitting === filled).length,
  )
  // The usual style is the only one that is counted for columns that have it.
  const unusualCounts = counts.map((count, i) => (i === 0 ? 0 : count))
  const best = Math.max(...unusualCounts)
  const inBest = columns.some(({ filled, numbers }) => {
    return (
      filled > 0 &&
      numbers[0]!.fitting < filled &&
      best > 0 &&
      numbers[unusualCounts.indexOf(best)]!.fitting === filled
    )
  })
  return inBest ? unusualCounts.indexOf(best) : 0
}

const GRAIN_ENDING = /__(second|minute|hour|day|week|month|quarter|year)$/i

/** The name of a column in the workspace, which has no brackets, quotes and slashes, and does not end like a grain. */
function toColumnName(source: string, place: number, usedNames: Set<string>): string {
  const plain = source
    .replace(/[[\]'/]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 110)
  const base = (plain === '' ? `column${place}` : plain).replace(GRAIN_ENDING, '_$1')
  let name = base
  for (let n = 2; usedNames.has(name.toLowerCase()); n++) name = `${base} ${n}`
  usedNames.add(name.toLowerCase())
  return name
}

type Guess = Omit<GuessedColumn, 'name' | 'sourceColumn' | 'profile'>

/** The types of a file that has types. */
const TYPED: readonly (readonly [RegExp, GuessedColumn['type']])[] = [
  [/^(U?(TINY|SMALL)INT|U?INTEGER|BIGINT)$/, 'BIGINT'],
  [/^DECIMAL/, 'DECIMAL'],
  [/^(FLOAT|DOUBLE)$/, 'DOUBLE'],
  [/^BOOLEAN$/, 'BOOLEAN'],
  [/^DATE$/, 'DATE'],
  [/^TIMESTAMP/, 'TIMESTAMP'],
]

function guessType(profile: ColumnProfile, style: number): Guess {
  const declaredType = TYPED.find(([pattern]) => pattern.test(profile.type ?? ''))?.[1]
  const [isoTime] = profile.times
  if (declaredType !== undefined)
    return { type: declaredType, time: isoTime ?? null, reason: 'as in the file' }
  const { filled, codes, booleans } = profile
  if (filled === 0) return { type: 'VARCHAR', time: null, reason: 'no values' }
  const time = findLikelyTime(profile)
  if (time !== null) return guessTime(profile, time)
  if (booleans === filled) return { type: 'BOOLEAN', time: null, reason: 'true and false' }
  const numbers = profile.numbers[pickNumberStyle(profile, style)]!
  if (profile.type !== null || numbers.fitting < filled) {
    return { type: 'VARCHAR', time: null, reason: 'texts' }
  }
  if (codes > 0)
    return { type: 'VARCHAR', time: null, reason: 'numbers with zeros before them, so codes' }
  return guessNumber(numbers)
}

/** Whole numbers are the same in every style. */
function pickNumberStyle({ numbers, filled }: ColumnProfile, style: number): number {
  return numbers[style]!.fitting === filled || numbers[0]!.whole < filled ? style : 0
}

/** Digits that a sum of doubles would round, and that money has. */
const MOST_DIGITS = 4

function guessNumber({
  whole: wholeCount,
  fitting,
  scale,
  min,
  max,
}: ColumnProfile['numbers'][number]): Guess {
  const largest = Math.max(Math.abs(min ?? 0), Math.abs(max ?? 0))
  if (wholeCount === fitting && largest < 9e18)
    return { type: 'BIGINT', time: null, reason: 'whole numbers' }
  if (scale !== null && scale <= MOST_DIGITS && largest < 1e18) {
    const reason = `numbers with at most ${scale} ${scale === 1 ? 'digit' : 'digits'} after the point`
    return { type: 'DECIMAL', scale, time: null, reason }
  }
  return { type: 'DOUBLE', time: null, reason: 'numbers' }
}

const TIME_WORDS = new Set([
  'date',
  'day',
  'time',
  'timestamp',
  'datum',
  'month',
  'tag',
  'monat',
  'at',
  'on',
])
const YEAR_WORDS = new Set(['year', 'yr', 'jahr', 'annee'])

/** Digits alone are dates only in a column that is called so. */
function findLikelyTime(profile: ColumnProfile): TimeFacts | null {
  const words = splitWords(profile.name)
  const isDigits = profile.numbers[0]!.whole === profile.filled
  const fitting = profile.times.filter(({ pattern, first, last }) => {
    const isSensible = first > -150_000 && last < 70_000
    if (!isSensible) return false
    if (pattern === 'yyyy') return words.some((word) => YEAR_WORDS.has(word))
    return !isDigits || (pattern !== undefined && words.some((word) => TIME_WORDS.has(word)))
  })
  const rank = (facts: TimeFacts): number =>
    (facts.pattern === undefined ? 0 : 1e7) +
    (facts.type === 'DATE' ? 0 : 1e6) +
    (facts.last - facts.first)
  return fitting.toSorted((a, b) => rank(a) - rank(b))[0] ?? null
}

function guessTime({ times }: ColumnProfile, time: TimeFacts): Guess {
  const { type, pattern } = time
  if (pattern === undefined) return { type, time, reason: 'dates and times as in ISO 8601' }
  const alternative = times.find(
    (candidate) => candidate.type === type && candidate.pattern !== undefined && candidate !== time,
  )
  const doubt =
    alternative === undefined
      ? ''
      : `; ${alternative.pattern} would fit too and span more days, or as many`
  return { type, format: pattern, time, reason: `written as ${pattern}${doubt}` }
}
