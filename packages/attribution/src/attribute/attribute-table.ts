import type { ValueType } from '@tributary/expression'
import { lazyTable } from '../columnar/load/load-table.ts'
import type { TableData } from '../columnar/load/table-data.ts'
import { type ColumnarSource, sourceOver } from '../columnar/source/columnar-source.ts'
import { resolveTableQuestion } from '../question/resolve-question.ts'
import type { TableQuestion } from '../question/table-question.ts'
import type { AttributionRequest } from '../request/request.ts'
import type { AggregateSource } from '../request/source.ts'
import type { AttributionAnswer } from '../tables/answer.ts'
import { attribute } from './attribute.ts'

/** Options of {@link attributeTable}. */
export interface AttributeTableOptions {
  /** Stops the work; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** The moment that `Now()` means, in UTC. @defaultValue none: `Now()` is an error */
  readonly now?: Date
}

/**
 * A table that answers aggregate requests wherever its rows are: a {@link ColumnarSource} in memory, or `createSqlTable`
 * of @tributary/sql in an engine.
 */
export interface TableSource extends AggregateSource {
  /** The name of its table in requests. */
  readonly name: string
  /** The columns of its table and their types. */
  columnTypes(): ReadonlyMap<string, ValueType> | Promise<ReadonlyMap<string, ValueType>>
}

/** The name of a table that is given as plain data. */
const TABLE = 'table'

/**
 * Explains why a metric differs between two sets of rows of one table. The table is a {@link
 * TableSource}, in memory or in an engine, or table data, of which only the columns that the question
 * names are loaded.
 * Rejects with an `ExpressionError` for an invalid expression, and with {@link AttributionError}
 * for a question that cannot be answered.
 *
 * @example
 * ```ts
 * import { attributeTable } from '@tributary/attribution'
 * const sales = { month: [5, 5, 6, 6], shop: ['A', 'B', 'A', 'B'], amount: [10, 20, 15, 18] }
 * const { tables } = await attributeTable(sales, {
 *   metric: { sum: '[amount]' },
 *   dimensions: ['shop'],
 *   current: '[month] = 6',
 *   compare: '[month] = 5',
 * })
 * const [total, byShop] = tables
 * total?.table.get('@growth', 0) // => '3'
 * byShop?.table.array('shop') // => ['A', 'B']
 * byShop?.table.array('@growth') // => ['5', '-2']
 * ```
 */
export async function attributeTable(
  table: TableData | TableSource,
  question: TableQuestion,
  options: AttributeTableOptions = {},
): Promise<AttributionAnswer> {
  const { now, ...attributeOptions } = options
  if (isSource(table)) {
    const types = await table.columnTypes()
    return attribute(table, requestOver(table.name, types, { question, now }), attributeOptions)
  }
  const { names, typeOf, loaded } = lazyTable(table)
  const request = resolveTableQuestion({ table: TABLE, names, typeOf }, question, now)
  return attribute(sourceOver(TABLE, new Map([[TABLE, loaded()]])), request, attributeOptions)
}

/**
 * Resolves a question in texts to a request for {@link attribute}; its `metric` is one for {@link
 * attributeMany} and {@link rankMetrics}. Throws an `ExpressionError` for an invalid expression.
 *
 * @example
 * ```ts
 * import { createColumnarSource, questionRequest } from '@tributary/attribution'
 * const sales = createColumnarSource({ month: [5, 6], shop: ['A', 'B'], amount: [10, 15] })
 * const request = questionRequest(sales, {
 *   metric: { sum: '[amount]' },
 *   dimensions: ['shop'],
 *   current: '[month] = 6',
 *   compare: '[month] = 5',
 * })
 * request.metric.measures.map((measure) => measure.aggregate) // => ['SUM']
 * ```
 */
export function questionRequest(
  source: ColumnarSource,
  question: TableQuestion,
  now?: Date,
): AttributionRequest {
  return requestOver(source.name, source.columnTypes(), { question, now })
}

function requestOver(
  table: string,
  types: ReadonlyMap<string, ValueType>,
  { question, now }: { readonly question: TableQuestion; readonly now: Date | undefined },
): AttributionRequest {
  const names = [...types.keys()]
  const getColumnType = (name: string): ValueType => types.get(name) ?? 'UNKNOWN'
  return resolveTableQuestion({ table, names, typeOf: getColumnType }, question, now)
}

function isSource(table: TableData | TableSource): table is TableSource {
  return 'aggregate' in table && typeof table.aggregate === 'function'
}
