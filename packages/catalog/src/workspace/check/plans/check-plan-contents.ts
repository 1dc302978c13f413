import { ExpressionError } from '@tributary/expression'
import { isFinerThanDay } from '@tributary/expression/internal'
import type { DatasetDefinition } from '../../../definitions/dataset.ts'
import { METRIC_TIME } from '../../../definitions/metric.ts'
import { dimensionOfPlan, isOfWholePeriods } from '../../../materialise/plan-contents.ts'
import type { Catalog } from '../../../resolve/catalog/catalog.ts'
import {
  dimensionsOfDataset,
  dimensionText,
  type GrainedDimension,
} from '../../../resolve/metrics/dimensions.ts'
import { type MetricResolution, resolveMetric } from '../../../resolve/metrics/resolve-metric.ts'
import { splitGrain } from '../../../resolve/names/expression-names.ts'
import type { PlanEntry } from '../../codecs/plan.ts'
import type { Report } from '../../files/report.ts'
import { checkGrain } from '../check-tenant.ts'

/** The catalog that the metrics of plans are looked up in. */
interface PlanMetricsContext {
  readonly catalog: Catalog
  /** Whether the definitions that plans use have no mistakes. */
  readonly isSound: boolean
}

/**
 * The dataset that the metrics of a plan aggregate; null when a metric is unknown or wrong, or they aggregate several.
 */
export function checkPlanMetrics(
  report: Report,
  entry: PlanEntry,
  surroundings: PlanMetricsContext,
): DatasetDefinition | null {
  const { raw, definition } = entry
  const resolved = definition.metrics.map((name, i) =>
    metricAt(report, entry, { ...surroundings, name, i }),
  )
  const [first, ...remainingResolutions] = resolved
  if (first == null || remainingResolutions.includes(null)) return null
  for (const [i, resolution] of remainingResolutions.entries()) {
    if (resolution!.datasets[0] === first.datasets[0]) continue
    const [here, there] = [resolution!.datasets[0].name, first.datasets[0].name]
    const isOther = here !== there
    const message = isOther
      ? `Expected metrics of one dataset, found "${resolution!.name}" of "${here}" beside those of "${there}"`
      : `Expected metrics with one time of "${here}", found "${resolution!.name}" with another one`
    report.at(
      raw,
      ['metrics', i + 1],
      message,
      `make a plan for each ${isOther ? 'dataset' : 'time'}`,
    )
    return null
  }
  return first.datasets[0]
}

interface PlanMetricContext extends PlanMetricsContext {
  readonly name: string
  readonly i: number
}

function metricAt(
  report: Report,
  { raw, definition }: PlanEntry,
  { catalog, isSound, name, i }: PlanMetricContext,
): MetricResolution | null {
  const path = ['metrics', i]
  if (catalog.metrics.byName(name) === undefined) {
    report.unknown(raw, path, { kind: 'metric', name, candidates: catalog.metrics.names() })
    return null
  }
  if (definition.metrics.indexOf(name) < i) {
    report.at(raw, path, `The plan lists the metric "${name}" twice`)
    return null
  }
  // A mistake in the metric itself is reported at the metric.
  if (isSound && dependsOnMoment(() => resolveMetric(catalog, { text: name, path: 'metric' }))) {
    const message = `The metric "${name}" uses Now() or Today(), whose value changes with each request`
    report.at(raw, path, message, 'use fixed dates, or a metric without them')
    return null
  }
  const resolution = isSound ? resolveMetric(catalog, { text: name, path: 'metric' }) : null
  if (resolution !== null && resolution.datasets.length > 1) {
    const datasetNames = resolution.datasets.map((dataset) => `"${dataset.name}"`).join(' and ')
    const message = `Expected a metric of one dataset, found "${name}" of ${datasetNames}`
    const fix =
      'list the metrics of its formula in a plan for each dataset, which answers it as well'
    report.at(raw, path, message, fix)
    return null
  }
  if (resolution?.measures.some(({ snapshot }) => snapshot !== undefined)) {
    const message = `Expected a metric that adds up over time, found "${name}", which is taken at one time`
    report.at(raw, path, message, 'store a metric of the same aggregate without "nonAdditive"')
    return null
  }
  if (resolution?.measures.some(({ moves }) => moves.length > 0)) {
    const message = `Expected a metric of the period asked for, found "${name}" of another one`
    report.at(raw, path, message, 'list the metric that it comes from, which answers it as well')
    return null
  }
  if (resolution === null || definition.kind !== 'EXTERNAL') return resolution
  if (isOneColumn(resolution)) return resolution
  const message = `Expected a SUM, COUNT, MIN or MAX, which is one column of the file; "${name}" is none`
  report.at(raw, path, message, 'name the metrics below its formula')
  return null
}

