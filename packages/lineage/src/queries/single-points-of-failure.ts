import { inSpans, LongList, runToEnd, type SlicedWork } from '@tributary/core/internal'
import { VERTEX_TYPES, type Vertex, type VertexRef } from '../model/vertex.ts'
import type { BfsBuffer } from '../view/bfs-buffer.ts'
import { resolveVertex } from '../view/resolve-vertex.ts'
import { selectVertices } from '../view/select-vertices.ts'
import type { AdjacencyLists, Lineage, LineageView } from '../view/view.ts'
import { findComponents } from './algorithms/components.ts'
import { computeHops, reach } from './algorithms/reach.ts'
import { sortVertices } from './algorithms/sort-vertices.ts'
import { CONTAINERS, findContainer } from './containment.ts'

/**
 * The single points of failure of a vertex: every upstream vertex whose removal alone breaks it, as `analyzeImpact` defines it,
 * by type and id. They are its dominators, that is the vertices on all paths to it from the origins of the data, and the
 * files, tables and datasets that break it together with their columns. Takes time in proportion to what is upstream, and once more for each file, table
 * or dataset with several columns on a shortest path whose columns are no single points. Throws LINEAGE_UNKNOWN_VERTEX.
 *
 * @example
 * ```ts
 * import { createLineageGraph, importContent, readLineage, singlePointsOfFailure } from '@tributary/lineage'
 * const csv = 'src_type,src_id,dst_type,dst_id\nDATASET,orders,METRIC,revenue\nMETRIC,revenue,METRIC,share'
 * const graph = createLineageGraph()
 * importContent(graph, readLineage(csv, { format: 'csv', file: 'edges.csv' }))
 * const points = singlePointsOfFailure(graph, { vertexType: 'METRIC', vertexId: 'share' })
 * points.map(({ vertexId }) => vertexId) // => ['orders', 'revenue']
 * ```
 */
export function singlePointsOfFailure(lineage: Lineage, ref: VertexRef): readonly Vertex[] {
  return runToEnd(singlePointsInSlices(lineage, ref))
}

/** {@link singlePointsOfFailure} as work in slices. */
export function* singlePointsInSlices(
  { view }: Lineage,
  ref: VertexRef,
): SlicedWork<readonly Vertex[]> {
  const vertex = resolveVertex(view, ref, 'whose single points of failure are wanted')
  const upstream = view.buffers.up
  upstream.begin(view.size)
  yield* reach(upstream, { from: [vertex], lists: view.sources, edgeMask: 3 })
  const flow = yield* createFlow(view, upstream)
  const isPoint = yield* markDominators(view, flow)
  yield* addContainers(view, flow, isPoint)
  // A column goes with its table, which is not the same as breaking.
  const targetContainer = findContainer(view, view.vertexAt(vertex))
  const points = yield* selectVertices(view, (_, candidate) => {
    return isPoint[candidate] === 1 && candidate !== targetContainer && candidate !== vertex
  })
  const listed = new LongList<Vertex>()
  for (const point of yield* sortVertices(view, points)) {
    listed.push(view.vertexAt(point))
    if (listed.length % STEPS_AT_ONCE === 0) yield
  }
  return yield* listed.take()
}

/** Vertices between two yields: less than a millisecond of work. */
const STEPS_AT_ONCE = 2048

/**
 * The flow graph of a vertex: everything upstream of it, by place. It begins at the origins. An origin is a strongly connected
 * component without other sources: a vertex, or the vertices of a cycle, which break together.
 */
interface Flow {
  /** The upstream walk; the vertex itself is at place 0. */
  readonly upstream: BfsBuffer
  /** By place, 0 for what is no origin, else the number of the origin plus one. */
  readonly originNumbers: Uint32Array
  /** By number of the origin, the places of its vertices. */
  readonly origins: readonly (readonly number[])[]
  /**
   * Places of one path from an origin to the vertex, of a cycle of origins only the last. Of the paths from this origin it
   * is a shortest.
   */
  readonly path: readonly number[]
  /** By place, its position on the path plus one; 0 for what is not there. All vertices of its origin are at the first. */
  readonly positions: Uint32Array
}

/** The group of places whose component has no number yet: they are upstream of those that have one. */
const UPSTREAM = 0xffff_ffff

