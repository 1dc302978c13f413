import { roleOf, type Scope, STOP } from './scope.ts'
import type { Walk } from './walk.ts'

/** Vertices that are gone on from together. */
const TOGETHER = 256

/** Shared, because a hop is over before anybody else can run. */
const OF_VERTICES = {
  starts: new Uint32Array(TOGETHER),
  counts: new Uint32Array(TOGETHER),
}
const OF_WORDS = { words: new Uint32Array(4096), marks: new Uint32Array(4096) }

/**
 * One hop from many vertices, the same as going on from one after the other. In a large graph nearly every look at a
 * vertex waits for memory. Looks that do not depend on one another wait together, so each kind of look is made for
 * many vertices before the next kind.
 */
export function takeWideHop(scope: Scope, walk: Walk): void {
  const end = walk.lane.count
  for (let from = walk.expanded; from < end; from += TOGETHER) {
    const total = gather(walk, from, Math.min(end, from + TOGETHER))
    meetAll(scope, walk, total)
  }
  walk.expanded = end
}

/** Collects the words of vertices of the queue, and what marks their neighbours have; gives how many. */
function gather({ lane, lists }: Walk, from: number, end: number): number {
  const { queue, marks } = lane
  const { starts, counts, words } = lists
  const { starts: ownStarts, counts: ownCounts } = OF_VERTICES
  const many = end - from
  let total = 0
  for (let i = 0; i < many; i++) {
    const vertex = queue[from + i]!
    const count = counts[vertex]!
    ownStarts[i] = starts[vertex]!
    ownCounts[i] = count
    total += count
  }
  if (OF_WORDS.words.length < total) {
    OF_WORDS.words = new Uint32Array(2 * total)
    OF_WORDS.marks = new Uint32Array(2 * total)
  }
  const { words: gathered, marks: known } = OF_WORDS
  let next = 0
  for (let i = 0; i < many; i++) {
    const start = ownStarts[i]!
    const stop = start + ownCounts[i]!
    for (let at = start; at < stop; at++) gathered[next++] = words[at]!
  }
  for (let i = 0; i < total; i++) known[i] = marks[gathered[i]! >>> 2]!
  return total
}

/** Meets those of the gathered neighbours that were not met yet, in order, and counts the edges. */
function meetAll(scope: Scope, walk: Walk, total: number): void {
  const { lane } = walk
  const { queue, marks, base } = lane
  const { edgeMask, roles } = scope
  const { words, marks: known } = OF_WORDS
  let { count } = lane
  let edges = 0
  for (let i = 0; i < total; i++) {
    const word = words[i]!
    const types = word & edgeMask
    if (types === 0) continue
    const neighbour = word >>> 2
    if (roles !== null && roleOf(scope, neighbour) === STOP) continue
    // It may have been met since, among these.
    if (known[i]! < base && marks[neighbour]! < base) {
      marks[neighbour] = base + count
      queue[count] = neighbour
      count += 1
    }
    edges += types === 3 ? 2 : 1
  }
  walk.edges += edges
  lane.count = count
}
