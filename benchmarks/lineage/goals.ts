import { atLeast, atMost, type Goal } from '../measure/goals.ts'
import { ratioText } from '../measure/table.ts'
import type { Costs } from './costs.ts'
import type { EngineTimes, QueryTimes } from './measure-queries.ts'
import type { SizeReport } from './measure-size.ts'

/** The edges at which the goals of the questions are set: a smaller graph stands without. */
export const QUERY_GOALS_FROM = 2_000_000

/** Whether a lineage of so many edges is one that the goals of the questions are set for. */
export function hasQueryGoals(edges: number): boolean {
  return edges >= QUERY_GOALS_FROM
}

/** The goals of lineage on what was measured. */
export function goalsOf({ edges, queries, costs }: SizeReport): readonly Goal[] {
  const asked = hasQueryGoals(edges) ? queries.flatMap(queryGoals) : []
  return [...asked, ...costGoals(costs)]
}

/** On warm times; with raw CSR we are compared where it gives the same output as we. */
function queryGoals({ steps, engines }: QueryTimes): readonly Goal[] {
  const goals: Goal[] = []
  const named = (part: string): readonly EngineTimes[] =>
    engines.filter(({ name }) => name.includes(part))
  const isDeep = steps === 3 || steps === 10
  const hops = `(${steps},${steps})`
  for (const { name, ofOurs } of isDeep ? named('raw CSR, in the same order') : []) {
    goals.push(atMost(`${hops} mean, of ${name}`, 1 / ofOurs.mean, 1.5, ratioText))
  }
  for (const part of ['graphology-traversal', 'Ladybug']) {
    for (const { name, ofOurs } of named(part)) {
      goals.push(atLeast(`${hops} p50, ${name}`, ofOurs.p50, 500))
    }
  }
  if (!isDeep) return goals
  const sqlite = named('node:sqlite').map(({ ofOurs }) => ofOurs)
  const best = (of: (ratios: EngineTimes['ofOurs']) => number): number | null =>
    sqlite.length === 0 ? null : Math.min(...sqlite.map(of))
  goals.push(
    atLeast(
      `${hops} p50, SQLite's best`,
      best(({ p50 }) => p50),
      3,
    ),
  )
  goals.push(
    atLeast(
      `${hops} mean, SQLite's best`,
      best(({ mean }) => mean),
      5,
    ),
  )
  return goals
}

function costGoals({
  bytesPerEdge,
  writeMs,
  worstTotalsMs,
  stream,
  snapshot,
}: Costs): readonly Goal[] {
  return [
    atMost('arrays, bytes an edge', bytesPerEdge, 60, (one) => one.toFixed(1)),
    atMost('edge added and taken away', writeMs, 0.03),
    atMost('exact totals of the worst root', worstTotalsMs, 10),
    atMost('allLineage', stream.ms, 1_500),
    atMost('allLineage, longest block', stream.longestBlockMs, 20),
    atMost('start from a snapshot', snapshot.startMs, 2_000),
  ]
}
