import { runInSlices, type SlicedWork } from '@tributary/core/internal'
import type { Decimal, Grain } from '@tributary/expression'
import { isFinerThanDay, negateDecimal, wordOfGrain } from '@tributary/expression/internal'
import { compareCodePoints } from '../numbers/code-points.ts'
import type { FactReach } from '../plan/join-facts.ts'
import { tooManyPeriodsError } from '../request/errors.ts'
import type { AggregateAnswer, AggregateFrame, AggregateSource } from '../request/source.ts'
import { aggregatePeriods, aggregateWhole } from './by-period/aggregate-periods.ts'
import type { PartByPeriod } from './by-period/cells.ts'
import {
  aggregateGroupings,
  compareMetricValues,
  type MetricValue,
  type MetricValues,
  metricValues,
} from './parts/part-values.ts'
import type { QueryPart, QueryWarning } from './parts/query-request.ts'
import {
  countPeriods,
  hasOpenEnd,
  queriedIntervals,
  type SeriesPeriod,
  seriesPeriods,
} from './parts/series-periods.ts'
import { overflowWarnings, rangeWarnings } from './warnings.ts'

/** A question for the value of a metric in each period of a time range. */
export interface SeriesRequest {
  /** One metric. Its first key is the start of the period of a row; the second, if there is one, splits. */
  readonly part: QueryPart
  readonly grain: Grain
  /** The groups to answer, null for the rows without a value; absent: those with the largest values. */
  readonly values?: readonly (string | null)[]
  /** How many groups to answer at most, those with the largest values over the whole range. */
  readonly top: number
  /** The most periods; more are refused. */
  readonly mostPeriods: number
}

/** The answer of a series. */
export interface SeriesAnswer {
  /** Every period of the range, in order of time, those without rows too. */
  readonly periods: readonly SeriesPeriod[]
  /** One of them is null for a series that is not split; else the groups, null for rows without a value. */
  readonly groups: readonly (string | null)[] | null
  /** The values of a group, by period; without a split those of group 0. */
  values(group: number): readonly MetricValue[]
  readonly warnings: readonly QueryWarning[]
  readonly executed: string
}

/**
 * The values of a metric by period, from one pass over the rows. A period that the data does not reach has no value; one
 * without rows that it does reach has the value over no rows: 0 for what adds up, else none. Rejects with {@link
 * AttributionError} for more periods than are allowed, and with whatever the source rejects with.
 */
export async function querySeries(
  source: AggregateSource,
  request: SeriesRequest,
  options: { readonly signal?: AbortSignal } = {},
): Promise<SeriesAnswer> {
  const { part, grain, mostPeriods } = request
  const { byPeriod } = part
  if (byPeriod !== undefined) {
    return seriesByPeriod(source, { ...request, part: { ...part, byPeriod } }, options)
  }
  const intervals = queriedIntervals(part)
  const assertFew = (count: number): void => {
    if (count > mostPeriods) throw tooManyPeriodsError(wordOfGrain(grain), count, mostPeriods)
  }
  assertFew(countPeriods(intervals, grain, null))
  if (isFinerThanDay(grain) && hasOpenEnd(intervals)) {
    // The periods would be aggregated only to be counted.
    const { frontier } = await aggregateGroupings(source, part, {
      groupings: () => [[]],
      ...options,
    })
    assertFew(countPeriods(intervals, grain, frontier))
  }
  const groupings = ([period, split]: QueryPart['keys']) =>
    split === undefined ? [[period!]] : [[period!, split], [split]]
  const answer = await aggregateGroupings(source, part, { groupings, ...options })
  assertFew(countPeriods(intervals, grain, answer.frontier))
  const periods = seriesPeriods(part, { intervals, grain, ...answer })
  return runInSlices(createSeriesAnswer(request, { ...answer, periods }), options.signal)
}

