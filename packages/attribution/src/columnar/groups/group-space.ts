import type { SlicedWork } from '@tributary/core/internal'
import { type TypedExpr, toText } from '@tributary/expression'
import { tooManyGroupsError } from '../../request/errors.ts'
import type { CodedColumn } from '../columns/column.ts'
import type { CodeNumbers } from '../columns/column-cache.ts'
import { domainText } from '../columns/read-value.ts'
import { textsAt } from '../columns/texts.ts'
import { type CodeArray, uint32Array } from '../kernels/code-array.ts'
import { onlyColumn, type RowSpace, valueOfCode } from '../select/row-space.ts'

/** A key to group by: a number per row, below `size`, and the text of each number. */
export interface Dimension {
  readonly size: number
  readonly codes: CodeArray
  /** When not null, the row's number is `numberOf[codes[row]]`. */
  readonly numberOf: Uint32Array | null
  /** Whether texts ascend with their numbers, by code point. */
  readonly ordered: boolean
  /** The text of a number; null for the group of NULL. */
  text(number: number): string | null
  /** The texts of many numbers. */
  texts(numbers: Float64Array): readonly (string | null)[]
}

/**
 * Makes the dimension of an expression. A column is grouped by its codes. An expression over one
 * coded column (above all a column of a related table) is evaluated once per value and becomes a
 * map from code to number. Anything else is computed as a column first. Yields between values.
 */
export function* createDimension(typed: TypedExpr, space: RowSpace): SlicedWork<Dimension> {
  if (typed.kind === 'reference') {
    const place = space.place(typed)
    if (place.kind === 'own') return dimensionOfColumn(space.coded(place.column))
  }
  const byCode = yield* dimensionByCode(typed, space)
  return byCode ?? dimensionOfColumn(space.coded(space.computed(typed)))
}

function dimensionOfColumn(column: CodedColumn): Dimension {
  const { codes, domain } = column
  const text = (number: number): string | null => domainText(column, number)
  return {
    size: domain.size + 1,
    codes,
    numberOf: null,
    ordered: domain.kind === 'texts' || domain.kind === 'flags',
    text,
    texts: (numbers) =>
      domain.kind === 'texts' ? textsAt(domain.texts, numbers) : Array.from(numbers, text),
  }
}

/** Values whose texts are written between two yields. */
const BLOCK = 1_024

function* dimensionByCode(typed: TypedExpr, space: RowSpace): SlicedWork<Dimension | null> {
  const column = onlyColumn(typed, space)
  if (column === null) return null
  const key = space.coded(column)
  if (key.domain.size > Math.max(4096, space.rowCount)) return null
  const { numberOf, texts } = space.knownNumbers(typed) ?? (yield* numberValues(typed, key, space))
  return {
    size: texts.length,
    codes: key.codes,
    numberOf,
    ordered: false,
    text: (number) => texts[number] ?? null,
    texts: (numbers) => Array.from(numbers, (number) => texts[number] ?? null),
  }
}

function* numberValues(
  typed: TypedExpr,
  key: CodedColumn,
  space: RowSpace,
): SlicedWork<CodeNumbers> {
  const texts: (string | null)[] = []
  const numbersByText = new Map<string | null, number>()
  const numberOf = uint32Array(key.domain.size + 1)
  const valueAt = valueOfCode(typed, key, space)
  for (let code = 0; code < numberOf.length; code++) {
    if (code % BLOCK === BLOCK - 1) yield
    const text = toText(valueAt(code), typed.type)
    const number = numbersByText.get(text) ?? texts.push(text) - 1
    numbersByText.set(text, number)
    numberOf[code] = number
  }
  const numbers = { numberOf, texts }
  space.keepNumbers(typed, numbers)
  return numbers
}

/**
 * The possible groups of a grouping. The key of a group is one whole number whose digits in a mixed
 * radix are the numbers of its dimensions, the first dimension highest.
 */
export interface GroupSpace {
  readonly dimensions: readonly Dimension[]
  /** How many keys are possible; 1 without dimensions. */
  readonly size: number
  /**
   * Whether accumulators are indexed by key; otherwise the keys that occur are numbered in order of
   * occurrence.
   */
  readonly dense: boolean
}

/** Groupings of at most this many keys are dense, however few rows there are. */
const ALWAYS_DENSE = 2 ** 16

/** Groupings of more keys are never dense: a sum and a count in two windows would take more than 128 MB. */
const MAX_DENSE = 2 ** 22

/** The groups of some dimensions over at most `rowCount` rows. Throws {@link AttributionError} when keys would leave ±2^53. */
export function groupSpace(
  name: string,
  dimensions: readonly Dimension[],
  rowCount: number,
): GroupSpace {
  const size = dimensions.reduce((product, { size }) => product * size, 1)
  if (size > Number.MAX_SAFE_INTEGER) throw tooManyGroupsError(name, size)
  const dense = size <= Math.max(ALWAYS_DENSE, Math.min(rowCount, MAX_DENSE))
  return { dimensions, size, dense }
}
