import type { SlicedWork } from '@tributary/core/internal'
import { shareLeaves } from '../attribute/share-leaves.ts'
import { type Measurement, measureInSlices } from '../contribute/measure.ts'
import { frontierTime } from '../plan/aggregate-request.ts'
import { metricForm } from '../plan/metric-form.ts'
import { NEVER } from '../request/conjunction.ts'
import type { ResolvedMetric } from '../request/request.ts'
import type {
  AggregateAnswer,
  AggregateFrame,
  AggregateRequest,
  AggregateSource,
} from '../request/source.ts'
import { countOverflows } from '../tables/overflow-warnings.ts'
import { textsOf } from '../tables/texts-of.ts'
import type { QueryPart } from './query-request.ts'

/** A value of a metric; null where it has none. */
export type MetricValue = number | string | null

/** The values of one metric by group. */
export interface MetricValues {
  readonly name: string
  /** The value of a group of the part. */
  at(row: number): MetricValue
  /** The value over no rows: 0 for what is added up, else null. */
  readonly none: 0 | null
  /** How many groups have a number beyond the range of doubles. */
  readonly overflows: number
}

/** The groups of a part, aggregated. */
export interface PartFrames {
  /** The frame of each metric; all have the same groups in the same order. */
  readonly frames: readonly AggregateFrame[]
  readonly frontier: AggregateAnswer['frontier']
  readonly executed: string
}

/** Aggregates the metrics of a part in one pass. */
export async function aggregatePart(
  source: AggregateSource,
  part: QueryPart,
  options: { readonly signal?: AbortSignal },
): Promise<PartFrames> {
  const leaves = part.metrics.map((metric) => metric.leaves)
  const all = leaves.reduce((sum, one) => sum + one.length, 1)
  const shared = shareLeaves(source, leaves, { first: all, most: all })
  const answers: AggregateAnswer[] = []
  for (const metric of part.metrics) {
    answers.push(await shared.aggregate(aggregateRequest(part, metric, [part.keys]), options))
  }
  const { frontier, executed } = answers[0]!
  return { frames: answers.map(({ frames }) => frames[0]!), frontier, executed }
}

/** Aggregates the first metric of a part by several groupings in one pass. */
export function aggregateGroupings(
  source: AggregateSource,
  part: QueryPart,
  {
    groupings,
    ...options
  }: {
    readonly groupings: AggregateRequest['groupings']
    readonly signal?: AbortSignal
  },
): Promise<AggregateAnswer> {
  return source.aggregate(aggregateRequest(part, part.metrics[0]!, groupings), options)
}

function aggregateRequest(
  part: QueryPart,
  { leaves }: ResolvedMetric,
  groupings: AggregateRequest['groupings'],
): AggregateRequest {
  const alone = (current: QueryPart['window']) => ({ current, compare: NEVER })
  return {
    rows: part.rows,
    filter: part.filter,
    windows: alone(part.window),
    ...(part.otherWindows.length > 0 && { otherWindows: part.otherWindows.map(alone) }),
    leaves,
    groupings,
    time: part.time === null ? null : frontierTime(part.time),
  }
}

/** The values of a metric, computed as those of an attribution are. Yields between groups. */
export function* metricValues(
  metric: ResolvedMetric,
  frame: AggregateFrame,
): SlicedWork<MetricValues> {
  const form = metricForm(metric)
  const once = { current: 1n, compare: 1n }
  const measurement: Measurement = {
    metric,
    form,
    divisors: once,
    leafDivisors: metric.leaves.map(() => once),
    withoutMean: [],
  }
  const measured = yield* measureInSlices(measurement, frame, null)
  const { current: overflows } = yield* countOverflows(measurement, frame, measured)
  const texts = textsOf(metric, frame)
  const { current } = measured
  return {
    name: metric.name,
    at: (row) => {
      if (texts !== null) return texts.current[row] ?? null
      const value = current[row]!
      return Number.isNaN(value) ? null : value
    },
    none: form.kind === 'linear' ? 0 : null,
    overflows,
  }
}
