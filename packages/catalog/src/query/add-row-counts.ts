import type { PlannedMeasure } from '../plan/plan-window.ts'
import type { ResolvedMeasure } from '../resolve/metrics/measures.ts'
import { toIdentity } from '../resolve/rows/conjunction.ts'

/** The measures, with a count of the rows of each that has no value without rows. */
export function addRowCounts(measures: readonly ResolvedMeasure[]): readonly PlannedMeasure[] {
  const counts = new Map<string, PlannedMeasure>()
  const counted = measures.map((measure): PlannedMeasure => {
    if (measure.isNullWhenEmpty !== true) return measure
    const { filter, moves, otherFact, snapshot } = measure
    const rows = {
      ...({ aggregate: 'COUNT', argument: null, filter, moves } as const),
      ...(otherFact !== undefined && { otherFact }),
      ...(snapshot !== undefined && { snapshot }),
    }
    const identity = toIdentity(rows)
    const count = counts.get(identity) ?? { name: `@rows of ${measure.name}`, ...rows }
    counts.set(identity, count)
    return { ...measure, countedBy: count.name }
  })
  return [...counted, ...counts.values()]
}
