import type { QueryKey, QueryRequest } from '@tributary/attribution/internal'
import type { SlicedWork } from '@tributary/core/internal'
import { compile, type Scope, type TypedExpr, type WorkCalendar } from '@tributary/expression'
import { invalidView } from '../definitions/errors.ts'
import { METRIC_TIME } from '../definitions/metric.ts'
import type { Located, TemporaryMetric } from '../definitions/temporary-metric.ts'
import {
  createFactContexts,
  createQuestionContext,
  type FactContexts,
  type PlanContext,
} from '../plan/attribution-question.ts'
import type { PlanAttributionOptions } from '../plan/plan-attribution.ts'
import { assertDimensionsSpecified, planDimension } from '../plan/plan-groupings.ts'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import { toOriginDataType } from '../resolve/catalog/columns.ts'
import { longestGrain } from '../resolve/metrics/dimensions.ts'
import type { WindowMove } from '../resolve/metrics/other-period.ts'
import { findPresentation } from '../resolve/metrics/presentation.ts'
import { assertFewMetrics } from '../resolve/metrics/temporary-metric.ts'
import { splitGrain } from '../resolve/names/expression-names.ts'
import { combineConditions } from '../resolve/rows/conjunction.ts'
import { resolveView } from '../view/resolve-view.ts'
import type { ViewDefinition } from '../view/view.ts'
import { planParts } from './plan-parts.ts'
import type { QueryColumn, QueryPlan, QueryQuestion } from './query-question.ts'
import { toAttributionQuestion } from './to-attribution-question.ts'

/**
 * Turns a query into a request for the values of its metrics by group. Metrics of one dataset are aggregated together;
 * those of several are joined by the dimensions, which all of them must have.
 *
 * Throws as {@link resolveView} does, and as the planning of an attribution does.
 */
export function* queryPlan(
  catalog: Catalog,
  question: QueryQuestion,
  options: Pick<PlanAttributionOptions, 'user' | 'limited'> = {},
): SlicedWork<QueryPlan> {
  const baseContext = createQuestionContext(catalog, toAttributionQuestion(question))
  const resolved = (metric: Located) => baseContext.resolve(metric)
  // Formulas that are too large are refused before anything else reads them.
  assertFewMetrics(question.metricDefinitions)
  yield* baseContext.resolveTemporary()
  const view = resolveView(catalog, question, (metric) => resolved(metric).formula.type)
  const { definition } = view
  const metrics: FactContexts[] = []
  for (const located of question.metrics) {
    metrics.push(createFactContexts(baseContext, resolved(located)))
    yield
  }
  const contexts = metrics.map(([firstContext]) => firstContext)
  const names = columnNames(question, definition)
  const dimensions = question.dimensions.map((dimension) => withGrain(dimension, contexts))
  const planQueryKeys = (context: PlanContext) =>
    dimensions.map((dimension, index) => {
      const { value } = planDimension(context, dimension)
      return { name: names.dimensions[index]!, value }
    })
  for (const context of metrics.flat()) {
    assertDimensionsSpecified(
      context,
      planQueryKeys(context).map((key) => ({ name: key.name, keys: [key] })),
    )
  }
  assertOwnPeriod(contexts, dimensions)
  const parts = yield* planParts(metrics, {
    question,
    names: names.metrics,
    keysOf: planQueryKeys,
    ...options,
  })
  const keys = planQueryKeys(contexts[0]!).map(
    ({ name, value }): QueryKey => ({ name, type: value.type }),
  )
  const request: QueryRequest = {
    keys,
    parts,
    metrics: names.metrics,
    resultFilter: resultFilter(question, definition, { contexts, names: names.metrics }),
    orders: definition.orders.map(({ name, direction }, index) => {
      return { column: orderColumn(name, `orders[${index}]`, { definition, names }), direction }
    }),
    offset: question.offset,
    limit: question.limit,
  }
  return { request, columns: listQueryColumns(keys, contexts, names.metrics), view }
}

interface ColumnNames {
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
}

/** The names of the columns, as the request has them. Throws for one that two columns would have. */
function columnNames(question: QueryQuestion, definition: ViewDefinition): ColumnNames {
  const entriesByName = new Map<string, Located>()
  const take = (entry: Located, name: string): void => {
    const namesake = entriesByName.get(name)
    if (namesake !== undefined && namesake !== entry) {
      const reason = `"${entry.text}" and "${namesake.text}" would be columns of one name; call one of them by another of its names`
      throw invalidView(entry.path, reason)
    }
    entriesByName.set(name, entry)
  }
  for (const [index, entry] of question.dimensions.entries()) {
    take(entry, entry.text.trim())
    take(entry, definition.dimensions[index]!)
  }
  for (const [index, entry] of question.metrics.entries()) {
    take(entry, entry.text)
    take(entry, definition.metrics[index]!)
  }
  return {
    dimensions: question.dimensions.map(({ text }) => text.trim()),
    metrics: question.metrics.map(({ text }) => text),
  }
}

