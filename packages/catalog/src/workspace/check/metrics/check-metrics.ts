import { assertNever } from '@tributary/core'
import type { TypedExpr } from '@tributary/expression'
import type { DatasetDefinition } from '../../../definitions/dataset.ts'
import {
  accumulates,
  type CompositeMetric,
  type DerivedMetric,
  type MetricDefinition,
} from '../../../definitions/metric.ts'
import type { Workspace } from '../../../definitions/workspace.ts'
import { createCatalog } from '../../../resolve/catalog/catalog.ts'
import { createMetricScope } from '../../../resolve/metrics/metric-scope.ts'
import { createDatasetScope } from '../../../resolve/rows/row-scopes.ts'
import type { MetricInFile } from '../../codecs/metric.ts'
import type { Entry } from '../../codecs/parts.ts'
import type { Report } from '../../files/report.ts'
import {
  CHECK_TIME,
  checkExpression,
  checkRowCondition,
  isReservedName,
} from '../check-expression.ts'
import { filterUnique } from '../filter-unique.ts'
import {
  type CheckedMetric,
  checkAggregateFormula,
  checkAtomicMetric,
  checkFilters,
  getRawMetric,
  isTooLarge,
  METRIC_LIMITS,
  type MetricCheck,
  sizeAbove,
} from './check-aggregates.ts'
import { checkPeriod } from './check-metric-period.ts'
import { checkPresentation } from './check-presentation.ts'

type MetricEntry = Entry<MetricInFile, MetricDefinition>

/** Reports the mistakes of metrics: references, cycles, expressions. */
export function checkMetrics(
  report: Report,
  entries: readonly MetricEntry[],
  workspace: Workspace,
): readonly MetricDefinition[] {
  const named = filterUnique(
    report,
    'metric',
    filterUnique(report, 'metric', entries, 'name'),
    'code',
  )
  const metrics = named.map((entry) => entry.definition)
  const check: MetricCheck = {
    report,
    catalog: createCatalog({ ...workspace, metrics }),
    raws: new Map(named.map(({ raw, definition }) => [definition, raw])),
    checkedMetrics: new Map(),
    open: [],
  }
  for (const metric of metrics) checkOnce(check, metric)
  return metrics
}

function checkOnce(check: MetricCheck, metric: MetricDefinition): CheckedMetric | null {
  const cachedMetric = check.checkedMetrics.get(metric)
  if (cachedMetric !== undefined) return cachedMetric
  const start = check.open.indexOf(metric)
  if (start >= 0) {
    const cycle = [...check.open.slice(start), metric]
      .map((openMetric) => openMetric.name)
      .join(' → ')
    const message = `Metric ${metric.name} refers to itself: ${cycle}`
    check.report.at(
      getRawMetric(check, metric),
      [metric.type === 'DERIVED' ? 'metric' : 'expr'],
      message,
    )
    check.checkedMetrics.set(metric, null)
    return null
  }
  check.open.push(metric)
  const isTooDeep = check.open.length > METRIC_LIMITS.levels
  const checked = isTooDeep ? null : checkMetric(check, metric)
  check.open.pop()
  if (isTooDeep || (checked !== null && isTooLarge(checked.size))) {
    const { parts, levels } = METRIC_LIMITS
    const message = `Expected at most ${parts} aggregates and ${levels} levels below a metric, found more`
    check.report.at(getRawMetric(check, metric), ['name'], message, 'define a simpler metric')
    check.checkedMetrics.set(metric, null)
    return null
  }
  if (!check.checkedMetrics.has(metric)) check.checkedMetrics.set(metric, checked)
  return checked
}

function checkMetric(check: MetricCheck, metric: MetricDefinition): CheckedMetric | null {
  const { report, catalog } = check
  const raw = getRawMetric(check, metric)
  if (isReservedName(report, raw, metric.name)) return null
  checkPresentation(report, raw)
  const checked = checkByType(check, metric)
  if (checked === null) return null
  const areRowsRight = checked.datasets.every((dataset) =>
    checkRowCondition(report, raw, createDatasetScope(catalog, dataset, CHECK_TIME)),
  )
  return areRowsRight ? checked : null
}

function checkByType(check: MetricCheck, metric: MetricDefinition): CheckedMetric | null {
  switch (metric.type) {
    case 'ATOMIC':
      return checkAtomicMetric(check, metric)
    case 'DERIVED':
      return checkDerivedMetric(check, metric)
    case 'COMPOSITE':
      return checkComposite(check, metric)
    default:
      return assertNever(metric)
  }
}

function checkDerivedMetric(check: MetricCheck, metric: DerivedMetric): CheckedMetric | null {
  const { report, catalog } = check
  const raw = getRawMetric(check, metric)
  const fits = catalog.metrics.find(metric.metric)
  const base = fits[0]
  if (base === undefined) {
    const candidates = catalog.metrics.names()
    report.unknown(raw, ['metric'], { kind: 'metric', name: metric.metric, candidates })
    return null
  }
  if (fits.length > 1) {
    const names = fits.map((candidate) => `"${candidate.name}"`).join(' and ')
    report.at(raw, ['metric'], `"${metric.metric}" fits the metrics ${names}`, 'use the name')
    return null
  }
  const checked = checkOnce(check, base)
  if (checked === null) return null
  const isBroken = report.hasProblem(raw, ['filters']) || report.hasProblem(raw, ['period'])
  if (!('filters' in raw) && metric.period === undefined && !isBroken) {
    report.at(raw, [], 'Expected the key "filters" or "period": the metric is its base otherwise')
    return null
  }
  const isRight =
    checkFilters(check, metric, checked.datasets) && checkPeriod(check, metric, checked)
  if (!isRight) return null
  const isAccumulated =
    checked.isAccumulated === true || (metric.period !== undefined && accumulates(metric.period))
  return { ...checked, size: sizeAbove([checked.size]), ...(isAccumulated && { isAccumulated }) }
}

function checkComposite(check: MetricCheck, metric: CompositeMetric): CheckedMetric | null {
  const { report, catalog } = check
  const raw = getRawMetric(check, metric)
  const datasets = new Set<DatasetDefinition>()
  const below: CheckedMetric[] = []
  if (metric.dataset !== null) return checkAggregateFormula(check, metric, metric.dataset)
  const scope = createMetricScope(catalog, {
    temporary: () => null,
    formulaOf: (definition): TypedExpr => {
      const checked = checkOnce(check, definition)
      if (checked !== null) {
        for (const dataset of checked.datasets) datasets.add(dataset)
        below.push(checked)
      }
      return {
        kind: 'reference',
        type: checked?.type ?? 'UNKNOWN',
        table: null,
        name: definition.name,
      }
    },
  })
  const timed = metric.time === undefined ? (metric.times === undefined ? null : 'times') : 'time'
  if (timed !== null) {
    const message = `A formula of metrics has the times of these, so it has no "${timed}"`
    report.at(raw, [timed], message, 'leave it out, or set it in the metrics')
    return null
  }
  const typed = checkExpression(report, {
    raw,
    path: ['expr'],
    text: metric.expr,
    scope,
    expect: 'NUMBER',
  })
  if (typed === null) return null
  if (datasets.size === 0) {
    report.at(raw, ['expr'], 'Expected a formula of metrics, found one that names none')
    return null
  }
  const isAccumulated = below.some((checkedMetric) => checkedMetric.isAccumulated)
  const size = sizeAbove(below.map((checkedMetric) => checkedMetric.size))
  return {
    type: typed.type,
    datasets: [...datasets],
    size,
    ...(isAccumulated && { isAccumulated }),
  }
}
