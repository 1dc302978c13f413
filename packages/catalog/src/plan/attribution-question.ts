import type { Calculation } from '@tributary/attribution'
import type { SlicedWork } from '@tributary/core/internal'
import { type Expr, parse, references, type TypedExpr } from '@tributary/expression'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import type { Located, TemporaryMetric } from '../definitions/temporary-metric.ts'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import { type AvailableDimension, dimensionsOfFacts } from '../resolve/metrics/dimensions.ts'
import { createFormulaBudget } from '../resolve/metrics/formula-size.ts'
import { type MetricResolution, resolveMetric } from '../resolve/metrics/resolve-metric.ts'
import { compileDatasetFilter } from '../resolve/rows/row-scopes.ts'

/** An attribution question as a request states it: names and expressions, each with its path. */
export interface AttributionQuestion {
  /** A key of `metricDefinitions`, else a metric by name, code or display name. */
  readonly metric: Located
  /** Metrics of this question alone, by key. */
  readonly metricDefinitions: ReadonlyMap<string, TemporaryMetric>
  /**
   * One table each: a dimension by name, code or display name, perhaps by grain (`metric_time__week`),
   * or several joined by commas.
   */
  readonly dimensions: readonly Located[]
  readonly calculation: Calculation
  /** Drill-down: conditions on the rows of both windows. */
  readonly filters: readonly Located[]
  /** For a window that has none of its own; blank text counts as none. */
  readonly timeConstraint: Located | null
  readonly current: WindowQuestion
  readonly compare: WindowQuestion
  /** The dimension by which two objects are compared; it must be available, and its tables are one-sided. */
  readonly compareDimension: Located | null
  /** The present, in microseconds since 1970 in the tenant's local time. */
  readonly now: bigint
  /** Whether the tables have the contributions as columns. @defaultValue false */
  readonly contributions?: boolean
  /** The most rows that a table is wanted to have, the largest contributions first; absent: no such limit. */
  readonly rowLimit?: number
  /** How many rows a table may have at most; absent: attribution's own default. */
  readonly maxRows?: number
}

/** The conditions of one window. */
export interface WindowQuestion {
  readonly filters: readonly Located[]
  /** A condition on `metric_time` alone; blank text counts as none. */
  readonly timeConstraint: Located | null
}

/** A question with what is known of it so far. */
export interface QuestionContext {
  readonly catalog: Catalog
  readonly question: AttributionQuestion
  /** Resolves a metric of the question, once for each text. */
  resolve(metric: Located): MetricResolution
  /** Resolves every temporary metric, each after those that it names. Throws for the first that is wrong. */
  resolveTemporary(): SlicedWork<void>
  /** Parses an expression of the question, once for each text; null when it cannot be parsed. */
  parsed(text: string): Expr | null
}

/** The context of every part of a plan. */
export interface PlanContext extends QuestionContext {
  readonly metric: MetricResolution
  /** The fact: one of the datasets of the metric. */
  readonly dataset: DatasetDefinition
  /** The filter of the dataset; null for none. */
  readonly datasetCondition: TypedExpr | null
}

/** The contexts of the facts of a metric, in the order of the metric's datasets. */
export function createFactContexts(
  baseContext: QuestionContext,
  metric: MetricResolution,
): FactContexts {
  const { catalog, question } = baseContext
  const toPlanContext = (dataset: DatasetDefinition): PlanContext => {
    return {
      ...baseContext,
      metric,
      dataset,
      datasetCondition: compileDatasetFilter(catalog, dataset, question),
    }
  }
  const [first, ...remainingDatasets] = metric.datasets
  return [toPlanContext(first), ...remainingDatasets.map(toPlanContext)]
}

/**
 * The name of the dataset of a fact for warnings, where facts of several datasets are asked together and the catalog shows it;
 * else nothing.
 */
export function nameFactDataset(
  { catalog, dataset: { name } }: Pick<PlanContext, 'catalog' | 'dataset'>,
  datasets: readonly DatasetDefinition[],
): { readonly dataset?: string } {
  const isNamed = datasets.some((sibling) => sibling.name !== name)
  return isNamed && catalog.datasets.byName(name) !== undefined ? { dataset: name } : {}
}

/** At least one context. */
export type FactContexts = readonly [PlanContext, ...PlanContext[]]

/** The context of a question of which nothing is known yet. */
export function createQuestionContext(
  catalog: Catalog,
  question: AttributionQuestion,
): QuestionContext {
  const { metricDefinitions: temporaryMetrics, now } = question
  const options = { temporaryMetrics, now, budget: createFormulaBudget() }
  const resolutions = new Map<string, MetricResolution>()
  const trees = new Map<string, Expr | null>()
  const parsed = (text: string) => remember(trees, text, () => parse(text).ast)
  const resolve = (metric: Located) =>
    remember(resolutions, metric.text, () => resolveMetric(catalog, metric, options))
  return {
    catalog,
    question,
    resolve,
    *resolveTemporary() {
      for (const key of yield* orderTemporary(temporaryMetrics, parsed)) {
        const { refMetric, expr } = temporaryMetrics.get(key)!
        resolve({ text: key, path: (expr ?? refMetric).path })
        yield
      }
    },
    parsed,
  }
}

/** The keys of temporary metrics, each behind those that it names, so that one more is compiled at a time. */
function* orderTemporary(
  metrics: ReadonlyMap<string, TemporaryMetric>,
  parsed: (text: string) => Expr | null,
): SlicedWork<readonly string[]> {
  const named = new Map<string, readonly string[]>()
  for (const [key, { refMetric, expr }] of metrics) {
    named.set(key, expr == null ? [refMetric.text] : fieldsIn(parsed(expr.text)))
    yield
  }
  const ordered = new Set<string>()
  const entered = new Set<string>()
  const enter = (key: string): void => {
    if (entered.has(key)) return
    entered.add(key)
    for (const name of named.get(key) ?? []) if (metrics.has(name)) enter(name)
    ordered.add(key)
  }
  for (const key of metrics.keys()) enter(key)
  return [...ordered]
}

function fieldsIn(tree: Expr | null): readonly string[] {
  if (tree === null) return []
  return references(tree).flatMap((name) => (name.kind === 'field' ? [name.name] : []))
}

/** The dimensions that the metric of a question has, temporary ones included. */
export function dimensionsOfQuestion(
  catalog: Catalog,
  question: AttributionQuestion,
): readonly AvailableDimension[] {
  const { datasets } = createQuestionContext(catalog, question).resolve(question.metric)
  return dimensionsOfFacts(catalog, datasets)
}

function remember<T>(cache: Map<string, T>, text: string, make: () => T): T {
  const before = cache.get(text)
  if (before !== undefined) return before
  const value = make()
  cache.set(text, value)
  return value
}
