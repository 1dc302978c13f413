import type { NestedAggregate } from '@tributary/attribution'
import { assertNever } from '@tributary/core'
import type { Grain } from '@tributary/expression'
import {
  type IndirectionNames,
  type PeriodMethod,
  type PeriodOffset,
  parseIndirection,
  parsePeriod,
  wordOfGrain,
} from '@tributary/expression/internal'
import type { DateTagDefinition } from '../../definitions/calendar.ts'
import { tooManyMetrics, unknownName, unsupportedMetric } from '../../definitions/errors.ts'
import { METRIC_TIME } from '../../definitions/metric.ts'
import type { Located, TemporaryMetric } from '../../definitions/temporary-metric.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { readGrainIn } from '../catalog/grains.ts'
import { type Step, stepPerGrain } from './measures.ts'
import type { WindowMove } from './other-period.ts'

/** A temporary metric with its strings parsed. */
export interface TemporaryPlan {
  readonly metric: Located
  /** A formula in place of the metric. */
  readonly expr: Located | null
  readonly filters: readonly Located[]
  /** Its own statistical period, if any. */
  readonly periods: readonly WindowMove[]
  /** The period that it is compared with. */
  readonly compared: {
    readonly offset: PeriodOffset
    readonly method: PeriodMethod
    readonly filters: readonly Located[]
  } | null
  readonly step: Step | null
  readonly grain: Grain | null
  /** The time of the rows that it chooses; null for that of each metric below. */
  readonly time: Located | null
}

/**
 * Reads the strings of a temporary metric. Throws `CATALOG_UNKNOWN_PERIOD`, `CATALOG_UNKNOWN_DATE_TAG` and
 * `CATALOG_UNSUPPORTED_METRIC` for what cannot be attributed.
 */
export function readTemporaryMetric(catalog: Catalog, metric: TemporaryMetric): TemporaryPlan {
  const { refMetric, expr = null, onlyContainsDateTag = null, metricGrain = null } = metric
  const tagged = onlyContainsDateTag === null ? [] : [tagFilter(catalog, onlyContainsDateTag)]
  const derived = readIndirections(catalog, metric)
  const preAggregated = readPreAggregations(catalog, metric)
  if (derived.step !== null && preAggregated !== null) {
    throw unsupportedMetric(preAggregated.path, 'Expected one second aggregation step, found two')
  }
  return {
    metric: refMetric,
    expr,
    filters: [...metric.filters, ...tagged],
    periods: metric.period == null ? [] : [resolvePeriod(catalog, metric.period).move],
    compared: derived.compared,
    step: derived.step ?? preAggregated,
    grain: metricGrain === null ? null : readGrain(catalog, metricGrain),
    time: metric.time ?? null,
  }
}

/** A period of the workspace, or a period string, which is its own name. Throws `CATALOG_UNKNOWN_PERIOD`. */
export function resolvePeriod(
  catalog: Catalog,
  { text, path }: Located,
): { readonly name: string; readonly move: WindowMove } {
  const { periods, calendar } = catalog.workspace
  const definition = periods.find(
    (candidate) => candidate.name === text || candidate.displayName === text,
  )
  const { period, diagnostics } = parsePeriod(definition?.expr ?? text, calendar)
  if (period !== null) return { name: definition?.name ?? text, move: { kind: 'period', period } }
  const [problem] = diagnostics
  if (problem?.code === 'EXP2018') throw unsupportedMetric(path, problem.message)
  const names = periods.map((candidate) => candidate.name)
  throw unknownName('period', text, path, names)
}

/** A date tag of the workspace. Throws `CATALOG_UNKNOWN_DATE_TAG`. */
export function findDateTag(catalog: Catalog, { text, path }: Located): DateTagDefinition {
  const { dateTags } = catalog.workspace
  const dateTag = dateTags.find(
    (candidate) => candidate.name === text || candidate.displayName === text,
  )
  if (dateTag !== undefined) return dateTag
  const names = dateTags.map((candidate) => candidate.name)
  throw unknownName('date tag', text, path, names)
}

function tagFilter(catalog: Catalog, tag: Located): Located {
  return { text: findDateTag(catalog, tag).condition, path: tag.path }
}

