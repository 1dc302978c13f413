import type { AttributionRequest } from '../request/request.ts'
import type { AggregateFrame, Measure, NumberColumn } from '../request/source.ts'
import type { FactReach, FactsAnswer } from './join-facts.ts'

/** Counts the rows of each window that is not one of the question and that a measure of the metric looks at. */
export function rowMeasures({ metric }: Pick<AttributionRequest, 'metric'>): readonly Measure[] {
  const counts = new Map<string, Measure>()
  for (const { otherWindow, otherFact } of metric.measures) {
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
   * Each present in a window when all windows have rows that measures of the metric look at in its place: the window itself,
   * those of other periods, or both.
   */
  readonly facts: readonly FactReach[]
  /** Whether a window has rows that is none of the question. */
  readonly hasRowsElsewhere: boolean
}

/** Reads the windows that a metric looks at from an answer with the measures of {@link rowMeasures}, which begin at `at`. */
export function lookedAt(
  { facts, frames }: FactsAnswer,
  { metric }: Pick<AttributionRequest, 'metric'>,
  { counted, at }: { readonly counted: readonly Measure[]; readonly at: number },
): LookedAt {
  const counts = counted.map((measure, index) => ({
    measure,
    rows: countMeasureRows(frames[0]!, at + index),
  }))
  return {
    facts: facts.map(({ frontier, present }, fact) => {
      const isOfFact = ({ otherFact = -1 }: Measure): boolean => otherFact + 1 === fact
      const measures = metric.measures.filter(isOfFact)
      const factCounts = counts.filter(({ measure }) => isOfFact(measure))
      const looksHere =
        measures.length === 0 || measures.some(({ otherWindow }) => otherWindow === undefined)
      const isPresent = (window: 'current' | 'compare'): boolean =>
        (!looksHere || present[window]) && factCounts.every(({ rows }) => rows[window] > 0)
      const both = { current: isPresent('current'), compare: isPresent('compare') }
      return { frontier, present: both }
    }),
    hasRowsElsewhere: counts.some(({ rows }) => rows.current > 0 || rows.compare > 0),
  }
}

function countMeasureRows({ measures }: AggregateFrame, measure: number) {
  const { current, compare } = measures[measure]!
  return { current: countIn(current), compare: countIn(compare) }
}

function countIn(column: NumberColumn): number {
  return Number(column.kind === 'double' ? column.values[0] : column.units[0])
}
