import type { AggregateFrame, Measure, NumberColumn } from '../request/source.ts'
import { type Warning, warning } from '../request/warnings.ts'
import type { FactReach, FactsAnswer } from './join-facts.ts'
import { WINDOWS } from './periods.ts'
import type { ComparisonPlan } from './plan-comparison.ts'
import { type ReachedWindows, reachWindows } from './reach.ts'
import { NO_DATA, windowWarnings } from './window-warnings.ts'

/** The answers of a source to the requests of a {@link ComparisonPlan}. */
export interface ComparisonAnswers {
  readonly scope: FactsAnswer
  /** Null where the scope is the root scope. */
  readonly root: FactsAnswer | null
}

/** The windows of a comparison, read once from the answers of a source. */
export interface ComparisonWindows extends ReachedWindows {
  /** The warnings about them. */
  readonly warnings: readonly Warning[]
  /** Those of them that every table repeats: windows without rows, without how far the data reaches. */
  readonly missing: readonly Warning[]
  /** Whether neither window has rows, nor any other that the metric looks at. */
  readonly isEmpty: boolean
}

/** Reads how far the data reaches, and which windows have rows. */
export function readComparison(
  plan: ComparisonPlan,
  { scope, root }: ComparisonAnswers,
): ComparisonWindows {
  const { request, form } = plan
  const windows = reachWindows(request, scope.facts)
  const { frames, facts: rootFacts } = root ?? scope
  const [overall] = frames as readonly [AggregateFrame]
  const counts = countOtherRows(plan, overall)
  const facts = rootFacts.map((reach, fact): FactReach => {
    return { ...reach, present: findPresence(plan, counts, { reach, fact }) }
  })
  const hasRowsElsewhere = counts.some(({ rows }) => rows.current > 0 || rows.compare > 0)
  return {
    ...windows,
    warnings: [
      ...windowWarnings({ request, form, windows }, { root: facts, scope: scope.facts }),
      ...overlapWarnings(overall, plan.overlapCounts.length),
    ],
    missing: WINDOWS.filter((window) => facts.some(({ present }) => !present[window])).map(
      (window) => warning(NO_DATA[window]),
    ),
    // A metric that looks at other windows may have a value where those of the question have no rows.
    isEmpty: !hasRowsElsewhere && WINDOWS.every((window) => overall.present[window][0] === 0),
  }
}

function overlapWarnings(overall: AggregateFrame, count: number): readonly Warning[] {
  const rows = overall.measures
    .slice(overall.measures.length - count)
    .reduce((sum, { compare }) => sum + readCount(compare), 0)
  return rows > 0 ? [warning('OBJECTS_OVERLAP', { rows })] : []
}

/** The rows of a window that is none of the question. */
interface OtherRows {
  readonly measure: Measure
  readonly rows: { readonly current: number; readonly compare: number }
}

function countOtherRows(
  { measures, windowCounts }: ComparisonPlan,
  overall: AggregateFrame,
): readonly OtherRows[] {
  return windowCounts.map((measure, index) => {
    const { current, compare } = overall.measures[measures.length + index]!
    return { measure, rows: { current: readCount(current), compare: readCount(compare) } }
  })
}

/**
 * In which windows a fact is present: where all windows have rows that its measures look at in their place, the window itself,
 * those of other periods, or both.
 */
function findPresence(
  { request: { metric } }: ComparisonPlan,
  counts: readonly OtherRows[],
  { reach: { present }, fact }: { readonly reach: FactReach; readonly fact: number },
): FactReach['present'] {
  const isOfFact = ({ otherFact = -1 }: Measure): boolean => otherFact + 1 === fact
  const measures = metric.measures.filter(isOfFact)
  const factCounts = counts.filter(({ measure }) => isOfFact(measure))
  const looksHere =
    measures.length === 0 || measures.some(({ otherWindow }) => otherWindow === undefined)
  const isPresent = (window: 'current' | 'compare'): boolean =>
    (!looksHere || present[window]) && factCounts.every(({ rows }) => rows[window] > 0)
  return { current: isPresent('current'), compare: isPresent('compare') }
}

function readCount(column: NumberColumn): number {
  return Number(column.kind === 'double' ? column.values[0] : column.units[0])
}
