import { runInSlices, runToEnd, type SlicedWork } from '@tributary/core/internal'
import { type FactsSource, joinFacts } from '../plan/join-facts.ts'
import { type ComparisonPlan, planComparison } from '../plan/plan-comparison.ts'
import { countSharedPeriods } from '../plan/reach.ts'
import { type ComparisonAnswers, readComparison } from '../plan/read-comparison.ts'
import type { AttributionRequest, Grouping } from '../request/request.ts'
import type { AggregateFrame, AggregateSource } from '../request/source.ts'
import { warningText } from '../request/warnings.ts'
import {
  type AttributionAnswer,
  type AttributionTable,
  type Explanation,
  emptyTables,
} from '../tables/answer.ts'
import { groupingTable, overallTable } from '../tables/result-table.ts'
import { createTableContext, type TableContext } from '../tables/table-context.ts'
import { once, tableWhenRead } from '../tables/table-when-read.ts'

/** Options of {@link attribute}. */
export interface AttributeOptions {
  /** Stops the work; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/**
 * Explains why a metric differs between two windows. The source aggregates its rows once (twice
 * when the request drills down); contributions and tables are computed from those aggregates. A
 * window without rows counts as 0 where the metric is a sum, with a warning; when neither window has
 * rows, the tables are empty. Rejects with {@link AttributionError} when
 * the request cannot be answered, and with whatever the source rejects with.
 *
 * @example
 * ```ts
 * import { attribute, createColumnarSource, questionRequest } from '@tributary/attribution'
 * const sales = createColumnarSource({ month: [5, 5, 6], shop: ['A', 'B', 'A'], amount: [10, 20, 15] })
 * const request = questionRequest(sales, {
 *   metric: { sum: '[amount]' },
 *   dimensions: ['shop'],
 *   current: '[month] = 6',
 *   compare: '[month] = 5',
 * })
 * const { tables } = await attribute(sales, request)
 * tables.map(({ dimension }) => dimension) // => [null, 'shop']
 * tables[1]?.table.array('@currentValue') // => [0, 15]
 * ```
 */
export function attribute(
  source: AggregateSource,
  request: AttributionRequest,
  options: AttributeOptions = {},
): Promise<AttributionAnswer> {
  return attributeFacts(joinFacts(source), request, options)
}

/** Options of {@link attributeFacts}. */
interface FactsOptions extends AttributeOptions {
  /**
   * Whether the table of a grouping is made when one of its parts is read for the first time, in one go; until then it
   * holds the aggregates. @defaultValue false: all are made at once, in slices
   */
  readonly tablesWhenRead?: boolean
}

/** {@link attribute} from a source that aggregates several facts together: plans, aggregates, and builds the tables. */
export async function attributeFacts(
  source: FactsSource,
  request: AttributionRequest,
  options: FactsOptions = {},
): Promise<AttributionAnswer> {
  const { signal } = options
  signal?.throwIfAborted()
  const plan = planComparison(request)
  const aggregateOptions = signal === undefined ? {} : { signal }
  const [scope, root] = await Promise.all([
    source.aggregate(plan.scope, aggregateOptions),
    plan.root && source.aggregate(plan.root, aggregateOptions),
  ])
  return buildAnswer(plan, { scope, root }, options)
}

async function buildAnswer(
  plan: ComparisonPlan,
  answers: ComparisonAnswers,
  { tablesWhenRead = false, signal }: FactsOptions,
): Promise<AttributionAnswer> {
  const { scope, root } = answers
  const windows = readComparison(plan, answers)
  const answer = {
    warning: warningText(windows.warnings),
    warnings: windows.warnings,
    executed: root === null ? [scope.executed] : [scope.executed, root.executed],
  }
  const explanation = {
    measures: plan.measures,
    windows: plan.intervals,
    periods: {
      current: countSharedPeriods(windows, 'current'),
      compare: countSharedPeriods(windows, 'compare'),
    },
    form: plan.form.kind,
  }
  if (windows.isEmpty) {
    const tables = emptyTables(plan, windows.missing)
    return { tables, ...answer, explanation: { ...explanation, residuals: [] } }
  }
  const context = createTableContext(plan, answers, windows)
  const work = plan.request.groupings.map((grouping, index) => {
    return { grouping, frame: scope.frames[index + 1]!, context }
  })
  const total = overallTable(context)
  const groupings = tablesWhenRead
    ? work.map(answerWhenRead)
    : await runInSlices(answerGroupings(work), signal)
  return {
    tables: [total, ...groupings.map(({ table }) => table)],
    ...answer,
    explanation: { ...explanation, residuals: groupings.map(({ residual }) => residual) },
  }
}

/** The input of a table: its grouping, and the aggregates by it. */
interface GroupingWork {
  readonly grouping: Grouping
  readonly frame: AggregateFrame
  readonly context: TableContext
}

interface GroupingAnswer {
  readonly table: AttributionTable
  readonly residual: Explanation['residuals'][number]
}

/** Makes the tables of all groupings in order. Yields between steps. */
function* answerGroupings(works: readonly GroupingWork[]): SlicedWork<readonly GroupingAnswer[]> {
  const answers: GroupingAnswer[] = []
  for (const work of works) answers.push(yield* answerGrouping(work))
  return answers
}

function* answerGrouping({ grouping, frame, context }: GroupingWork): SlicedWork<GroupingAnswer> {
  const { table, residual } = yield* groupingTable(grouping, frame, context)
  return { table, residual: { dimension: grouping.name, residual } }
}

function answerWhenRead(work: GroupingWork): GroupingAnswer {
  const { grouping } = work
  const answer = once(() => runToEnd(answerGrouping(work)))
  return {
    table: tableWhenRead(grouping, () => answer().table),
    residual: {
      dimension: grouping.name,
      get residual() {
        return answer().residual.residual
      },
    },
  }
}
