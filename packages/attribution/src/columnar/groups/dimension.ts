import { type TypedExpr, toText } from '@tributary/expression'
import { type CodeArray, uint32Array } from '../columns/code-array.ts'
import type { CodedColumn } from '../columns/column.ts'
import { domainText } from '../columns/read-value.ts'
import { textsAt } from '../columns/texts.ts'
import { onlyColumn, type RowSpace, valuesByCode } from '../select/row-space.ts'

/** What rows are grouped by: a number per row, below `size`, and the text that it stands for. */
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
 * The dimension of an expression. A column is grouped by its codes. What hangs on one coded column, a
 * related table's columns above all, is computed once per value and becomes a map from code to number:
 * no column is copied. Anything else is computed as a column first.
 */
export function dimensionOf(typed: TypedExpr, space: RowSpace): Dimension {
  if (typed.kind === 'reference') {
    const place = space.place(typed)
    if (place.kind === 'own') return dimensionOfColumn(space.coded(place.column))
  }
  return dimensionByCode(typed, space) ?? dimensionOfColumn(space.coded(space.computed(typed)))
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

function dimensionByCode(typed: TypedExpr, space: RowSpace): Dimension | null {
  const column = onlyColumn(typed, space)
  if (column === null) return null
  const key = space.coded(column)
  if (key.domain.size > Math.max(4096, space.rowCount)) return null
  const texts: (string | null)[] = []
  const known = new Map<string | null, number>()
  const numberOf = uint32Array(key.domain.size + 1)
  for (const [code, value] of valuesByCode(typed, key, space).entries()) {
    const text = toText(value, typed.type)
    const number = known.get(text) ?? texts.push(text) - 1
    known.set(text, number)
    numberOf[code] = number
  }
  return {
    size: texts.length,
    codes: key.codes,
    numberOf,
    ordered: false,
    text: (number) => texts[number] ?? null,
    texts: (numbers) => Array.from(numbers, (number) => texts[number] ?? null),
  }
}
