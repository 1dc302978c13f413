import type { MetricPeriod } from '@tributary/catalog'
import { parseGrain, parseSpan } from '../../draft/spans.ts'
import type { DbtInput } from '../manifest/inputs.ts'
import type { DbtMetric } from '../manifest/manifest.ts'

/** The period of a metric relative to the requested one. */
export type Period = MetricPeriod

/** The period of an input, null for the requested one, or the reason why it cannot be imported. */
export function toInputPeriod({
  offset,
  offsetToGrain,
}: DbtInput): Period | null | { readonly refused: string } {
  if (offset !== null) {
    const span = parseSpan(offset)
    return 'refused' in span ? span : { kind: 'before', ...span }
  }
  if (offsetToGrain === null) return null
  const grain = parseGrain(offsetToGrain)
  return typeof grain === 'string' ? { kind: 'startOf', grain } : grain
}

const TAKEN: ReadonlyMap<string, 'FIRST' | 'AVG'> = new Map([
  ['first', 'FIRST'],
  ['average', 'AVG'],
])

/** The period of a cumulative metric, or the reason why it cannot be imported. */
export function toCumulativePeriod({
  window,
  grainToDate,
  periodAggregate,
}: DbtMetric): Period | { readonly refused: string } {
  const take = TAKEN.get(periodAggregate) ?? 'LAST'
  if (window !== null) {
    const span = parseSpan(window)
    return 'refused' in span ? span : { kind: 'trailing', ...span, take }
  }
  if (grainToDate === null) return { kind: 'allTime', take }
  const grain = parseGrain(grainToDate)
  return typeof grain === 'string' ? { kind: 'toDate', grain, take } : grain
}
