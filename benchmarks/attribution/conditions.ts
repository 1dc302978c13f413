/** A condition on one column. Values of the column `day` are dates. */
export interface Term {
  readonly column: string
  readonly op: '=' | '<' | '>' | '>=' | 'IN'
  readonly values: readonly (string | number)[]
}

/** Terms that all hold, in our language. */
export function conditionText(terms: readonly Term[]): string {
  return terms
    .map(({ column, op, values }) => {
      const texts = values.map((value) => JSON.stringify(value))
      return op === 'IN' ? `IN([${column}], ${texts.join(', ')})` : `[${column}] ${op} ${texts[0]}`
    })
    .join(' AND ')
}

/** Terms that all hold, in SQL. */
export function conditionSql(terms: readonly Term[]): string {
  return terms
    .map(({ column, op, values }) => {
      const texts = values.map((value) => literalSql(column, value))
      return op === 'IN' ? `${column} IN (${texts.join(', ')})` : `${column} ${op} ${texts[0]}`
    })
    .join(' AND ')
}

function literalSql(column: string, value: string | number): string {
  if (typeof value === 'number') return String(value)
  return column === 'day' ? `CAST('${value}' AS DATE)` : `'${value}'`
}

/** The days of a range of days and nothing else, as whole days since 1970; null for other conditions. */
export function daysOf(
  terms: readonly Term[],
): { readonly from: number; readonly to: number } | null {
  const [from, to, ...more] = terms
  if (from?.op !== '>=' || to?.op !== '<' || more.length > 0) return null
  const day = ({ values }: Term): number => Date.parse(String(values[0])) / 86_400_000
  return { from: day(from), to: day(to) }
}
