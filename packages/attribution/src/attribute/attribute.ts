import { runInSlices, runToEnd, type SlicedWork } from '@tributary/core/internal'
import { type Measurement, measureInSlices, measureTotal } from '../contribute/measure.ts'
import { requestedMeasures, rootRequest, scopeRequest } from '../plan/aggregate-request.ts'
import { checkRequest, overlapMeasures, overlapWarnings } from '../plan/check-request.ts'
import { type FactsAnswer, type FactsSource, joinFacts } from '../plan/join-facts.ts'
import { requestForm } from '../plan/metric-form.ts'
import {
  computeDivisors,
  knownIntervals,
  knownPeriods,
  measureDivisors,
  periodWarnings,
} from '../plan/periods.ts'
import { lookedAt, rowMeasures } from '../plan/rows-looked-at.ts'
import { type AttributionRequest, type Grouping, MEASURES } from '../request/request.ts'
import type { AggregateFrame, AggregateSource } from '../request/source.ts'
import { type Warning, warning, warningText } from '../request/warnings.ts'
import {
  type AttributionAnswer,
  type AttributionTable,
  type Explanation,
  emptyTables,
} from '../tables/answer.ts'
import { contributionNames } from '../tables/contribution-columns.ts'
import { findMetricTexts, frontierTexts } from '../tables/metric-texts.ts'
import { countOverflows } from '../tables/overflow-warnings.ts'
import { groupingTable, overallTable, type TableContext } from '../tables/result-table.ts'
import { contributionSums } from '../tables/table-warnings.ts'
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

/** {@link attribute} from a source that aggregates several facts together. */
export async function attributeFacts(
  source: FactsSource,
  request: AttributionRequest,
  { tablesWhenRead = false, ...options }: FactsOptions = {},
): Promise<AttributionAnswer> {
  options.signal?.throwIfAborted()
  const intervals = knownIntervals(request)
  checkRequest(request, intervals)
  const { metric, groupings, drillDown, calculation, contributions = false } = request
  const form = requestForm(request)
  const overlaps = overlapMeasures(request, intervals)
  const counted = rowMeasures(request)
  const ownMeasures = [...counted, ...overlaps]
  const [scope, root] = await Promise.all([
    source.aggregate(scopeRequest(request, ownMeasures), options),
    drillDown === null ? null : source.aggregate(rootRequest(request, ownMeasures), options),
  ])
  const executed = root === null ? [scope.executed] : [scope.executed, root.executed]
  const [overall, ...frames] = scope.frames
  const rootFrame = (root ?? scope).frames[0]!
  const periods = knownPeriods(request, intervals, scope.frontier)
  const explanation: Omit<Explanation, 'residuals'> = {
    measures: requestedMeasures(request),
    windows: intervals,
    periods: { current: periods.current?.count ?? null, compare: periods.compare?.count ?? null },
    form: form.kind,
  }
  const places = { counted, at: metric.measures.length }
  const { facts, hasRowsElsewhere } = lookedAt(root ?? scope, request, places)
  const missing = missingWindows(facts)
  const warnings = [
    ...emptyFacts(request, { root: { facts }, scope }),
    ...periodWarnings(request, periods, form),
    ...overlapWarnings(rootFrame, overlaps.length),
  ]
  // A metric that looks at other windows may have a value where those of the question have no rows.
  if (!hasRowsElsewhere && WINDOWS.every((window) => rootFrame.present[window][0] === 0)) {
    const columnNames = contributions ? [...MEASURES, ...contributionNames(form)] : MEASURES
    return {
      tables: emptyTables(request, columnNames, missing),
      warning: warningText(warnings),
      warnings,
      executed,
      explanation: { ...explanation, residuals: [] },
    }
  }
  const measurement: Measurement = {
    metric,
    form,
    divisors: computeDivisors(request, periods),
    measureDivisors: measureDivisors(request, scope.frontier),
    withoutMean: WINDOWS.filter((window) => calculation === 'AVG' && periods[window]?.count === 0),
  }
  const total = measureTotal(measurement, overall!)
  const context: TableContext = {
    form,
    measurement,
    missing,
    scope: total,
    root: root === null ? null : measureTotal(measurement, rootFrame),
    maxRows: request.maxRows ?? 10_000,
    rowLimit: request.rowLimit ?? null,
    contributions,
    overflows: runToEnd(countOverflows(measurement, overall!, total)),
    texts: findMetricTexts(metric, overall!),
  }
  const work = groupings.map((grouping, index) => ({ grouping, frame: frames[index]!, context }))
  const answers = tablesWhenRead
    ? work.map(answerWhenRead)
    : await runInSlices(answerGroupings(work), options.signal)
  return {
    tables: [overallTable(context), ...answers.map(({ table }) => table)],
    warning: warningText(warnings),
    warnings,
    executed,
    explanation: { ...explanation, residuals: answers.map(({ residual }) => residual) },
  }
}

/** What the table of a grouping is made from. */
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
  const { measurement } = context
  const { change, weights } = context.scope
  const measured = yield* measureInSlices(measurement, frame, weights)
  const sums = yield* contributionSums(measured)
  const residual = change === null ? null : change - sums.change
  const overflows = yield* countOverflows(measurement, frame, measured)
  const texts = findMetricTexts(measurement.metric, frame)
  const groups = { frame, measured, sums, overflows, texts }
  const table = yield* groupingTable(grouping, groups, context)
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

const WINDOWS = ['current', 'compare'] as const

const NO_DATA = { current: 'NO_DATA_CURRENT', compare: 'NO_DATA_COMPARE' } as const

/** A warning for each window in which a fact has no rows. */
function missingWindows(facts: FactsAnswer['facts']): readonly Warning[] {
  return WINDOWS.filter((window) => facts.some(({ present }) => !present[window])).map((window) =>
    warning(NO_DATA[window]),
  )
}

/** A warning for each window in which a fact has no rows, with how far its data reaches. */
export function emptyFacts(
  { time, otherFacts = [] }: Pick<AttributionRequest, 'time' | 'otherFacts'>,
  {
    root,
    scope,
  }: { readonly root: Pick<FactsAnswer, 'facts'>; readonly scope: Pick<FactsAnswer, 'facts'> },
): readonly Warning[] {
  const times = [time, ...otherFacts.map((fact) => fact.time)]
  return WINDOWS.flatMap((window) =>
    root.facts.flatMap(({ present }, fact) => {
      if (present[window]) return []
      const { frontier } = scope.facts[fact]!
      return [
        warning(NO_DATA[window], frontier === null ? {} : frontierTexts(frontier, times[fact]!)),
      ]
    }),
  )
}
