import { conditionSql, conditionText, type Term } from './conditions.ts'

/** An aggregate, for all engines. */
export interface BenchMeasure {
  readonly aggregate: 'sum' | 'count' | 'min' | 'max' | 'distinct'
  /** A column or arithmetic over columns; null only for `count`, which counts rows. */
  readonly column: string | null
  /** Terms that all hold. */
  readonly where?: readonly Term[]
}

/** The measure as a question on a table names it. */
export function measureQuestion({
  aggregate,
  column,
  where,
}: BenchMeasure): Record<string, unknown> {
  const within = where === undefined ? {} : { where: conditionText(where) }
  if (aggregate === 'count') return { countRows: true, ...within }
  const argument = (column ?? '').replaceAll(/[a-z]\w*/g, '[$&]')
  return { [aggregate === 'distinct' ? 'countDistinct' : aggregate]: argument, ...within }
}

/** The measure in one window, in SQL. */
export function measureSql(
  { aggregate, column, where = [] }: BenchMeasure,
  window: readonly Term[],
): string {
  const call =
    aggregate === 'distinct' ? `count(DISTINCT ${column})` : `${aggregate}(${column ?? '*'})`
  return `${call} FILTER (WHERE ${conditionSql([...window, ...where])})`
}
