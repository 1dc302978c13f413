import type { AttributionRequest } from '../request.ts'
import { type Warning, warningText } from '../warnings.ts'
import type { AttributionAnswer, AttributionTable } from './answer.ts'
import { emptyTable } from './column-table.ts'

/** The answer to a request with a window without rows: every table, without a row. */
export function emptyAnswer(
  { groupings }: AttributionRequest,
  missing: readonly Warning[],
  executed: readonly string[],
): AttributionAnswer {
  const tables = groupings.map(({ name, keys }) => {
    const columns = keys.map((key) => key.name)
    return withoutRows(name, columns)
  })
  return { tables: [withoutRows(null, []), ...tables], warning: warningText(missing), executed }
}

function withoutRows(dimension: string | null, keys: readonly string[]): AttributionTable {
  return { dimension, table: emptyTable(keys), warning: null, empty: true }
}
