import type { LineageView } from '../view.ts'
import { sortLevel } from './sort-level.ts'
import { hopOf, type Walk } from './walk.ts'

/** The vertices of two walks in the order of the answer, as far as it was needed. */
export interface Arrangement {
  /** Vertex numbers, closest first, then by type and id. */
  readonly vertices: number[]
  readonly upstreamHops: (number | null)[]
  readonly downstreamHops: (number | null)[]
  /** By place in the upward queue the position in `vertices`, or `NOWHERE`. */
  readonly upPositions: Uint32Array
  /** By place in the downward queue the position in `vertices`, or `NOWHERE`. */
  readonly downPositions: Uint32Array
}

/** The hop that was put in order last, and where it begins. */
export interface LastHop {
  readonly hop: number
  readonly from: number
}

/** The two walks of a neighbourhood. */
export interface Walks {
  readonly up: Walk
  readonly down: Walk
}

/**
 * Puts the vertices in order, hop by hop, until `isEnough` says so after a hop. What comes later in the
 * answer is not sorted at all.
 */
export function arrange(
  view: LineageView,
  { up, down }: Walks,
  isEnough: (arranged: Arrangement, last: LastHop) => boolean,
): Arrangement {
  const arrangement: Arrangement = {
    vertices: [],
    upstreamHops: [],
    downstreamHops: [],
    upPositions: up.lane.positions(),
    downPositions: down.lane.positions(),
  }
  const hops = Math.max(up.ends.length, down.ends.length)
  for (let hop = 0; hop < hops; hop++) {
    const from = arrangement.vertices.length
    const level = sortLevel(view, levelOf({ up, down }, hop))
    for (const vertex of level) place(arrangement, { up, down }, vertex)
    if (isEnough(arrangement, { hop, from })) break
  }
  return arrangement
}

/** The vertices whose nearest way to the root has `hop` edges. */
function levelOf({ up, down }: Walks, hop: number): number[] {
  const level: number[] = []
  const closerDown = down.ends[Math.min(hop, down.ends.length) - 1] ?? 0
  for (let place = up.ends[hop - 1] ?? 0; place < (up.ends[hop] ?? 0); place++) {
    const vertex = up.lane.queue[place]!
    const downPlace = down.lane.placeOf(vertex)
    if (downPlace < 0 || downPlace >= closerDown) level.push(vertex)
  }
  const closerUp = up.ends[Math.min(hop, up.ends.length - 1)]!
  for (let place = down.ends[hop - 1] ?? 0; place < (down.ends[hop] ?? 0); place++) {
    const vertex = down.lane.queue[place]!
    const upPlace = up.lane.placeOf(vertex)
    if (upPlace < 0 || upPlace >= closerUp) level.push(vertex)
  }
  return level
}

function place(arrangement: Arrangement, { up, down }: Walks, vertex: number): void {
  const { vertices, upPositions, downPositions } = arrangement
  const upPlace = up.lane.placeOf(vertex)
  const downPlace = down.lane.placeOf(vertex)
  if (upPlace >= 0) upPositions[upPlace] = vertices.length
  if (downPlace >= 0) downPositions[downPlace] = vertices.length
  arrangement.upstreamHops.push(upPlace < 0 ? null : hopOf(up, upPlace))
  arrangement.downstreamHops.push(downPlace < 0 ? null : hopOf(down, downPlace))
  vertices.push(vertex)
}
