import type { AttributionRequest } from '@tributary/attribution'
import { windowIntervals } from '@tributary/attribution/internal'
import type { CallOptions } from '../model/options.ts'
import type { Session } from '../tenant/session.ts'
import {
  type ComparisonTexts,
  countRows,
  findDefaultComparison,
  findNearestComparison,
  toComparisonTexts,
} from './read-row-times.ts'

/** A comparison of two time ranges, of which one has no rows. */
export interface EmptyComparison {
  /** The name of the metric; a temporary one gets no suggestion. */
  readonly metric: string
  readonly plan: Pick<AttributionRequest, 'windows' | 'time'>
}

/** Ranges with rows on both sides, the nearest to those of a comparison; null where there are none. */
export async function suggestComparison(
  session: Session,
  { metric, plan }: EmptyComparison,
  options: CallOptions,
): Promise<ComparisonTexts | null> {
  const { catalog } = session
  if (catalog.metrics.find(metric).length === 0) return null
  const subject = { metric: { text: metric, path: 'metric' }, dataset: null }
  const counted = await countRows(session, subject, options)
  const range = readCurrentRange(plan)
  const comparison =
    range === null
      ? await findDefaultComparison(session, subject, counted, options)
      : findNearestComparison(session, counted, range)
  return comparison && toComparisonTexts(comparison, catalog.workspace.calendar)
}

/** The current time range; null where the window is no range with two ends. */
function readCurrentRange({ windows, time }: EmptyComparison['plan']) {
  const intervals = time && windowIntervals(windows.current, time.value)
  const [{ from, to } = { from: null, to: null }] = intervals ?? []
  return from === null || to === null ? null : { from, to }
}
