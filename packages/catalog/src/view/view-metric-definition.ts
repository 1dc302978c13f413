import { compile, type Scope } from '@tributary/expression'
import {
  type IndirectionNames,
  parseIndirection,
  printIndirection,
  wordOfGrain,
} from '@tributary/expression/internal'
import { invalidView } from '../definitions/errors.ts'
import { METRIC_TIME } from '../definitions/metric.ts'
import type { Located, TemporaryMetric } from '../definitions/temporary-metric.ts'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import { findDateTag, readGrain, resolvePeriod } from '../resolve/metrics/temporary-metric.ts'
import type { ViewContext, ViewMetricDefinition } from './view.ts'
import { printWithNames, rowFilters } from './view-conditions.ts'
import { resolveDimensionName, viewDimension } from './view-dimensions.ts'
import { catalogMetric, datasetsOfMetric, viewMetric } from './view-metrics.ts'

/** A temporary metric of a view, its names mapped. Throws for what is unknown or cannot be read. */
export function viewMetricDefinition(
  context: ViewContext,
  key: string,
  temporary: TemporaryMetric,
): ViewMetricDefinition {
  const { catalog } = context
  const { refMetric, time, period, metricGrain, onlyContainsDateTag, expr } = temporary
  const { filters, indirections = [], specifyDimension, preAggs = [] } = temporary
  const datasets = datasetsOfMetric(context, { text: key, path: refMetric.path })
  const dimension = (entry: Located) =>
    viewDimension(context, [{ name: key, isTemporary: true, datasets }], entry)
  return {
    refMetric: viewMetric(context, refMetric).name,
    ...(time == null ? {} : { time: time.text }),
    ...(period == null ? {} : { period: resolvePeriod(catalog, period).name }),
    ...(metricGrain == null ? {} : { metricGrain: knownGrain(catalog, metricGrain) }),
    ...(onlyContainsDateTag == null
      ? {}
      : { onlyContainsDateTag: findDateTag(catalog, onlyContainsDateTag).name }),
    ...(filters.length === 0 ? {} : { filters: rowFilters(context, datasets, filters) }),
    ...(indirections.length === 0
      ? {}
      : {
          indirections: indirections.map((indirection) => mappedIndirection(context, indirection)),
        }),
    ...(specifyDimension == null
      ? {}
      : {
          specifyDimension: {
            type: specifyDimension.type.text,
            dimensions: splitAtCommas(specifyDimension.dimensions).map(dimension).join(','),
          },
        }),
    ...(expr == null ? {} : { expr: mappedFormula(context, expr) }),
    ...(preAggs.length === 0
      ? {}
      : {
          preAggs: preAggs.map(({ granularity, calculateType }) => ({
            granularity: knownGrain(catalog, granularity),
            calculateType: calculateType.text,
          })),
        }),
  }
}

function knownGrain(catalog: Catalog, grain: Located): string {
  return wordOfGrain(readGrain(catalog, grain, invalidView))
}

/** Metric and dimension names are mapped, keys of temporary metrics are not. */
function mappedIndirection(context: ViewContext, { text, path }: Located): string {
  const { indirection, diagnostics } = parseIndirection(text, createViewIndirectionNames(context))
  if (indirection === null) {
    throw invalidView(path, diagnostics[0]?.message ?? `"${text}" is not a derived calculation`)
  }
  if (indirection.kind === 'samePeriod' && indirection.dateTag !== null) {
    findDateTag(context.catalog, { text: indirection.dateTag.name, path })
  }
  return printIndirection(indirection, {
    metric: (name) => viewMetric(context, { text: name, path }).name,
    dimension: (name) => resolveDimensionName(context, { text: name, path }),
  })
}

function createViewIndirectionNames({ catalog, question }: ViewContext): IndirectionNames {
  const temporary = question.metricDefinitions
  return {
    hasMetric: (name) => temporary.has(name) || catalog.metrics.find(name).length > 0,
    hasDimension: (name) => name === METRIC_TIME || catalog.dimensions.find(name).length > 0,
    metricNames: () => [...temporary.keys(), ...catalog.metrics.names()],
    dimensionNames: () => [METRIC_TIME, ...catalog.dimensions.names()],
  }
}

/** A formula of metrics: temporary ones by key, others by any of their names. */
function mappedFormula(context: ViewContext, { text, path }: Located): string {
  const { catalog, question } = context
  const temporary = question.metricDefinitions
  const scope: Scope = {
    resolve(name) {
      if (name.kind === 'field' && temporary.has(name.name)) return toNumberReference(name.name)
      if (name.kind === 'field' && catalog.metrics.find(name.name).length > 0) {
        return toNumberReference(catalogMetric(context, { text: name.name, path }).name)
      }
      return name.kind === 'field' && catalog.dimensions.find(name.name).length === 0
        ? { problem: { kind: 'unknown' } }
        : { problem: { kind: 'misplaced', message: 'A formula of metrics may name only metrics' } }
    },
    names: () => [...temporary.keys(), ...catalog.metrics.names()],
    calendar: catalog.workspace.calendar,
  }
  compile(text, scope, { path, expect: 'NUMBER', now: question.now })
  return printWithNames(text, (name) =>
    temporary.has(name) || catalog.metrics.find(name).length === 0
      ? null
      : catalog.metric(name, path).name,
  )
}

function toNumberReference(name: string): ReturnType<Scope['resolve']> {
  return { found: { kind: 'reference', type: 'DOUBLE', table: null, name } }
}

function splitAtCommas({ text, path }: Located): readonly Located[] {
  return text.split(',').map((part) => ({ text: part.trim(), path }))
}