function* createFlow(view: LineageView, upstream: BfsBuffer): SlicedWork<Flow> {
  const { queue, count } = upstream
  const groups = yield* findComponents({
    size: count,
    vertexAt: (place) => queue[place]!,
    findPlace: (vertex) => upstream.placeOf(vertex),
    targets: view.targets,
  })
  const originNumbers = new Uint32Array(count)
  const origins: (readonly number[])[] = []
  let nearest = count
  const groupNumbers = new Uint32Array(count).fill(UPSTREAM)
  for (let group = 0, start = 0; group < groups.count; group++) {
    const end = groups.ends[group]!
    for (let at = start; at < end; at++) groupNumbers[groups.members[at]!] = group
    if (isOrigin(view.sources, upstream, { ...groups, start, end, groupNumbers, group })) {
      const members = Array.from(groups.members.subarray(start, end))
      origins.push(members)
      for (const place of members) {
        originNumbers[place] = origins.length
        if (place < nearest) nearest = place
      }
    }
    start = end
    if (group % STEPS_AT_ONCE === 0) yield
  }
  const path = yield* findPath(view, upstream, nearest)
  const positions = new Uint32Array(count)
  yield* inSpans(path.length, (from, to) => {
    for (let at = from; at < to; at++) positions[path[at]!] = at + 1
  })
  for (const place of origins[originNumbers[nearest]! - 1]!) positions[place] = 1
  return { upstream, originNumbers: originNumbers, origins, path, positions }
}

interface Group {
  readonly members: Uint32Array
  readonly start: number
  readonly end: number
  readonly group: number
  readonly groupNumbers: Uint32Array
}

/** Whether all sources of the members are members. */
function isOrigin(
  { starts, counts, words }: AdjacencyLists,
  { queue, marks, base }: BfsBuffer,
  { members, start, end, groupNumbers, group }: Group,
): boolean {
  for (let member = start; member < end; member++) {
    const vertex = queue[members[member]!]!
    const last = starts[vertex]! + counts[vertex]!
    for (let at = starts[vertex]!; at < last; at++) {
      const source = marks[words[at]! >>> 2]! - base
      if (groupNumbers[source] !== group) return false
    }
  }
  return true
}

/** A shortest path from a place of the walk to its beginning. */
function* findPath(
  view: LineageView,
  upstream: BfsBuffer,
  from: number,
): SlicedWork<readonly number[]> {
  const { queue, marks, base } = upstream
  const { starts, counts, words } = view.targets
  const hops = yield* computeHops(upstream, 1, view.sources, 3)
  let place = from
  const path = [place]
  while (place !== 0) {
    const vertex = queue[place]!
    const end = starts[vertex]! + counts[vertex]!
    const nearer = hops[place]! - 1
    for (let at = starts[vertex]!; at < end; at++) {
      const next = marks[words[at]! >>> 2]! - base
      if (next < 0 || hops[next] !== nearer) continue
      place = next
      break
    }
    path.push(place)
    if (path.length % STEPS_AT_ONCE === 0) yield
  }
  return path
}

/**
 * By vertex number, 1 for the dominators of the vertex: those on all paths from the origins. All of them are on the given path,
 * so no dominator tree is needed: a vertex of the path dominates when nothing that was reached before it leads past it. Reads
 * every edge once.
 */
function* markDominators(
  view: LineageView,
  { upstream, originNumbers, origins, path, positions }: Flow,
): SlicedWork<Uint8Array> {
  const { queue, count, marks, base } = upstream
  const { starts, counts, words } = view.targets
  const first = originNumbers[path[0]!]!
  const beginning = origins[first - 1]!
  const isSeen = new Uint8Array(count)
  const open: number[] = []
  for (const [number, members] of origins.entries()) {
    if (number + 1 === first) continue
    for (const place of members) {
      isSeen[place] = 1
      open.push(place)
    }
    if (number % STEPS_AT_ONCE === 0) yield
  }
  const isPoint = new Uint8Array(view.size)
  let farthest = 1
  let read = 0
  for (let position = 1; position <= path.length + 1; position++) {
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const vertex = queue[place]!
      const end = starts[vertex]! + counts[vertex]!
      for (let at = starts[vertex]!; at < end; at++) {
        const next = marks[words[at]! >>> 2]! - base
        if (next < 0) continue
        if (positions[next]! > 0) farthest = Math.max(farthest, positions[next]!)
        else if (isSeen[next] === 0) {
          isSeen[next] = 1
          open.push(next)
        }
      }
      if (++read % STEPS_AT_ONCE === 0) yield
    }
    if (position > path.length) break
    const entered = position === 1 ? beginning : [path[position - 1]!]
    for (const place of entered) {
      if (farthest === position) isPoint[queue[place]!] = 1
      open.push(place)
    }
    if (++read % STEPS_AT_ONCE === 0) yield
  }
  return isPoint
}

