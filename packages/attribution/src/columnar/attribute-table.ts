import type { ColumnTable } from 'arquero'
import { attribute } from '../attribute.ts'
import type { AttributionAnswer } from '../tables/answer.ts'
import { resolveTableQuestion } from './resolve-table-question.ts'
import type { TableQuestion } from './table-question.ts'
import { TABLE } from './table-scope.ts'
import { createTableSource } from './table-source.ts'

/** Options of {@link attributeTable}. */
export interface AttributeTableOptions {
  /** Stops the work; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** The moment that `Now()` means, in UTC. @defaultValue none: `Now()` is an error */
  readonly now?: Date
}

/**
 * Answers why a metric differs between two sets of rows of one arquero table. Column types follow from
 * the values. Rejects with an `ExpressionError` for a text that is wrong, and with
 * {@link AttributionError} for a question that cannot be answered.
 */
export async function attributeTable(
  table: ColumnTable,
  question: TableQuestion,
  options: AttributeTableOptions = {},
): Promise<AttributionAnswer> {
  const { now, ...rest } = options
  const request = resolveTableQuestion(table, question, now)
  return attribute(createTableSource({ [TABLE]: table }), request, rest)
}
