import type { Interval } from '@tributary/expression'
import type { FactReach } from '../plan/join-facts.ts'
import { countPeriodsWithin, findCutGrain, findPartialPeriods, hullOfReach } from '../plan/reach.ts'
import { frontierTexts } from '../plan/window-warnings.ts'
import type { MetricValues } from './parts/part-values.ts'
import type { QueryFact, QueryPart, QueryWarning } from './parts/query-request.ts'
import { queriedIntervals } from './parts/series-periods.ts'

/** The warnings about the rows of a part: that there are none, that the data covers its window in part, or that the window has parts of periods. */
export function rangeWarnings(
  part: QueryPart,
  reached: readonly FactReach[],
): readonly QueryWarning[] {
  const names = part.metrics.map(({ name }) => name)
  const facts = [part, ...(part.otherFacts ?? [])]
  const end = hullOfReach(facts, reached)
  return distinctWarnings(
    facts.flatMap((fact, index) => [
      ...listFactRangeWarnings(fact, { ...reached[index]!, end }, names),
      ...listCutWarnings(fact, names),
    ]),
  )
}

function listFactRangeWarnings(
  fact: QueryFact,
  reach: FactReach & { readonly end: Interval | null },
  metrics: readonly string[],
): readonly QueryWarning[] {
  const { time, dataset } = fact
  const named = dataset === undefined ? {} : { dataset }
  if (!reach.present.current) {
    const range = reach.frontier === null ? NOWHERE : frontierTexts(reach.frontier, time)
    return [{ code: 'NO_DATA', metrics, ...range, ...named }]
  }
  const intervals = queriedIntervals(fact)
  const partial = findPartialPeriods(intervals && countPeriodsWithin(fact, intervals, reach))
  if (partial === null) return []
  return [{ code: 'PARTIAL_RANGE', metrics, periods: partial.count, of: partial.total, ...named }]
}

function listCutWarnings(fact: QueryFact, metrics: readonly string[]): readonly QueryWarning[] {
  const grain = findCutGrain(fact, queriedIntervals(fact))
  const { dataset } = fact
  if (grain === null) return []
  return [{ code: 'PART_OF_PERIOD', metrics, grain, ...(dataset === undefined ? {} : { dataset }) }]
}

/** Warnings, each once: two facts may be of one dataset. */
function distinctWarnings(warnings: readonly QueryWarning[]): readonly QueryWarning[] {
  return [...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values()]
}

const NOWHERE = { first: null, last: null }

/** That values of metrics are beyond the range of doubles. */
export function overflowWarnings(values: readonly MetricValues[]): readonly QueryWarning[] {
  return values
    .filter(({ overflows }) => overflows > 0)
    .map(({ name, overflows }) => ({ code: 'OVERFLOW', metrics: [name], groups: overflows }))
}
