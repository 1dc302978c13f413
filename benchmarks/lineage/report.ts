import { type Goal, goalsText as goalsTable } from '../measure/goals.ts'
import { ratioText, tableText, timeText } from '../measure/table.ts'
import { hasQueryGoals, QUERY_GOALS_FROM } from './goals.ts'
import type { QueryTimes } from './measure-queries.ts'
import type { SizeReport } from './measure-size.ts'

/** The table of one number of hops. */
export function queriesText({ steps, vertices, edges, engines }: QueryTimes): string {
  const rows = engines.map((one) => [
    one.givesObjects ? one.name : `${one.name} (numbers)`,
    timeText(one.p50),
    timeText(one.p99),
    timeText(one.mean),
    timeText(one.coldP50),
    ratioText(one.ofOurs.p50),
    ratioText(one.ofOurs.mean),
    ratioText(one.ofOurs.coldP50),
    String(one.roots),
  ])
  const head = [
    'engine',
    'p50',
    'p99',
    'mean',
    'cold p50',
    'p50 of ours',
    'mean of ours',
    'cold p50 of ours',
    'roots',
  ]
  const size = `${vertices.toFixed(0)} vertices and ${edges.toFixed(0)} edges`
  return `(${steps},${steps}): ${size} in an answer on average\n${tableText(head, rows)}`
}

/** The table of what a lineage costs beside questions. */
export function costsText({ vertices, edges, costs }: SizeReport): string {
  const size = `${vertices.toLocaleString('en')} vertices, ${edges.toLocaleString('en')} edges`
  const rows = [
    ['arrays, bytes an edge', costs.bytesPerEdge.toFixed(1)],
    ['edge added and taken away', timeText(costs.writeMs)],
    ['exact totals of the worst root, any hops', timeText(costs.worstTotalsMs)],
    ['allLineage over HTTP', timeText(costs.stream.ms)],
    ['allLineage, megabytes', (costs.stream.bytes / 1e6).toFixed(0)],
    ['allLineage, longest block of the event loop', timeText(costs.stream.longestBlockMs)],
    ['snapshot written', timeText(costs.snapshot.writeMs)],
    ['snapshot, megabytes', (costs.snapshot.bytes / 1e6).toFixed(0)],
    ['new process to its first answer', timeText(costs.snapshot.startMs)],
  ]
  return `${size}\n${tableText(['cost', ''], rows)}`
}

/** The goals, each with what was measured; those of the questions only at the size that they are of. */
export function goalsText(goals: readonly Goal[], edges: number): string {
  const table = goalsTable(goals)
  if (hasQueryGoals(edges)) return table
  const size = QUERY_GOALS_FROM.toLocaleString('en')
  return `The goals of the questions are set at ${size} edges, and judged from there on.\n${table}`
}
