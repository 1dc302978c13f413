import type { SlicedWork } from '@tributary/core/internal'
import { NOT_LISTED } from '../../view/bfs-buffer.ts'
import type { LineageView } from '../../view/view.ts'
import { sortAtOnce, sortLevel } from '../algorithms/sort-vertices.ts'
import type { Walk, Walks } from './walk.ts'

/** The vertices of two walks in answer order, as far as the query needs it; valid until the next query. */
export interface Arrangement {
  /** Vertex numbers, closest first, then by type and id; only the first `count` are valid. */
  readonly vertices: Uint32Array
  count: number
  /** By position, the place in the upward queue; negative when the vertex is not there. */
  readonly upPlaces: Int32Array
  /** By position, the place in the downward queue; negative when the vertex is not there. */
  readonly downPlaces: Int32Array
  /** By hop, the number of vertices within so many hops. */
  readonly hopEnds: number[]
  /** By place in the upward queue, the position in `vertices`, or `NOT_LISTED`. */
  readonly upPositions: Uint32Array
  /** By place in the downward queue, the position in `vertices`, or `NOT_LISTED`. */
  readonly downPositions: Uint32Array
}

/** The positions on a page: from `start`, before `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The hop that was sorted last, and the position at which it begins. */
export interface LastHop {
  readonly hop: number
  readonly from: number
}

/** Vertices arranged between two yields; a hop counts as some. */
const ARRANGED_AT_ONCE = 8192
const HOP = 8

/** Sorts the vertices of the walks, hop by hop, until `isEnough`; later hops are not sorted. */
export function* arrange(
  view: LineageView,
  walks: Walks,
  isEnough: (arrangement: Arrangement, last: LastHop) => boolean,
): SlicedWork<Arrangement> {
  const { up, down } = walks
  const order = view.buffers.order(up.buffer.count + down.buffer.count)
  const { vertices, upPlaces, downPlaces, tags } = order
  const upPositions = up.buffer.positions()
  const downPositions = down.buffer.positions()
  const positions = { upPositions, downPositions }
  const places = { upPlaces, downPlaces }
  const arrangement: Arrangement = { vertices, count: 0, ...places, hopEnds: [], ...positions }
  const hops = Math.max(up.ends.length, down.ends.length)
  let remainingWork = ARRANGED_AT_ONCE
  for (let hop = 0; hop < hops; hop++) {
    const from = arrangement.count
    gather(walks, hop, arrangement, tags)
    arrangement.hopEnds.push(arrangement.count)
    const level = { vertices, tags, start: from, end: arrangement.count }
    if (!sortAtOnce(view, level)) yield* sortLevel(view, level)
    place(walks, arrangement, from, tags)
    if (isEnough(arrangement, { hop, from })) break
    remainingWork -= HOP + arrangement.count - from
    if (remainingWork > 0) continue
    yield
    remainingWork = ARRANGED_AT_ONCE
  }
  return arrangement
}

/**
 * Appends the vertices at distance `hop`, with tags: the place in the upward queue times two, or the place in the
 * downward queue times two plus one when the upward walk did not find the vertex as early.
 */
function gather(walks: Walks, hop: number, arrangement: Arrangement, tags: Uint32Array): void {
  const { up, down } = walks
  const sharesMore = walks.both.length > 1
  const { vertices } = arrangement
  let { count } = arrangement
  const closerDown = hop === 0 ? 0 : countWithin(down, hop - 1)
  const upEnd = countWithin(up, hop)
  for (let at = hop === 0 ? 0 : countWithin(up, hop - 1); at < upEnd; at++) {
    const vertex = up.buffer.queue[at]!
    if (sharesMore && isBefore(down, vertex, closerDown)) continue
    vertices[count] = vertex
    tags[count] = 2 * at
    count += 1
  }
  const downEnd = countWithin(down, hop)
  // Both walks begin at the root, which the upward one has added.
  for (let at = hop === 0 ? 1 : countWithin(down, hop - 1); at < downEnd; at++) {
    const vertex = down.buffer.queue[at]!
    if (sharesMore && isBefore(up, vertex, upEnd)) continue
    vertices[count] = vertex
    tags[count] = 2 * at + 1
    count += 1
  }
  arrangement.count = count
}

/** The number of vertices within `hop` hops. */
function countWithin({ ends }: Walk, hop: number): number {
  return ends[Math.min(hop, ends.length - 1)]!
}

/** Whether the walk found the vertex at a place before `end`. */
function isBefore({ buffer }: Walk, vertex: number, end: number): boolean {
  const at = buffer.placeOf(vertex)
  return at >= 0 && at < end
}

/** Records positions and places of the vertices of a sorted hop. */
function place(
  { up, down, both }: Walks,
  arrangement: Arrangement,
  from: number,
  tags: Uint32Array,
): void {
  const { vertices, upPlaces, downPlaces, upPositions, downPositions, count } = arrangement
  const mayShare = both.length > 1 || from === 0
  for (let position = from; position < count; position++) {
    const tag = tags[position]!
    const isUp = (tag & 1) === 0
    const at = tag >>> 1
    const oppositePlace = mayShare ? (isUp ? down : up).buffer.placeOf(vertices[position]!) : -1
    const upPlace = isUp ? at : oppositePlace
    const downPlace = isUp ? oppositePlace : at
    upPlaces[position] = upPlace
    downPlaces[position] = downPlace
    if (upPlace >= 0) upPositions[upPlace] = position
    if (downPlace >= 0) downPositions[downPlace] = position
  }
}

/** The position of a vertex in the arrangement, or `NOT_LISTED`. */
export function findPosition(
  { up, down }: Walks,
  { upPositions, downPositions }: Arrangement,
  vertex: number,
): number {
  const upPlace = up.buffer.placeOf(vertex)
  if (upPlace >= 0) return upPositions[upPlace]!
  const downPlace = down.buffer.placeOf(vertex)
  return downPlace >= 0 ? downPositions[downPlace]! : NOT_LISTED
}
