import type { MetricQueryRequest } from '@tributary/contract'
import { TributaryError } from '@tributary/core'
import { shownPeriod } from '@tributary/platform/internal'
import type { SeriesLine } from '../render/series-lines.ts'
import { labelValue } from '../render/text.ts'
import type { QuestionSession } from './question-session.ts'

/** A time by a grain. */
const TIME = /^metric_time__(\w+)$/i

/** How many groups get a line: those with the largest values. */
const GROUPS = 5

/**
 * The metrics of a query over time, when its first dimension is a time by a grain and at most one follows, whose largest
 * groups are then apart. Empty for other queries, and when there are too many periods to draw.
 */
export async function askSeries(
  { operations, readMoment }: QuestionSession,
  { metrics = [], dimensions, timeConstraint, range, filters }: MetricQueryRequest,
  signal: AbortSignal,
): Promise<readonly SeriesLine[]> {
  const [time = '', dimension, ...moreDimensions] = dimensions ?? []
  const grain = TIME.exec(time)?.[1]
  if (grain === undefined || moreDimensions.length > 0) return []
  const lines: SeriesLine[] = []
  for (const metric of metrics ?? []) {
    const request = {
      metric,
      grain,
      timeConstraint: timeConstraint ?? null,
      range: range ?? null,
      filters: filters ?? null,
      ...(dimension !== undefined && { split: { dimension, top: GROUPS } }),
    }
    try {
      const { table, periods } = await operations.metricSeries(request, { signal })
      const { calendar } = await readMoment(metric, [time])
      const groups = [...new Set(table.group ?? [null])]
      for (const [i, group] of groups.entries()) {
        lines.push({
          name:
            dimension === undefined
              ? metric
              : `${metric} ${labelValue(group == null ? null : String(group))}`,
          values: table.value!.slice(i * periods.length, (i + 1) * periods.length),
          partial: periods
            .filter(({ partial }) => partial)
            .map(({ period }) => shownPeriod(time, period, calendar)),
        })
      }
    } catch (error) {
      // The table has the values all the same.
      if (signal.aborted || !(error instanceof TributaryError)) throw error
      return []
    }
  }
  return lines
}