/** The series of a metric of which every period is aggregated in windows of its own. */
async function seriesByPeriod(
  source: AggregateSource,
  request: SeriesRequest & { readonly part: PartByPeriod },
  options: { readonly signal?: AbortSignal },
): Promise<SeriesAnswer> {
  const { part, grain, mostPeriods: most } = request
  const answer = await aggregatePeriods(source, part, { ...options, most, endsWithData: true })
  const { frontier, executed, facts, metrics, keys, rowCount } = answer
  const [metric] = metrics as [MetricValues]
  const intervals = part.byPeriod.intervals
  const count = countPeriods(intervals, grain, frontier)
  if (count > most) throw tooManyPeriodsError(wordOfGrain(grain), count, most)
  const periods = seriesPeriods(part, { intervals, grain, frontier, facts })
  const rows = new Map<string, number>()
  for (let row = 0; row < rowCount; row++) {
    rows.set(JSON.stringify(keys.map((key) => key[row] ?? null)), row)
  }
  const groups =
    part.keys.length === 1
      ? null
      : await groupsByPeriod(source, request, { frontier, facts, ...options })
  return {
    periods,
    groups,
    values: (group) =>
      periods.map(({ start }) => {
        const key = groups === null ? [start] : [start, groups[group] ?? null]
        const row = rows.get(JSON.stringify(key))
        if (row !== undefined) return metric.at(row)
        return answer.isSeen(0, key) ? metric.none : null
      }),
    warnings: [...rangeWarnings(part, facts), ...overflowWarnings(metrics)],
    executed,
  }
}

/** The groups of a series: those asked for, or those with the largest values over the whole range. */
async function groupsByPeriod(
  source: AggregateSource,
  request: SeriesRequest & { readonly part: PartByPeriod },
  {
    frontier,
    facts,
    ...options
  }: {
    readonly frontier: Frontier
    readonly facts: readonly FactReach[]
    readonly signal?: AbortSignal
  },
): Promise<readonly (string | null)[]> {
  if (request.values !== undefined) return request.values
  if (frontier === null) return []
  const { intervals } = request.part.byPeriod
  const period = {
    from: intervals[0]?.from ?? frontier.first,
    to: intervals.at(-1)?.to ?? frontier.last + 1n,
  }
  const { rowCount, keys, metrics } = await aggregateWhole(source, request.part, {
    period,
    facts,
    ...options,
  })
  return chosenGroups(request, { rowCount, keys: [keys.at(-1)!] }, metrics[0]!)
}

type Frontier = AggregateAnswer['frontier']

interface Aggregated {
  readonly frames: readonly AggregateFrame[]
  readonly periods: readonly SeriesPeriod[]
  readonly facts: Parameters<typeof rangeWarnings>[1]
  readonly executed: string
}

function* createSeriesAnswer(
  request: SeriesRequest,
  { frames, periods, facts, executed }: Aggregated,
): SlicedWork<SeriesAnswer> {
  const { part } = request
  const [metric] = part.metrics as [QueryPart['metrics'][number]]
  const [byPeriod, byGroup] = frames as [AggregateFrame, AggregateFrame?]
  const values = yield* metricValues(metric, byPeriod)
  const groups =
    byGroup === undefined
      ? null
      : chosenGroups(request, byGroup, yield* metricValues(metric, byGroup))
  const rows = new Map<string, number>()
  for (let row = 0; row < byPeriod.rowCount; row++) {
    if (row % SLICE_ROWS === 0) yield
    rows.set(JSON.stringify(byPeriod.keys.map((key) => key[row] ?? null)), row)
  }
  return {
    periods,
    groups,
    values: (group) =>
      periods.map(({ start, isReached }) => {
        const key = groups === null ? [start] : [start, groups[group] ?? null]
        const row = rows.get(JSON.stringify(key))
        if (row !== undefined) return values.at(row)
        return isReached ? values.none : null
      }),
    warnings: [...rangeWarnings(part, facts), ...overflowWarnings([values])],
    executed,
  }
}

const SLICE_ROWS = 1024

/** The groups of the answer: those asked for, or those with the largest values, the largest first. */
function chosenGroups(
  { values, top }: SeriesRequest,
  { rowCount, keys: [groups = []] }: Pick<AggregateFrame, 'rowCount' | 'keys'>,
  { at }: { readonly at: (row: number) => MetricValue },
): readonly (string | null)[] {
  if (values !== undefined) return values
  const sizes = Array.from({ length: rowCount }, (_, row) => toSize(at(row)))
  const rows = Array.from({ length: rowCount }, (_, row) => row)
  rows.sort(
    (a, b) =>
      compareMetricValues(sizes[b]!, sizes[a]!) ||
      compareKeys(groups[a] ?? null, groups[b] ?? null),
  )
  return rows.slice(0, top).map((row) => groups[row] ?? null)
}

/** The size of a value, whatever its sign; less than any other where there is no number. */
function toSize(value: MetricValue): number | Decimal {
  if (value === null || typeof value === 'string') return -1
  if (typeof value === 'number') return Math.abs(value)
  return value.units < 0n ? negateDecimal(value) : value
}

function compareKeys(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return compareCodePoints(a, b)
}
