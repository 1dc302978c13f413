import type { AttributionRequest } from '../request.ts'
import { type Warning, warningText } from '../warnings.ts'
import type { AttributionAnswer, AttributionTable } from './answer.ts'
import { emptyTable } from './column-table.ts'

/** The answer to a request with a window without rows: every table, without a row, and why, in the answer and each table. */
export function emptyAnswer(
  { groupings }: AttributionRequest,
  missing: readonly Warning[],
  run: Pick<AttributionAnswer, 'executed' | 'explanation'>,
): AttributionAnswer {
  const warning = warningText(missing)
  const withoutRows = (dimension: string | null, keys: readonly string[]): AttributionTable => ({
    dimension,
    table: emptyTable(keys),
    warning,
    empty: true,
  })
  const tables = groupings.map(({ name, keys }) =>
    withoutRows(
      name,
      keys.map((key) => key.name),
    ),
  )
  return { tables: [withoutRows(null, []), ...tables], warning, ...run }
}
