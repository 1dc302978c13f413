import type { LineageView } from '../view.ts'
import { sortLevel } from './sort-level.ts'
import type { Walk } from './walk.ts'

/** The vertices of two walks in the order of the answer, as far as it was needed; good until the next question. */
export interface Arrangement {
  /** Vertex numbers, closest first, then by type and id; the first `count` are meant. */
  readonly vertices: Uint32Array
  count: number
  /** By position, which walks met the vertex: {@link MET_UP}, {@link MET_DOWN} or both. */
  readonly sides: Uint8Array
  /** By hop, how many vertices are at most so far away. */
  readonly hopEnds: number[]
  /** By place in the upward queue the position in `vertices`, or `NOWHERE`. */
  readonly upPositions: Uint32Array
  /** By place in the downward queue the position in `vertices`, or `NOWHERE`. */
  readonly downPositions: Uint32Array
}

/** In `sides`: the upward walk met the vertex. */
export const MET_UP = 1

/** In `sides`: the downward walk met the vertex. */
export const MET_DOWN = 2

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

/** Shared, because a question is answered before the next. */
const ORDER = { vertices: new Uint32Array(256), sides: new Uint8Array(256) }

/**
 * Puts the vertices in order, hop by hop, until `isEnough` says so after a hop. What comes later in the
 * answer is not sorted at all.
 */
export function arrange(
  view: LineageView,
  { up, down }: Walks,
  isEnough: (arranged: Arrangement, last: LastHop) => boolean,
): Arrangement {
  const most = up.lane.count + down.lane.count
  if (ORDER.vertices.length < most) {
    ORDER.vertices = new Uint32Array(2 * most)
    ORDER.sides = new Uint8Array(2 * most)
  }
  const { vertices, sides } = ORDER
  const upPositions = up.lane.positions()
  const downPositions = down.lane.positions()
  const positions = { upPositions, downPositions }
  const arrangement: Arrangement = { vertices, count: 0, sides, hopEnds: [], ...positions }
  const hops = Math.max(up.ends.length, down.ends.length)
  for (let hop = 0; hop < hops; hop++) {
    const from = arrangement.count
    gatherUpward({ up, down }, hop, arrangement)
    gatherDownward({ up, down }, hop, arrangement)
    arrangement.hopEnds.push(arrangement.count)
    sortLevel(view, { vertices, start: from, end: arrangement.count })
    for (let position = from; position < arrangement.count; position++) {
      const upPlace = up.lane.placeOf(vertices[position]!)
      const downPlace = down.lane.placeOf(vertices[position]!)
      if (upPlace >= 0) upPositions[upPlace] = position
      if (downPlace >= 0) downPositions[downPlace] = position
      sides[position] = (upPlace >= 0 ? MET_UP : 0) | (downPlace >= 0 ? MET_DOWN : 0)
    }
    if (isEnough(arrangement, { hop, from })) break
  }
  return arrangement
}

/** Adds what the upward walk met in `hop` hops, unless the downward one met it in fewer. */
function gatherUpward({ up, down }: Walks, hop: number, arrangement: Arrangement): void {
  const { vertices } = arrangement
  const closer = down.ends[Math.min(hop, down.ends.length) - 1] ?? 0
  const end = up.ends[hop] ?? 0
  for (let place = up.ends[hop - 1] ?? 0; place < end; place++) {
    const vertex = up.lane.queue[place]!
    const other = down.lane.placeOf(vertex)
    if (other < 0 || other >= closer) vertices[arrangement.count++] = vertex
  }
}

/** Adds what the downward walk met in `hop` hops, unless the upward one met it in as many or fewer. */
function gatherDownward({ up, down }: Walks, hop: number, arrangement: Arrangement): void {
  const { vertices } = arrangement
  const closer = up.ends[Math.min(hop, up.ends.length - 1)]!
  const end = down.ends[hop] ?? 0
  for (let place = down.ends[hop - 1] ?? 0; place < end; place++) {
    const vertex = down.lane.queue[place]!
    const other = up.lane.placeOf(vertex)
    if (other < 0 || other >= closer) vertices[arrangement.count++] = vertex
  }
}