/** The grain with a name, in any case. Throws what `refuse` makes for another text. */
export function readGrain(
  { workspace }: Catalog,
  { text, path }: Located,
  refuse: typeof unsupportedMetric = unsupportedMetric,
): Grain {
  const reading = readGrainIn(workspace, text)
  if ('grain' in reading) return reading.grain
  throw refuse(path, reading.problem)
}

/** As many temporary metrics as a question may define: each may refer to the next, and all are resolved. */
const MOST_TEMPORARY_METRICS = 100

/** Throws `CATALOG_TOO_MANY_METRICS` when a question defines too many metrics. */
export function assertFewMetrics({ size }: ReadonlyMap<string, TemporaryMetric>): void {
  if (size <= MOST_TEMPORARY_METRICS) return
  throw tooManyMetrics(size, MOST_TEMPORARY_METRICS, 'metricDefinitions')
}

function readIndirections(
  catalog: Catalog,
  { indirections = [] }: TemporaryMetric,
): Pick<TemporaryPlan, 'compared' | 'step'> {
  const [first, second] = indirections
  if (first === undefined) return { compared: null, step: null }
  if (second !== undefined) {
    throw unsupportedMetric(
      second.path,
      'Expected one derived calculation for a metric, found several',
    )
  }
  const { text, path } = first
  const { indirection, diagnostics } = parseIndirection(
    text,
    createCatalogIndirectionNames(catalog),
  )
  if (indirection === null) {
    throw unsupportedMetric(
      path,
      `"${text}" is not a derived calculation: ${diagnostics[0]?.message}`,
    )
  }
  switch (indirection.kind) {
    case 'samePeriod': {
      const { offset, method, dateTag } = indirection
      const filters = dateTag === null ? [] : [tagFilter(catalog, { text: dateTag.name, path })]
      return { compared: { offset, method, filters }, step: null }
    }
    case 'multiLevelAggregate': {
      const per = indirection.dimensions.map(({ name, grain }) =>
        grain === null ? name : `${name}__${grain.toLowerCase()}`,
      )
      return { compared: null, step: { aggregate: indirection.aggregate, per, path } }
    }
    case 'rank':
      throw unsupportedMetric(
        path,
        'A rank is a position in one list of rows, which no question computes; query the metric in the order of its values',
      )
    case 'proportion':
      throw unsupportedMetric(
        path,
        'A proportion is a part of the sum of one list of rows, which no question computes; query the metric with and without its dimensions and divide',
      )
    default:
      return assertNever(indirection)
  }
}

/** Any name may be that of a metric of the request. */
function createCatalogIndirectionNames(catalog: Catalog): IndirectionNames {
  return {
    hasMetric: () => true,
    hasDimension: (name) => name === METRIC_TIME || catalog.dimensions.find(name).length > 0,
    metricNames: () => catalog.metrics.names(),
    dimensionNames: () => [METRIC_TIME, ...catalog.dimensions.names()],
  }
}

const SECOND_STEPS: ReadonlyMap<string, NestedAggregate['aggregate']> = new Map([
  ['COUNT', 'COUNT'],
  ['COUNT_DISTINCT', 'COUNT_DISTINCT'],
  ['COUNTDISTINCT', 'COUNT_DISTINCT'],
  ['SUM', 'SUM'],
  ['AVG', 'AVG'],
  ['MAX', 'MAX'],
  ['MIN', 'MIN'],
])

function readPreAggregations(catalog: Catalog, { preAggs = [] }: TemporaryMetric): Step | null {
  const [first, second] = preAggs
  if (first === undefined) return null
  if (second !== undefined) {
    throw unsupportedMetric(
      second.granularity.path,
      'Expected one second aggregation step, found several',
    )
  }
  const { granularity, calculateType } = first
  const aggregate = SECOND_STEPS.get(calculateType.text.toUpperCase())
  if (aggregate === undefined) {
    const aggregateNames = [...SECOND_STEPS.keys()].join(', ')
    throw unsupportedMetric(
      calculateType.path,
      `"${calculateType.text}" is not an aggregate; use ${aggregateNames}`,
    )
  }
  return stepPerGrain(wordOfGrain(readGrain(catalog, granularity)), aggregate, granularity.path)
}
