import type { GuessedColumn } from './guess-columns.ts'
import { isKeyName, isUnique } from './guess-relations.ts'
import { splitWords } from './unique-names.ts'

/** The use of a column in a workspace, and the reason. */
export interface ColumnUse {
  readonly kind: 'DIMENSION' | 'SUM' | 'LEVEL' | 'NOTHING'
  readonly reason: string
}

/** Words of numbers that are codes or places: they are neither added nor averaged. */
const CODE_WORDS = toWordSet(
  'zip postal postcode plz phone fax ean isbn sku lat latitude lon lng longitude fips year yr jahr month day hour weekday week quarter rank position version index cluster group type class category level grade',
)

/** Words of numbers of which an average says more than a sum. */
const LEVEL_WORDS = toWordSet(
  'rate ratio percent percentage pct share price avg average mean median temp temperature score rating age speed height width length weight depth pressure humidity margin discount density expect expectation per min max expectancy fertility wind elevation altitude',
)

/** Words of numbers that there are at a moment: they add up over places, and not over time. */
const MOMENT_WORDS = toWordSet(
  'pop population inhabitants headcount employees staff inventory balance backlog capacity headcounts balances einwohner bestand saldo',
)

function toWordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

/** The most values of a dimension, and the share of rows that they may be. */
const MOST_VALUES = { count: 1000, share: 0.5, free: 50 }

/** Guesses the use of a column of a table with `rows` rows. */
export function guessColumnUse(column: GuessedColumn, rows: number): ColumnUse {
  const { type, name, profile } = column
  if (profile.filled === 0) return { kind: 'NOTHING', reason: 'no values' }
  if (profile.distinct === 1 && profile.filled === rows && rows > 1 && type !== 'DATE') {
    const isNumber = type === 'BIGINT' || type === 'DECIMAL' || type === 'DOUBLE'
    if (!isNumber) return { kind: 'NOTHING', reason: 'the same value in every row' }
  }
  if (type === 'DATE' || type === 'TIMESTAMP') return { kind: 'NOTHING', reason: 'a time' }
  if (type === 'BOOLEAN') return { kind: 'DIMENSION', reason: 'two values' }
  if (type === 'VARCHAR') return guessTextUse(column, rows)
  const words = splitWords(name)
  if (isKeyName(name) || words.some((word) => CODE_WORDS.has(word))) {
    const isFew = profile.distinct <= MOST_VALUES.free && !isUnique(column, rows)
    return {
      kind: isFew ? 'DIMENSION' : 'NOTHING',
      reason: 'a code, a place or a year: not added up',
    }
  }
  if (words.some((word) => LEVEL_WORDS.has(word)) || name.includes('%')) {
    return { kind: 'LEVEL', reason: 'looks like a level or a rate: averaged, not added up' }
  }
  if (words.some((word) => MOMENT_WORDS.has(word))) {
    return {
      kind: 'SUM',
      reason:
        'is there at a moment: a sum over several periods counts it again; nonAdditive: { over: time, take: LAST } takes the last',
    }
  }
  return { kind: 'SUM', reason: 'looks like an amount' }
}

function guessTextUse({ profile: { distinct, filled } }: GuessedColumn, rows: number): ColumnUse {
  const few = distinct <= MOST_VALUES.free || distinct <= filled * MOST_VALUES.share
  if (distinct === rows && rows > 20)
    return { kind: 'NOTHING', reason: 'another value in every row' }
  if (few && distinct <= MOST_VALUES.count)
    return { kind: 'DIMENSION', reason: `${distinct} values` }
  return { kind: 'NOTHING', reason: `${distinct} different values are too many to group by` }
}