/** Whether something cannot be compiled without the time of a request. */
function dependsOnMoment(compile: () => unknown): boolean {
  try {
    compile()
    return false
  } catch (error) {
    if (error instanceof ExpressionError && error.code === 'EXPRESSION_NO_MOMENT') return true
    throw error
  }
}

const ADDITIVE: ReadonlySet<string> = new Set(['SUM', 'COUNT', 'MIN', 'MAX'])

function isOneColumn({ measures, formula }: MetricResolution): boolean {
  return formula.kind === 'reference' && ADDITIVE.has(measures[0]!.aggregate)
}

interface At {
  readonly catalog: Catalog
  readonly dataset: DatasetDefinition
}

/** Reports dimensions that the rows of a plan do not have, or not by that grain, and those that stand twice. */
export function checkPlanDimensions(report: Report, entry: PlanEntry, at: At): void {
  const { raw, definition } = entry
  const before = report.problems.length
  const listedTexts = new Set<string>()
  const dimensions = definition.dimensions.map((text, i) =>
    dimensionAt(report, entry, { at, text, i }),
  )
  for (const [i, dimension] of dimensions.entries()) {
    if (dimension === null) continue
    const text = dimensionText(dimension)
    if (listedTexts.has(text)) {
      const message = `The plan lists the dimension "${definition.dimensions[i]}" twice`
      report.at(raw, ['dimensions', i], message)
    }
    listedTexts.add(text)
  }
  if (report.problems.length === before)
    checkGrains(report, entry, {
      catalog: at.catalog,
      dimensions: dimensions as GrainedDimension[],
    })
}

function dimensionAt(
  report: Report,
  { raw, definition }: PlanEntry,
  { at, text, i }: { readonly at: At; readonly text: string; readonly i: number },
): GrainedDimension | null {
  const { catalog, dataset } = at
  const path = ['dimensions', i]
  const isDimensionName = catalog.dimensions.byName(text) !== undefined
  const name = isDimensionName ? text : splitGrain(text, catalog.workspace.calendar).name
  const candidates = dimensionsOfDataset(catalog, dataset).map((candidate) => candidate.name)
  if (!candidates.includes(name)) {
    if (catalog.dimensions.byName(name) === undefined && name !== METRIC_TIME) {
      const dimensionNames = [METRIC_TIME, ...catalog.dimensions.names()]
      report.unknown(raw, path, { kind: 'dimension', name, candidates: dimensionNames })
      return null
    }
    if (report.isOfBroken(name, candidates)) return null
    const message = `The rows of the dataset "${dataset.name}" have no dimension "${name}"`
    report.at(raw, path, message, `there are: ${candidates.join(', ')}`)
    return null
  }
  const dimension = dimensionOfPlan(at, definition.kind, text)
  const { calendar } = catalog.workspace
  if (
    dimension.grain !== null &&
    !checkGrain(report, { raw, path }, { word: dimension.grain, calendar })
  ) {
    return null
  }
  const type = catalog.dimensions.byName(name)?.originDataType
  if (dimension.grain === null || type === undefined || TIMES.has(type)) return dimension
  const message = `Expected a date or time before the grain, found "${name}" of type ${type}`
  report.at(raw, path, message, `leave out __${dimension.grain.toLowerCase()}`)
  return null
}

const TIMES: ReadonlySet<string> = new Set(['DATE', 'DATETIME', 'TIMESTAMP'])

/** Every partition is a whole: no group of the table may lie in two. */
function checkGrains(
  report: Report,
  { raw, definition }: PlanEntry,
  {
    catalog,
    dimensions,
  }: { readonly catalog: Catalog; readonly dimensions: readonly GrainedDimension[] },
): void {
  const times = dimensions.filter(({ name }) => name === METRIC_TIME)
  const { kind, granularity } = definition
  if (times.length === 0) {
    if (raw.granularity === undefined) return
    const message = `A plan without ${METRIC_TIME} has no partitions, so no granularity`
    const wanted = `${METRIC_TIME}__${raw.granularity.toLowerCase()}`
    report.at(raw, ['granularity'], message, `add ${wanted}`)
    return
  }
  const { calendar } = catalog.workspace
  const place = { raw, path: ['granularity'] }
  if (!checkGrain(report, place, { word: granularity, calendar })) return
  if (isFinerThanDay(granularity)) {
    const message = `Expected partitions of a day or longer, found ${granularity}`
    report.at(raw, place.path, message, 'write DAY')
    return
  }
  const fits =
    kind === 'EXTERNAL'
      ? times.some(({ grain }) => grain === granularity)
      : isOfWholePeriods(catalog, granularity, times)
  if (fits) return
  const i = dimensions.indexOf(times[0]!)
  const wanted = `${METRIC_TIME}__${granularity.toLowerCase()}`
  const message = `Partitions by ${granularity} cut the periods of "${definition.dimensions[i]}"`
  report.at(raw, ['dimensions', i], message, `add ${wanted}, or choose another granularity`)
}
