/** A cell of a table: a number, a text, or null where there is no value. */
type Cell = string | number | null

/** The columns of an answer by name, and the exact values that its numbers do not have. */
interface TextedAnswer {
  readonly table: Readonly<Record<string, readonly Cell[]>>
  readonly texts?: Readonly<Record<string, readonly (string | null)[]>> | undefined
}

/**
 * A column of an answer to a query or of a series with every digit: the texts of a metric whose numbers would lose some,
 * else the column of the table. Empty for a name that the answer does not have.
 * @example
 * ```ts
 * import { readExactColumn } from '@tributary/client/contract'
 * const table = { total: [859926209598430800, 12] }
 * readExactColumn({ table, texts: { total: ['859926209598430891', '12'] } }, 'total') // => ['859926209598430891', '12']
 * readExactColumn({ table: { total: [12] } }, 'total') // => [12]
 * ```
 */
export function readExactColumn({ table, texts }: TextedAnswer, name: string): readonly Cell[] {
  return getColumn(texts, name) ?? getColumn(table, name) ?? []
}

/**
 * The values of a window in a table of an attribution with every digit: the texts of a table that has them, else its
 * numbers.
 * @example
 * ```ts
 * import { readWindowValues } from '@tributary/client/contract'
 * readWindowValues({ '@currentValue': [12] }, 'current') // => [12]
 * ```
 */
export function readWindowValues(
  table: TextedAnswer['table'],
  window: 'current' | 'compare',
): readonly Cell[] {
  return getColumn(table, `@${window}ValueText`) ?? getColumn(table, `@${window}Value`) ?? []
}

/** A column may be called like a property that every object has. */
function getColumn<T>(
  columns: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined {
  return columns !== undefined && Object.hasOwn(columns, name) ? columns[name] : undefined
}
