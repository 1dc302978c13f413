import { ratioText, timeText } from '../measure/table.ts'
import type { EngineTimes } from './measure-queries.ts'
import type { SizeReport } from './measure-size.ts'

/** A goal and how near we are. */
export interface Goal {
  readonly what: string
  readonly goal: string
  readonly found: string
  readonly isReached: boolean
}

/** The goals of lineage on what was measured. */
export function goalsOf({ queries, costs }: SizeReport): readonly Goal[] {
  const goals: Goal[] = []
  const atLeast = (what: string, ratio: number, least: number): void => {
    goals.push({
      what,
      goal: `at least ${least}×`,
      found: ratioText(ratio),
      isReached: ratio >= least,
    })
  }
  const atMost = (what: string, found: number, most: number, text: (one: number) => string) => {
    goals.push({
      what,
      goal: `at most ${text(most)}`,
      found: text(found),
      isReached: found <= most,
    })
  }
  for (const { steps, engines } of queries) {
    const named = (part: string): readonly EngineTimes[] =>
      engines.filter(({ name }) => name.includes(part))
    const deep = steps === 3 || steps === 10
    const hops = `(${steps},${steps})`
    for (const { name, ofOurs } of deep ? named('raw CSR') : []) {
      atMost(`${hops} mean, of ${name}`, 1 / ofOurs.mean, 1.5, ratioText)
    }
    for (const part of ['graphology-traversal', 'Ladybug']) {
      for (const { name, ofOurs } of named(part)) atLeast(`${hops} p50, ${name}`, ofOurs.p50, 500)
    }
    if (!deep) continue
    const sqlite = named('node:sqlite').map(({ ofOurs }) => ofOurs)
    atLeast(`${hops} p50, SQLite's best`, Math.min(...sqlite.map(({ p50 }) => p50)), 3)
    atLeast(`${hops} mean, SQLite's best`, Math.min(...sqlite.map(({ mean }) => mean)), 5)
  }
  const { bytesPerEdge, writeMs, worstTotalsMs, stream, snapshot } = costs
  atMost('index, bytes an edge', bytesPerEdge, 60, (one) => one.toFixed(1))
  atMost('index share of an edge write', (writeMs.with - writeMs.without) / 2, 0.002, timeText)
  atMost('exact totals of the worst root', worstTotalsMs, 10, timeText)
  atMost('E15', stream.ms, 1_500, timeText)
  atMost('E15, longest block', stream.longestBlockMs, 20, timeText)
  atMost('start from a snapshot', snapshot.startMs, 2_000, timeText)
  return goals
}
