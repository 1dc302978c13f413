import { aggregatePart, metricValues } from '@tributary/attribution/internal'
import { METRIC_TIME } from '@tributary/catalog'
import { rowsPlan, splitGrain } from '@tributary/catalog/internal'
import type { DimensionValuesData, DimensionValuesRequest } from '@tributary/contract'
import { runInSlices, type SlicedWork, sortInSlices } from '@tributary/core/internal'
import { localTime } from '@tributary/expression/internal'
import { invalidRequestError, questionTooLargeError } from '../../model/errors.ts'
import type { CallOptions } from '../../model/options.ts'
import { locateTexts, nameOrNull } from '../../requests/located-texts.ts'
import { assertCount } from '../../requests/read-values.ts'
import { readCallerAttributes } from '../../tenant/membership/caller-attributes.ts'
import type { Session } from '../../tenant/session.ts'
import { resolveTimeConstraint } from './resolve-time-constraint.ts'

/** The most values of an answer, and how many it has where the request does not say. */
const MOST_VALUES = 1_000
const USUAL_VALUES = 100

type Value = DimensionValuesData['values'][number]

/**
 * The values that a dimension has in the rows, the most frequent first. The number of rows, and that order, are only for
 * callers who may use the dataset that is counted; for others by value.
 */
export async function dimensionValues(
  session: Session,
  request: DimensionValuesRequest,
  options: CallOptions = {},
): Promise<DimensionValuesData> {
  const { catalog, clock, access, source, questionLimits } = session
  const { limit, prefix, filters } = request
  if (limit != null) assertCount('limit', limit, MOST_VALUES)
  if (filters != null && filters.length > questionLimits.filters) {
    const of = { path: 'filters', found: filters.length, limit: questionLimits.filters }
    throw questionTooLargeError(of, 'filters')
  }
  const { name } = splitGrain(request.dimension, catalog.workspace.calendar)
  if (name === METRIC_TIME && request.metric == null) {
    const reason = `${METRIC_TIME} is the time of the rows of a metric; name the metric in metric.`
    throw invalidRequestError('metric', reason)
  }
  const now = localTime(clock.now(), catalog.workspace.timeZone)
  const question = {
    metric: nameOrNull(request.metric, 'metric'),
    dataset: null,
    dimension: { text: request.dimension, path: 'dimension' },
    timeConstraint: resolveTimeConstraint(request, { now, calendar: catalog.workspace.calendar }),
    filters: locateTexts(filters ?? [], 'filters'),
    now,
  }
  const work = rowsPlan(catalog, question, { user: await readCallerAttributes(session) })
  const { part, datasets } = await runInSlices(work, options.signal)
  const { frames } = await aggregatePart(source, part, options)
  const [frame] = frames
  const [keys = []] = frame!.keys
  const counts = await runInSlices(metricValues(part.metrics[0]!, frame!), options.signal)
  const names = getValueLabels(session, request.dimension)
  const isCounted = datasets.every((dataset) =>
    access.may('USE', { type: 'DATASET', name: dataset.name }),
  )
  const all = keys.map((value, row) => ({ value, rows: Number(counts.at(row)) }))
  const matches = all.flatMap(({ value, rows }): Value[] => {
    if (value === null) return []
    const label = names.get(value) ?? value
    const fits = [value, label].some((text) => beginsWith(text, prefix ?? ''))
    return fits ? [{ value, label, rows: isCounted ? rows : null }] : []
  })
  const ordered = await runInSlices(inOrder(matches), options.signal)
  const most = limit ?? USUAL_VALUES
  return {
    values: ordered.slice(0, most),
    hasMissing: keys.includes(null),
    more: ordered.length > most,
  }
}

function* inOrder(values: readonly Value[]): SlicedWork<readonly Value[]> {
  return yield* sortInSlices(values, (a, b) => {
    const byRows = (b.rows ?? 0) - (a.rows ?? 0)
    if (byRows !== 0) return byRows
    return a.value < b.value ? -1 : 1
  })
}

function beginsWith(text: string, prefix: string): boolean {
  return text.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase()
}

/** The names of the values that the workspace lists. */
function getValueLabels({ catalog }: Session, dimension: string): ReadonlyMap<string, string> {
  if (catalog.dimensions.find(dimension).length === 0 || dimension === METRIC_TIME) return new Map()
  const { valueList } = catalog.dimension(dimension, 'dimension')
  return new Map(valueList.map(({ value, name }) => [value, name]))
}
