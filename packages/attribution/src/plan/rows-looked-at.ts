import type { AttributionRequest } from '../request/request.ts'
import type { AggregateFrame, Leaf, NumberColumn } from '../request/source.ts'
import type { FactReach, FactsAnswer } from './join-facts.ts'

/** Counts the rows of each window that is not one of the question and that a leaf of the metric looks at. */
export function rowLeaves({ metric }: Pick<AttributionRequest, 'metric'>): readonly Leaf[] {
  const counts = new Map<string, Leaf>()
  for (const { otherWindow, otherFact } of metric.leaves) {
    if (otherWindow === undefined) continue
    const name = `@rows ${otherFact ?? ''} ${otherWindow}`
    counts.set(name, {
      ...{ name, aggregate: 'COUNT', argument: null, filter: null, otherWindow },
      ...(otherFact !== undefined && { otherFact }),
    })
  }
  return [...counts.values()]
}

/** What is known of the windows that a metric looks at. */
export interface LookedAt {
  /**
   * Each present in a window when all windows have rows that leaves of the metric look at in its place: the window itself,
   * those of other periods, or both.
   */
  readonly facts: readonly FactReach[]
  /** Whether a window has rows that is none of the question. */
  readonly hasRowsElsewhere: boolean
}

/** Reads the windows that a metric looks at from an answer with the leaves of {@link rowLeaves}, which begin at `at`. */
export function lookedAt(
  { facts, frames }: FactsAnswer,
  { metric }: Pick<AttributionRequest, 'metric'>,
  { counted, at }: { readonly counted: readonly Leaf[]; readonly at: number },
): LookedAt {
  const counts = counted.map((leaf, index) => ({
    leaf,
    rows: countLeafRows(frames[0]!, at + index),
  }))
  return {
    facts: facts.map(({ frontier, present }, fact) => {
      const isOfFact = ({ otherFact = -1 }: Leaf): boolean => otherFact + 1 === fact
      const leaves = metric.leaves.filter(isOfFact)
      const factCounts = counts.filter(({ leaf }) => isOfFact(leaf))
      const looksHere =
        leaves.length === 0 || leaves.some(({ otherWindow }) => otherWindow === undefined)
      const isPresent = (window: 'current' | 'compare'): boolean =>
        (!looksHere || present[window]) && factCounts.every(({ rows }) => rows[window] > 0)
      const both = { current: isPresent('current'), compare: isPresent('compare') }
      return { frontier, present: both }
    }),
    hasRowsElsewhere: counts.some(({ rows }) => rows.current > 0 || rows.compare > 0),
  }
}

function countLeafRows({ leaves }: AggregateFrame, leaf: number) {
  const { current, compare } = leaves[leaf]!
  return { current: countIn(current), compare: countIn(compare) }
}

function countIn(column: NumberColumn): number {
  return Number(column.kind === 'double' ? column.values[0] : column.units[0])
}
