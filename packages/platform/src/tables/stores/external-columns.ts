import type { Aggregate } from '@tributary/attribution'
import type { Materialisation } from '@tributary/attribution/internal'
import type { ValueType } from '@tributary/expression'
import type { TableColumn } from '@tributary/sql'
import { sourceMismatchError } from '../../model/errors.ts'

/** A column that a file has to have. */
export interface ExternalColumn {
  readonly name: string
  readonly type: ValueType
}

/** The columns that an external table must have: the dimensions in their types, each metric in that of its values. */
export function listExternalColumns({
  dimensions,
  measures,
}: Materialisation): readonly ExternalColumn[] {
  return [
    ...dimensions.map(({ column, value }) => ({ name: column, type: value.type })),
    ...measures.map(({ column, measure }) => ({
      name: column!,
      type: COUNTS.has(measure.aggregate) ? ('INT' as const) : measure.argument!.type,
    })),
  ]
}

const COUNTS: ReadonlySet<Aggregate> = new Set(['COUNT', 'COUNT_DISTINCT'])

/** The whole numbers of DuckDB that have room for a sum; the language has no name for them. */
const WIDE = 'HUGEINT'

/** Throws `PLATFORM_SOURCE_MISMATCH` when a file does not have the columns of its plan, in types that lose nothing. */
export function assertExternalColumns(
  plan: string,
  wanted: readonly ExternalColumn[],
  fileColumns: readonly TableColumn[],
): void {
  const byName = new Map(fileColumns.map((column) => [column.name, column]))
  for (const { name, type } of wanted) {
    const column = byName.get(name)
    if (column === undefined) {
      const names = fileColumns.map((fileColumn) => fileColumn.name).join(', ')
      throw sourceMismatchError(
        `The file of the external plan "${plan}" has no column "${name}"; it has ${names}.`,
        { plan, column: name },
      )
    }
    if (column.valueType === type || (type === 'INT' && column.type === WIDE)) continue
    throw sourceMismatchError(
      `The file of the external plan "${plan}" has the column "${name}" as ${column.type}, where ${type} is expected.`,
      { plan, column: name },
    )
  }
}
