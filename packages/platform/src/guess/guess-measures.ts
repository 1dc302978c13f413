import { findNamedUse, isRevenueName, isRowNumberName, isTimeOfNumbers } from './column-words.ts'
import type { GuessedColumn } from './guess-columns.ts'
import { isUnique } from './guess-relations.ts'

/** The use of a column in a workspace, and the reason. */
export interface ColumnUse {
  readonly kind: 'DIMENSION' | 'FLAG' | 'SUM' | 'BALANCE' | 'LEVEL' | 'SHARE' | 'NOTHING'
  readonly reason: string
}

/** The most values of a dimension, and the share of rows that they may be. */
const MOST_VALUES = { count: 5000, share: 0.5, free: 50 }

/** Guesses the use of a column of a table with `rows` rows. */
export function guessColumnUse(column: GuessedColumn, rows: number): ColumnUse {
  const { type, name, profile } = column
  const { filled, distinct, min, max } = profile
  if (filled === 0) return { kind: 'NOTHING', reason: 'no values' }
  if (type === 'DATE' || type === 'TIMESTAMP') return { kind: 'NOTHING', reason: 'a time' }
  const isNumber = type === 'BIGINT' || type === 'DECIMAL' || type === 'DOUBLE'
  if (!isNumber && distinct === 1 && filled === rows && rows > 1) {
    return { kind: 'NOTHING', reason: 'the same value in every row' }
  }
  if (type === 'BOOLEAN') return { kind: 'FLAG', reason: 'true and false: the share of true' }
  if (type === 'VARCHAR') return guessTextUse(column, rows)
  const isWhole = type === 'BIGINT' || (type === 'DECIMAL' && column.scale === 0)
  if (isWhole && distinct === 2 && min === 0 && max === 1) {
    return { kind: 'FLAG', reason: '0 and 1: the share of 1' }
  }
  if (column.unit === undefined && isTimeOfNumbers(name, profile)) {
    return { kind: 'NOTHING', reason: 'a time that is not read: not added up' }
  }
  if (isNumber && min === 0 && max === 0 && filled === rows && rows > 1)
    return { kind: 'NOTHING', reason: '0 in every row' }
  if (isWhole && isRowNumber(column, rows)) return { kind: 'NOTHING', reason: 'numbers the rows' }
  const use = column.unit === '%' ? 'LEVEL' : findNamedUse(name, isWhole)
  if (use === 'KEY') return guessKeyUse(column, rows)
  if (use === 'CODE' || (isWhole && isYearly(column))) {
    return guessFewUse(column, rows, 'a code, a place or a year: not added up')
  }
  if (use === 'MOMENT') {
    return {
      kind: 'BALANCE',
      reason: 'is there at a moment: of several periods the last one counts (nonAdditive)',
    }
  }
  if (use === 'LEVEL') {
    const isShare =
      column.unit === undefined && min !== null && min >= 0 && max !== null && max <= 1
    return isShare && !isWhole
      ? { kind: 'SHARE', reason: 'a share from 0 to 1: averaged, not added up' }
      : { kind: 'LEVEL', reason: 'looks like a level or a rate: averaged, not added up' }
  }
  if (!isWhole && isNarrow(column)) {
    return {
      kind: 'LEVEL',
      reason: `all values lie from ${min} to ${max}, so measurements: averaged, not added up`,
    }
  }
  return { kind: 'SUM', reason: 'looks like an amount' }
}

/** Values of a measurement lie close together, where amounts of single rows differ by factors. */
const NARROW = { rows: 1000, factor: 3 }

/** Whether many fractions without a unit, by a name that speaks of no amount, lie close together and far from 0. */
function isNarrow({ name, unit, profile: { filled, distinct, min, max } }: GuessedColumn): boolean {
  if (unit !== undefined || isRevenueName(name) || min === null || max === null) return false
  return filled >= NARROW.rows && distinct > 10 && min > 0 && max <= min * NARROW.factor
}

/** Whether whole numbers count from 0 or 1 on to the last row, in a column that is called so or has no name. */
function isRowNumber(column: GuessedColumn, rows: number): boolean {
  const { min, max } = column.profile
  if (!isUnique(column, rows) || rows < 2 || min === null || max === null) return false
  return isRowNumberName(column.name) && (min === 0 || min === 1) && max - min === rows - 1
}

/** Whole numbers that are all years, by any name. */
function isYearly({ profile: { min, max, filled, distinct } }: GuessedColumn): boolean {
  return filled >= 20 && min !== null && max !== null && min >= 1900 && max <= 2050 && distinct > 1
}

function guessKeyUse(column: GuessedColumn, rows: number): ColumnUse {
  return guessFewUse(column, rows, 'names things: not added up')
}

function guessFewUse(column: GuessedColumn, rows: number, reason: string): ColumnUse {
  const { distinct } = column.profile
  const isFew = distinct <= MOST_VALUES.free && !isUnique(column, rows)
  return { kind: isFew ? 'DIMENSION' : 'NOTHING', reason }
}

function guessTextUse({ profile }: GuessedColumn, rows: number): ColumnUse {
  const { distinct, filled, isExact } = profile
  const few = distinct <= MOST_VALUES.free || distinct <= filled * MOST_VALUES.share
  if (distinct === rows && rows > 20)
    return { kind: 'NOTHING', reason: 'another value in every row' }
  const count = `${isExact ? '' : 'about '}${distinct}`
  if (few && distinct <= MOST_VALUES.count)
    return { kind: 'DIMENSION', reason: `${count} ${distinct === 1 ? 'value' : 'values'}` }
  return { kind: 'NOTHING', reason: `${count} different values are too many to group by` }
}