/**
 * Adds the files, tables and datasets that break the vertex together with their columns. Only those with a part on the path
 * can; one with a part that is a point does; each of the others is removed on trial, which reads what is upstream once.
 */
function* addContainers(view: LineageView, flow: Flow, isPoint: Uint8Array): SlicedWork<void> {
  const { upstream, originNumbers, origins, path } = flow
  const { queue, count } = upstream
  const cachedContainers = new Int32Array(count).fill(UNKNOWN)
  const getContainer = (place: number): number => {
    if (cachedContainers[place] === UNKNOWN)
      cachedContainers[place] = findContainer(view, view.vertexAt(queue[place]!))
    return cachedContainers[place]!
  }
  const targetContainer = getContainer(0)
  const candidates: number[] = []
  /** By container, the position of the last of its parts on the path plus one. */
  const lasts = new Uint32Array(view.size)
  const addCandidates = (place: number, position: number): void => {
    const container = getContainer(place)
    for (const candidate of [container, queue[place]!]) {
      if (candidate < 0 || !CONTAINERS.has(VERTEX_TYPES[view.types[candidate]!]!)) continue
      if (lasts[candidate] === 0) candidates.push(candidate)
      lasts[candidate] = position + 1
    }
    if (container >= 0 && container !== targetContainer && isPoint[queue[place]!] === 1)
      isPoint[container] = 1
  }
  for (const place of origins[originNumbers[path[0]!]! - 1]!) addCandidates(place, 0)
  for (const [position, place] of path.entries()) {
    addCandidates(place, position)
    if (position % STEPS_AT_ONCE === 0) yield
  }
  const trial = new Trial(view, flow, getContainer)
  for (const container of candidates) {
    if (isPoint[container] === 1 || container === targetContainer || container === queue[0])
      continue
    if (yield* trial.breaksWithout(container, lasts[container]! - 1)) isPoint[container] = 1
  }
}

/** In `cachedContainers`: the container was not looked up. */
const UNKNOWN = -2

/** Removes containers on trial, one after the other. */
class Trial {
  readonly #view: LineageView
  readonly #flow: Flow
  readonly #containerAt: (place: number) => number
  /** By place, the number of the trial that has reached it. */
  readonly #reached: Uint32Array
  #trials = 0

  constructor(view: LineageView, flow: Flow, containerAt: (place: number) => number) {
    this.#view = view
    this.#flow = flow
    this.#containerAt = containerAt
    this.#reached = new Uint32Array(flow.upstream.count)
  }

  /** Whether nothing reaches the vertex; `last` is the last position on the path of what is removed. */
  *breaksWithout(container: number, last: number): SlicedWork<boolean> {
    const { upstream, positions } = this.#flow
    const { queue, marks, base } = upstream
    const { starts, counts, words } = this.#view.targets
    const trial = ++this.#trials
    const isRemoved = (place: number): boolean =>
      queue[place] === container || this.#containerAt(place) === container
    const open: number[] = []
    let read = 0
    for (const members of this.#flow.origins) {
      if (members.some(isRemoved)) continue
      for (const place of members) {
        this.#reached[place] = trial
        open.push(place)
      }
      if (++read % STEPS_AT_ONCE === 0) yield
    }
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      // The rest of the path leads from there to the vertex.
      if (positions[place]! > last + 1) return false
      const vertex = queue[place]!
      const end = starts[vertex]! + counts[vertex]!
      for (let at = starts[vertex]!; at < end; at++) {
        const next = marks[words[at]! >>> 2]! - base
        if (next < 0 || this.#reached[next] === trial || isRemoved(next)) continue
        this.#reached[next] = trial
        open.push(next)
      }
      if (++read % STEPS_AT_ONCE === 0) yield
    }
    return true
  }
}
