import type { AttributionData, AttributionTableData } from '@tributary/contract'
import { changesOfTable, type RankedDimension, rankDimensions } from '@tributary/platform/internal'

/** A table that explains a part of the change, and how much. */
export interface MainTable {
  readonly table: AttributionTableData
  readonly ranked: RankedDimension
}

/**
 * The `count` tables of an answer that explain most of the change, the best first. Tables that explain nothing are left out;
 * empty when the whole did not change.
 */
export function mainTables(data: AttributionData, count: number): readonly MainTable[] {
  const isMain = ({ ranked: { share, expected } }: MainTable): boolean =>
    share - expected >= LEAST_EXPLAINED
  return rankedTables(data).filter(isMain).slice(0, count)
}

/** All tables of an answer, the one that explains most first; empty when the whole did not change. */
export function rankedTables({ tables }: AttributionData): readonly MainTable[] {
  const overall = tables.find(({ dimension }) => !dimension)
  const change = Number(overall?.table['@growth']?.[0] ?? 0)
  const compareTotal = Number(overall?.table['@compareValue']?.[0] ?? 0)
  if (!Number.isFinite(change) || change === 0) return []
  const byDimension = new Map(tables.map((table) => [table.dimension ?? '', table]))
  const dimensionTables = [...byDimension].filter(([dimension]) => dimension !== '')
  return rankDimensions(
    dimensionTables.map(([dimension, { table }]) => {
      const column = (name: string) => (table[name] === undefined ? null : numbers(table[name]))
      return changesOfTable(dimension, column, compareTotal)
    }),
    change,
  ).map((ranked) => ({ ranked, table: byDimension.get(ranked.dimension)! }))
}

/** Less is not worth a table. */
const LEAST_EXPLAINED = 0.01

function numbers(column: readonly (string | number | null)[]): readonly (number | null)[] {
  return column.map((value) => (value === null ? null : Number(value)))
}
