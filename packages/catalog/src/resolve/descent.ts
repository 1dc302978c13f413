import { compile } from '@tributary/expression'
import type { Catalog } from '../catalog.ts'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import { metricCycle } from '../errors.ts'
import { allOf } from './all-of.ts'
import { datasetScope } from './dataset-scope.ts'
import type { LeafSet, ResolvedLeaf } from './leaf-set.ts'
import type { Located, TemporaryMetric } from './located.ts'
import { nestedOf, type Step } from './nested-steps.ts'
import type { WindowMove } from './window-move.ts'

/** What a metric is resolved with. */
export interface ResolveMetricOptions {
  /** Metrics of the request alone. Their keys win over the catalog's names and are never mapped. */
  readonly temporaryMetrics?: ReadonlyMap<string, TemporaryMetric>
  /** The request's moment for `Now()`, in microseconds since 1970 in the tenant's local time. */
  readonly now?: bigint
  /** What may still be written out; a question shares one among all that it resolves. */
  readonly budget?: MetricBudget
}

/** How many aggregates may still be written out: temporary metrics that name one another twice double at each step. */
export interface MetricBudget {
  parts: number
}

/** A fresh budget, of 20,000. */
export function metricBudget(): MetricBudget {
  return { parts: 20_000 }
}

/** What stays the same on the way down. */
export interface Descent {
  readonly catalog: Catalog
  readonly options: ResolveMetricOptions
  readonly leaves: LeafSet
  readonly datasets: Set<DatasetDefinition>
  readonly budget: MetricBudget
}

/** What the metrics above give to those below. */
export interface Inherited {
  /** What a leaf is to be called; null for its own metric's name. */
  readonly label: string | null
  readonly filters: readonly Located[]
  /** The metrics above, outermost first. */
  readonly trail: readonly string[]
  readonly moves: readonly WindowMove[]
  readonly step: Step | null
}

/** What the metric that is asked for inherits. */
export const TOP: Inherited = { label: null, filters: [], trail: [], moves: [], step: null }

/** What the metrics above say about the rows of a leaf. */
export function rowsOf(
  { catalog, options, datasets }: Descent,
  dataset: DatasetDefinition,
  { filters, moves, step }: Inherited,
): Pick<ResolvedLeaf, 'filter' | 'moves' | 'nested'> {
  datasets.add(dataset)
  const temporaryMetrics = new Set(options.temporaryMetrics?.keys())
  const scope = datasetScope(catalog, dataset, { temporaryMetrics })
  const conditions = filters.map(({ text, path }) =>
    compile(text, scope, { path, expect: 'BOOLEAN', ...nowOf(options) }),
  )
  return {
    filter: allOf(conditions),
    moves,
    ...(step === null ? {} : { nested: nestedOf(step, scope) }),
  }
}

/** The moment of the request, as the language takes it. */
export function nowOf(options: ResolveMetricOptions): { now?: bigint } {
  return options.now === undefined ? {} : { now: options.now }
}

/** The metrics above one, and it; throws `CATALOG_METRIC_CYCLE` when it stands above itself. */
export function extend(trail: readonly string[], name: string, path: string): readonly string[] {
  const from = trail.indexOf(name)
  if (from >= 0) throw metricCycle([...trail.slice(from), name], path)
  return [...trail, name]
}