/** `metric_time` without a grain has the longest of the datasets' grains, so that all metrics have the same periods. */
function withGrain(dimension: Located, contexts: readonly PlanContext[]): Located {
  const text = dimension.text.trim()
  const { name, grain } = splitGrain(text, getQueryCalendar(contexts))
  if (name !== METRIC_TIME || grain !== null) return { ...dimension, text }
  const longest = longestGrain(contexts.flatMap(({ metric }) => metric.datasets))
  return longest === null ? { ...dimension, text } : { ...dimension, text: `${text}__${longest}` }
}

/** Throws for a metric of the question over another period by time, of which only one period can be asked. */
function assertOwnPeriod(contexts: readonly PlanContext[], dimensions: readonly Located[]): void {
  const byTime = dimensions.find(
    ({ text }) => splitGrain(text, getQueryCalendar(contexts)).name === METRIC_TIME,
  )
  const isOfQuestion = ({ kind }: WindowMove): boolean => kind !== 'defined'
  const moved = contexts.find(({ metric }) =>
    metric.measures.some(({ moves }) => moves.some(isOfQuestion)),
  )
  if (byTime === undefined || moved === undefined) return
  const reason = `The metric "${moved.metric.name}" looks at another period than that of its rows, so it has no values by ${METRIC_TIME}; ask for one period at a time`
  throw invalidView(byTime.path, reason)
}

function getQueryCalendar([first]: readonly PlanContext[]): WorkCalendar {
  return first!.catalog.workspace.calendar
}

/** The conditions on metrics as one, in which a column of the answer is a reference. */
function resultFilter(
  { resultFilters, now }: QueryQuestion,
  definition: ViewDefinition,
  metrics: { readonly contexts: readonly PlanContext[]; readonly names: readonly string[] },
): TypedExpr | null {
  const scope: Scope = {
    resolve(name) {
      const index = name.kind === 'field' ? definition.metrics.indexOf(name.name) : -1
      if (index < 0) return { problem: { kind: 'unknown' } }
      const { type } = metrics.contexts[index]!.metric.formula
      const named = metrics.names[index]!
      return { found: { kind: 'reference', type, table: null, name: named } }
    },
    names: () => definition.metrics,
    calendar: getQueryCalendar(metrics.contexts),
  }
  return combineConditions(
    definition.resultFilters.map((text, index) =>
      compile(text, scope, { path: resultFilters[index]!.path, expect: 'BOOLEAN', now }),
    ),
  )
}

function orderColumn(
  name: string,
  path: string,
  { definition, names }: { readonly definition: ViewDefinition; readonly names: ColumnNames },
): string {
  const dimension = definition.dimensions.indexOf(name)
  if (dimension >= 0) return names.dimensions[dimension]!
  const metric = definition.metrics.indexOf(name)
  if (metric >= 0) return names.metrics[metric]!
  const listed = [...names.dimensions, ...names.metrics]
    .map((columnName) => `"${columnName}"`)
    .join(', ')
  throw invalidView(path, `"${name}" is no column of the answer, which are ${listed}; list it`)
}

function listQueryColumns(
  keys: readonly QueryKey[],
  contexts: readonly PlanContext[],
  names: readonly string[],
): readonly QueryColumn[] {
  return [
    ...keys.map(({ name, type }): QueryColumn => {
      return { name, role: 'DIMENSION', dataType: toOriginDataType(type) }
    }),
    ...contexts.map(({ metric }, index): QueryColumn => {
      const dataType = toOriginDataType(metric.formula.type)
      return {
        name: names[index]!,
        role: 'METRIC',
        dataType,
        ...shownAs(contexts[index]!, metric.name),
      }
    }),
  ]
}

/** How people read the values of a metric. A temporary metric has the unit of its base if it only has fewer rows. */
function shownAs(
  { catalog, question }: PlanContext,
  text: string,
): Pick<QueryColumn, 'unit' | 'format'> {
  const temporary = question.metricDefinitions.get(text)
  if (temporary !== undefined && !isPart(temporary)) return {}
  const name = temporary?.refMetric.text ?? text
  if (temporary !== undefined && question.metricDefinitions.has(name)) return {}
  const { unit, format } = findPresentation(
    catalog.unrestricted.workspace.metrics,
    catalog.metric(name),
  )
  return { ...(unit !== null && { unit }), ...(format !== null && { format }) }
}

function isPart({ expr, indirections = [], preAggs = [] }: TemporaryMetric): boolean {
  return expr == null && indirections.length === 0 && preAggs.length === 0
}
