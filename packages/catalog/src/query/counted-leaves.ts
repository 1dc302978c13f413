import type { PlannedLeaf } from '../plan/plan-window.ts'
import type { ResolvedLeaf } from '../resolve/metrics/leaves.ts'
import { toIdentity } from '../resolve/rows/conjunction.ts'

/** The leaves, with a count of the rows of each that has no value without rows. */
export function countedLeaves(leaves: readonly ResolvedLeaf[]): readonly PlannedLeaf[] {
  const counts = new Map<string, PlannedLeaf>()
  const counted = leaves.map((leaf): PlannedLeaf => {
    if (leaf.isNullWhenEmpty !== true) return leaf
    const { filter, moves, otherFact, snapshot } = leaf
    const rows = {
      ...({ aggregate: 'COUNT', argument: null, filter, moves } as const),
      ...(otherFact !== undefined && { otherFact }),
      ...(snapshot !== undefined && { snapshot }),
    }
    const identity = toIdentity(rows)
    const count = counts.get(identity) ?? { name: `@rows of ${leaf.name}`, ...rows }
    counts.set(identity, count)
    return { ...leaf, countedBy: count.name }
  })
  return [...counted, ...counts.values()]
}
