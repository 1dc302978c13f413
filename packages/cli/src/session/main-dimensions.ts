import type { AttributionData, AttributionTableData } from '@tributary/contract'
import {
  type DimensionChanges,
  type RankedDimension,
  rankDimensions,
} from '@tributary/platform/internal'

/** A table that explains a part of the change, and how much. */
export interface MainTable {
  readonly table: AttributionTableData
  readonly ranked: RankedDimension
}

/**
 * The `count` tables of an answer that explain most of the change, the best first. Tables that explain nothing are left out;
 * empty when the whole did not change.
 */
export function mainTables({ tables }: AttributionData, count: number): readonly MainTable[] {
  const overall = tables.find(({ dimension }) => !dimension)
  const change = Number(overall?.table['@growth']?.[0] ?? 0)
  const whole = Number(overall?.table['@compareValue']?.[0] ?? 0)
  if (!Number.isFinite(change) || change === 0) return []
  const byDimension = new Map(tables.map((table) => [table.dimension ?? '', table]))
  const asked = [...byDimension].filter(([dimension]) => dimension !== '')
  return rankDimensions(
    asked.map(([dimension, { table }]) => changesOf(dimension, table, whole)),
    change,
  )
    .filter(({ share, expected }) => share - expected >= LEAST_EXPLAINED)
    .slice(0, count)
    .map((ranked) => ({ ranked, table: byDimension.get(ranked.dimension)! }))
}

/** Less is not worth a table. */
const LEAST_EXPLAINED = 0.01

function changesOf(
  dimension: string,
  table: AttributionTableData['table'],
  whole: number,
): DimensionChanges {
  const contributions = numbers(table['@contribution'])
  const weights =
    table['@rateContribution'] === undefined ? partsOf(table, whole) : weightsOf(table)
  return { dimension, contributions, ...(weights !== null && { weights }) }
}

/** Of a quotient: the weight of a row is what its rate contribution has more than the change of its rate. */
function weightsOf(table: AttributionTableData['table']): readonly (number | null)[] {
  const growths = numbers(table['@growth'])
  return numbers(table['@rateContribution']).map((rate, row) => {
    const growth = growths[row] ?? 0
    return rate === null || growth === 0 ? null : rate / growth
  })
}

/** Of a sum: the values before the change, which add up to the whole; null when they do not. */
function partsOf(
  table: AttributionTableData['table'],
  whole: number,
): readonly (number | null)[] | null {
  const values = numbers(table['@compareValue'])
  const sum = values.reduce<number>((all, value) => all + (value ?? 0), 0)
  return Math.abs(sum - whole) <= Math.abs(whole) * 1e-6 ? values : null
}

function numbers(
  column: readonly (string | number | null)[] | undefined,
): readonly (number | null)[] {
  return (column ?? []).map((value) => (value === null ? null : Number(value)))
}
