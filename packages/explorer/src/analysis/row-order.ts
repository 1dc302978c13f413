import { compareNumeric } from '@tributary/core/numbers'
import type { GroupRow } from './group-table.ts'

/** The columns of a table of contributions that it can be sorted by. */
export const SORTED_BY = [
  'label',
  'compare',
  'current',
  'growth',
  'growthRate',
  'contribution',
  'share',
  'rate',
  'mix',
] as const

/** One of {@link SORTED_BY}. */
export type SortKey = (typeof SORTED_BY)[number]

/** A column and a direction. */
export interface RowOrder {
  readonly key: SortKey
  readonly descending: boolean
}

/** Reads `-share`; null for a text that names no column. */
export function readRowOrder(text: string | null): RowOrder | null {
  if (text === null) return null
  const descending = text.startsWith('-')
  const key = descending ? text.slice(1) : text
  return (SORTED_BY as readonly string[]).includes(key) ? { key: key as SortKey, descending } : null
}

/** Writes what {@link readRowOrder} reads. */
export function rowOrderText({ key, descending }: RowOrder): string {
  return descending ? `-${key}` : key
}

/** Sorts rows; those without a value come last in both directions, equal ones keep their order. */
export function orderRows(rows: readonly GroupRow[], order: RowOrder | null): readonly GroupRow[] {
  if (order === null) return rows
  const sign = order.descending ? -1 : 1
  return rows.toSorted((left, right) => {
    const { key } = order
    const [a, b] = [cell(left, key), cell(right, key)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * (key === 'label' ? compareTexts(a, b) : compareNumeric(a, b))
  })
}

function cell(row: GroupRow, key: SortKey): number | string | null {
  return key === 'label' ? row.labels.join('\u0000') : row[key]
}

function compareTexts(a: number | string, b: number | string): number {
  return a < b ? -1 : Number(a > b)
}
