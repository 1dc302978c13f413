import { attribute } from '../attribute.ts'
import type { AttributionAnswer } from '../tables/answer.ts'
import { type ColumnarSource, sourceOver } from './columnar-source.ts'
import { lazyTable } from './load/lazy-table.ts'
import type { TableData } from './load/table-data.ts'
import { resolveTableQuestion } from './resolve-table-question.ts'
import type { TableQuestion } from './table-question.ts'

/** Options of {@link attributeTable}. */
export interface AttributeTableOptions {
  /** Stops the work; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** The moment that `Now()` means, in UTC. @defaultValue none: `Now()` is an error */
  readonly now?: Date
}

/** What a table is called that has no name of its own. */
const TABLE = 'table'

/**
 * Answers why a metric differs between two sets of rows of one table: a {@link ColumnarSource}, or table
 * data, of which the columns that the question names are loaded for this one answer. Rejects with an
 * `ExpressionError` for a text that is wrong, and with {@link AttributionError} for a question that
 * cannot be answered.
 */
export async function attributeTable(
  table: TableData | ColumnarSource,
  question: TableQuestion,
  options: AttributeTableOptions = {},
): Promise<AttributionAnswer> {
  const { now, ...rest } = options
  if (isSource(table)) {
    const types = table.columnTypes()
    const names = [...types.keys()]
    const typeOf = (name: string) => types.get(name) ?? 'UNKNOWN'
    const request = resolveTableQuestion({ table: table.name, names, typeOf }, question, now)
    return attribute(table, request, rest)
  }
  const { names, typeOf, loaded } = lazyTable(table)
  const request = resolveTableQuestion({ table: TABLE, names, typeOf }, question, now)
  return attribute(sourceOver(TABLE, new Map([[TABLE, loaded()]])), request, rest)
}

function isSource(table: TableData | ColumnarSource): table is ColumnarSource {
  return 'aggregate' in table && typeof table.aggregate === 'function'
}
