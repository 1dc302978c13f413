import type { Lane } from '../index/lane.ts'
import type { LineageView } from '../view.ts'

/** How many ways lead from one vertex to another; edges of both types between a pair are one step. */
export interface PathCount {
  /** Ways that meet no vertex twice; null when a cycle lies between, which makes them too many to count. */
  readonly paths: bigint | null
  /** Ways with the fewest edges. */
  readonly shortestPaths: bigint
}

/** Between which vertices {@link countPaths} counts. */
export interface Between {
  readonly start: number
  readonly end: number
  readonly edgeMask: number
  /** Everything on a way from start to end, and nothing else. */
  readonly between: Lane
}

/** Counts ways by adding up along the edges, without following each. Self-loops are on no way. */
export function countPaths(view: LineageView, ends: Between): PathCount {
  return { paths: countAll(view, ends), shortestPaths: countShortest(view, ends) }
}

function countAll(view: LineageView, { start, end, edgeMask, between }: Between): bigint | null {
  if (start === end) return 1n
  const waiting = new Map<number, number>()
  for (let place = 0; place < between.count; place++) {
    forEachNext(view, { edgeMask, between }, between.queue[place]!, (next) => {
      waiting.set(next, (waiting.get(next) ?? 0) + 1)
    })
  }
  const ways = new Map([[start, 1n]])
  const ready = waiting.has(start) ? [] : [start]
  let done = 0
  for (let vertex = ready.pop(); vertex !== undefined; vertex = ready.pop()) {
    done += 1
    forEachNext(view, { edgeMask, between }, vertex, (next) => {
      ways.set(next, (ways.get(next) ?? 0n) + ways.get(vertex!)!)
      const left = waiting.get(next)! - 1
      waiting.set(next, left)
      if (left === 0) ready.push(next)
    })
  }
  return done === between.count ? ways.get(end)! : null
}

function countShortest(view: LineageView, { start, end, edgeMask, between }: Between): bigint {
  const hops = new Map([[start, 0]])
  const ways = new Map([[start, 1n]])
  for (const [vertex, hop] of hops) {
    if (vertex === end) break
    forEachNext(view, { edgeMask, between }, vertex, (next) => {
      if (!hops.has(next)) hops.set(next, hop + 1)
      if (hops.get(next) === hop + 1) ways.set(next, (ways.get(next) ?? 0n) + ways.get(vertex)!)
    })
  }
  return ways.get(end)!
}

function forEachNext(
  { targets }: LineageView,
  { edgeMask, between }: Pick<Between, 'edgeMask' | 'between'>,
  vertex: number,
  visit: (next: number) => void,
): void {
  const stop = targets.starts[vertex]! + targets.counts[vertex]!
  for (let at = targets.starts[vertex]!; at < stop; at++) {
    const next = targets.words[at]! >>> 2
    if ((targets.words[at]! & edgeMask) !== 0 && next !== vertex && between.has(next)) visit(next)
  }
}
