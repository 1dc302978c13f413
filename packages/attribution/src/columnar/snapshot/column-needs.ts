import { type TypedExpr, type TypedReference, typedReferences } from '@tributary/expression'
import type { AggregateRequest, Leaf } from '../../request/source.ts'
import type { MemoryTable } from '../columns/column.ts'

/** How much of a column a request reads: the rows of its windows, or all. */
export type ColumnNeed = 'windows' | 'all'

/** What a request reads of the columns of its base table; of its windows' conditions only some are looked at row by row. */
export function columnNeeds(
  request: AggregateRequest,
  { columns }: MemoryTable,
  conditions: readonly TypedExpr[],
): ReadonlyMap<string, ColumnNeed> {
  const needs = new Map<string, ColumnNeed>()
  const { alias } = request.rows.base
  const need = (typed: TypedExpr | null, how: ColumnNeed): void => {
    for (const { table, name, type } of typed === null ? [] : typedReferences(typed)) {
      const column = table === alias ? columns.get(name) : undefined
      if (column === undefined) continue
      // As another type it is converted as a whole.
      const all = how === 'all' || column.type !== type
      if (all || !needs.has(name)) needs.set(name, all ? 'all' : how)
    }
  }
  const isCoded = ({ table, name, type }: TypedReference): boolean => {
    const column = table === alias ? columns.get(name) : undefined
    return column?.kind === 'coded' && column.type === type
  }
  const { leaves, groupings, rows } = request
  for (const condition of conditions) need(condition, 'windows')
  for (const leaf of leaves) {
    need(leaf.filter, 'windows')
    need(leaf.argument, readsInPlace(leaf) ? 'windows' : 'all')
    for (const per of leaf.nested?.per ?? []) need(per, groupsInPlace(per, isCoded))
  }
  for (const { value } of groupings.flat()) need(value, groupsInPlace(value, isCoded))
  for (const { on } of rows.lookups) {
    for (const { left } of on) need(left, on.length > 1 ? 'all' : groupsInPlace(left, isCoded))
  }
  return needs
}

/** Numbers that are added up, counted or compared are read row by row; others are coded or computed as a whole. */
function readsInPlace({ aggregate, argument }: Leaf): boolean {
  const kept =
    aggregate === 'SUM' || aggregate === 'COUNT' || aggregate === 'MIN' || aggregate === 'MAX'
  return kept && argument?.kind === 'reference'
}

/** What hangs on one coded column is computed per value. */
function groupsInPlace(
  typed: TypedExpr,
  isCoded: (reference: TypedReference) => boolean,
): ColumnNeed {
  const references = typedReferences(typed)
  const names = new Set(references.map(({ name }) => name))
  return names.size <= 1 && references.every(isCoded) ? 'windows' : 'all'
}
