import {
  type AttributionData,
  type AttributionTableData,
  readWindowValues,
} from '@tributary/contract'
import { type CsvCell, formatCsvLine } from '@tributary/core/csv'
import { keyColumns, readGroupKey } from './attribution-rows.ts'

/** The columns of measures, by the names that they have in an answer. */
const MEASURES = [
  ['comparison', '@compareValue'],
  ['current', '@currentValue'],
  ['change', '@growth'],
  ['change_rate', '@growthRate'],
  ['contribution', '@contribution'],
  ['rate_contribution', '@rateContribution'],
  ['mix_contribution', '@mixContribution'],
  ['share', '@relativeContributionRate'],
  ['overall_share', '@overallContributionRate'],
] as const

/**
 * All tables of an answer as one table of comma-separated values: `by` is the dimensions of the row's table, empty for
 * the overall row; each dimension has a column, which the rows of other tables leave empty. So do rows without a value of it.
 */
export function renderAttributionCsv({ tables }: AttributionData): readonly string[] {
  const keys = [...new Set(tables.flatMap(keyColumns))]
  const measures = MEASURES.filter(([, name]) => tables.some(({ table }) => table[name]))
  const header = ['by', ...keys, ...measures.map(([title]) => title)]
  const rows = tables.flatMap((table) => toCsvRows(table, keys, measures))
  return [header, ...rows].map((row) => formatCsvLine(row))
}

function toCsvRows(
  answerTable: AttributionTableData,
  keys: readonly string[],
  measures: readonly (readonly [string, string])[],
): readonly (readonly CsvCell[])[] {
  const { dimension, table } = answerTable
  const exact = new Map([
    ['@currentValue', readWindowValues(table, 'current')],
    ['@compareValue', readWindowValues(table, 'compare')],
  ])
  const columns = measures.map(([, name]) => exact.get(name) ?? table[name])
  return readWindowValues(table, 'current').map((_, row) => [
    dimension,
    ...keys.map((name) => readGroupKey(answerTable, name, row)),
    ...columns.map((column) => column?.[row] ?? null),
  ])
}
