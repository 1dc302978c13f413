import type { ResolvedMetric } from '@tributary/attribution'
import { assertNever } from '@tributary/core'
import type { Grain, TypedExpr } from '@tributary/expression'
import type { DatasetDefinition } from '../../definitions/dataset.ts'
import { unknownName, unsupportedMetric } from '../../definitions/errors.ts'
import type { DerivedMetric, MetricDefinition } from '../../definitions/metric.ts'
import type { Located, TemporaryMetric } from '../../definitions/temporary-metric.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { pickMoment } from '../catalog/compiled-definitions.ts'
import { searchNearNames } from '../names/name-index.ts'
import { toIdentity } from '../rows/conjunction.ts'
import {
  compileAggregateFormula,
  compileAtomicFormula,
  extend,
  type InheritedContext,
  type InheritedFilter,
  listDefinedFilters,
  NO_CONTEXT,
  pickMeasureLabel,
  type ResolutionContext,
  type ResolveMetricOptions,
} from './descent.ts'
import {
  assertFormulaFits,
  createFormulaBudget,
  spendFormula,
  spendMetric,
} from './formula-size.ts'
import { assertOneAggregate, createMeasureSet, type ResolvedMeasure } from './measures.ts'
import { createMetricScope } from './metric-scope.ts'
import { compareWithPeriod, type WindowMove } from './other-period.ts'
import { readTemporaryMetric, type TemporaryPlan } from './temporary-metric.ts'

/** A metric resolved to measures, with the datasets that they aggregate. */
export interface MetricResolution extends Omit<ResolvedMetric, 'measures'> {
  readonly measures: readonly ResolvedMeasure[]
  /** The facts: the first is that of measures without `otherFact`, the others are counted by it. */
  readonly datasets: Facts
  /** The metrics of the catalog that it is computed from, itself included. */
  readonly metrics: ReadonlySet<MetricDefinition>
  /** The base period of its means, where a temporary metric names one; else that of the dataset. */
  readonly grain: Grain | null
}

/** At least one dataset. */
export type Facts = readonly [DatasetDefinition, ...DatasetDefinition[]]

/**
 * Resolves a metric to aggregates of datasets and a formula over them. The filters of DERIVED and
 * temporary metrics go to the measures below; COMPOSITE formulas are inlined; identical measures are shared; another period
 * and a second step of aggregation are noted on the measures.
 *
 * Throws `CATALOG_UNKNOWN_METRIC`, `CATALOG_AMBIGUOUS_NAME`, `CATALOG_METRIC_CYCLE` and
 * `CATALOG_UNSUPPORTED_METRIC`, and an `ExpressionError` for a wrong filter.
 */
export function resolveMetric(
  catalog: Catalog,
  metric: Located,
  options: ResolveMetricOptions = {},
): MetricResolution {
  const { budget = createFormulaBudget() } = options
  const measures = createMeasureSet()
  const metrics = new Set<MetricDefinition>()
  const descent: ResolutionContext = {
    catalog,
    options,
    measures,
    datasets: new Set(),
    metrics,
    budget,
    formulas: new Map(),
  }
  const formula = resolveNamedFormula(descent, metric, NO_CONTEXT)
  spendFormula(formula, budget, metric.path)
  const [first, ...remainingDatasets] = descent.datasets
  if (first === undefined) {
    const reason = `The formula of "${metric.text}" names no metric, so there is nothing to aggregate`
    throw unsupportedMetric(metric.path, reason)
  }
  const temporary = options.temporaryMetrics?.get(metric.text)
  const grain = temporary === undefined ? null : readTemporaryMetric(catalog, temporary).grain
  return {
    name: metric.text,
    measures: descent.measures.all(),
    formula,
    datasets: [first, ...remainingDatasets],
    metrics,
    grain,
  }
}

function resolveNamedFormula(
  descent: ResolutionContext,
  metric: Located,
  above: InheritedContext,
): TypedExpr {
  const { catalog, options } = descent
  const temporary = options.temporaryMetrics?.get(metric.text)
  if (temporary === undefined) {
    return resolveMetricFormula(
      descent,
      findMetricDefinition(catalog, metric, options),
      above,
      metric.path,
    )
  }
  const place = { key: `temporary ${metric.text}`, above, path: metric.path }
  return shareFormula(descent, place, () => temporaryFormula(descent, metric, temporary, above))
}

/** The formula of a metric, which is built once for all places to which the metrics above pass down the same. */
function shareFormula(
  { formulas, budget }: ResolutionContext,
  place: { readonly key: string; readonly above: InheritedContext; readonly path: string },
  build: () => TypedExpr,
): TypedExpr {
  const { label, filters, moves, step, time, trail } = place.above
  // Of the trail only the beginning matters: a metric that names itself is found when it is built first.
  const key = toIdentity([place.key, label, filters, moves, step, time, trail[0]])
  const shared = formulas.get(key)
  if (shared !== undefined) return shared
  spendMetric(budget, place.path)
  const formula = build()
  assertFormulaFits(formula, budget, place.path)
  formulas.set(key, formula)
  return formula
}

function temporaryFormula(
  descent: ResolutionContext,
  metric: Located,
  temporary: TemporaryMetric,
  above: InheritedContext,
): TypedExpr {
  const { catalog } = descent
  const plan = readTemporaryMetric(catalog, temporary)
  if (plan.step !== null && above.step !== null) {
    const reason = 'Expected one second aggregation step, found another one in the metric above'
    throw unsupportedMetric(plan.step.path, reason)
  }
  const trail = extend(above.trail, metric.text, metric.path)
  const below: InheritedContext = {
    label: above.label ?? metric.text,
    filters: [...above.filters, ...toRequestedFilters(plan.filters)],
    trail,
    moves: above.moves,
    step: plan.step ?? above.step,
    time: above.time ?? plan.time,
  }
  const base = (moves: readonly WindowMove[]) =>
    baseFormula(descent, plan, { ...below, moves: [...moves, ...plan.periods] })
  if (plan.compared === null) return base(above.moves)
  const { offset, method, filters } = plan.compared
  const move: WindowMove = { kind: 'offset', offset }
  const then = baseFormula(descent, plan, {
    ...below,
    filters: [...below.filters, ...toRequestedFilters(filters)],
    label: `${below.label ?? metric.text}_before`,
    moves: [...above.moves, move, ...plan.periods],
  })
  return compareWithPeriod(method, () => base(above.moves), then)
}

function toRequestedFilters(filters: readonly Located[]): readonly InheritedFilter[] {
  return filters.map((filter) => ({ ...filter, isDefined: false }))
}

function baseFormula(
  descent: ResolutionContext,
  plan: TemporaryPlan,
  below: InheritedContext,
): TypedExpr {
  const { metric, expr, step } = plan
  const formula =
    expr === null ? resolveNamedFormula(descent, metric, below) : formulaText(descent, expr, below)
  if (step !== null) assertOneAggregate(formula, step)
  return formula
}

/** A formula of metrics, temporary ones among them. */
function formulaText(
  descent: ResolutionContext,
  expr: Located,
  below: InheritedContext,
): TypedExpr {
  const { catalog, options } = descent
  const inner = { ...below, label: null }
  const scope = createMetricScope(catalog, {
    formulaOf: (definition) => resolveMetricFormula(descent, definition, inner, expr.path),
    temporary: (name) =>
      options.temporaryMetrics?.has(name)
        ? resolveNamedFormula(descent, { text: name, path: expr.path }, inner)
        : null,
  })
  const place = { path: expr.path, expect: 'NUMBER', ...pickMoment(options) } as const
  return descent.budget.compiled.formula(expr.text, scope, place)
}

function definedMoves({ period }: DerivedMetric): readonly WindowMove[] {
  return period === undefined ? [] : [{ kind: 'defined', period }]
}

function findMetricDefinition(
  catalog: Catalog,
  metric: Located,
  options: ResolveMetricOptions,
): MetricDefinition {
  if (options.temporaryMetrics === undefined || catalog.metrics.find(metric.text).length > 0) {
    return catalog.metric(metric.text, metric.path)
  }
  const names = searchNearNames(catalog.metrics, options.temporaryMetrics.keys())
  throw unknownName('metric', metric.text, metric.path, names)
}

function resolveMetricFormula(
  descent: ResolutionContext,
  metric: MetricDefinition,
  above: InheritedContext,
  path: string,
): TypedExpr {
  const place = { key: `metric ${metric.name}`, above, path }
  return shareFormula(descent, place, () => definedFormula(descent, metric, above, path))
}

function definedFormula(
  descent: ResolutionContext,
  metric: MetricDefinition,
  above: InheritedContext,
  path: string,
): TypedExpr {
  const { unrestricted: catalog } = descent.catalog
  const where = `metric ${metric.name}`
  descent.metrics.add(metric)
  switch (metric.type) {
    case 'ATOMIC':
      return compileAtomicFormula(descent, metric, above)
    case 'DERIVED':
      return resolveMetricFormula(
        descent,
        catalog.metric(metric.metric, `${where}, metric`),
        {
          ...above,
          label: pickMeasureLabel(descent, metric, above),
          filters: [...above.filters, ...listDefinedFilters(metric)],
          moves: [...above.moves, ...definedMoves(metric)],
          trail: extend(above.trail, metric.name, path),
        },
        path,
      )
    case 'COMPOSITE': {
      const below = { ...above, label: null, trail: extend(above.trail, metric.name, path) }
      if (metric.dataset !== null)
        return compileAggregateFormula(descent, metric, metric.dataset, below)
      const scope = createMetricScope(catalog, {
        formulaOf: (definition) => resolveMetricFormula(descent, definition, below, path),
        temporary: () => null,
      })
      const place = {
        path: `${where}, expr`,
        expect: 'NUMBER',
        ...pickMoment(descent.options),
      } as const
      return catalog.compiled.formula(metric.expr, scope, place)
    }
    default:
      return assertNever(metric)
  }
}
