import type { Vertex, VertexRef } from '../model/vertex.ts'
import { type Lineage, type LineageView, wordsAt } from '../view/view.ts'
import { components } from './components.ts'
import { containerOf } from './containment.ts'
import { reach } from './reach.ts'
import { numberIn } from './scope.ts'
import { inOrder } from './sort-level.ts'

/**
 * The single points of failure of a vertex: every upstream vertex whose removal alone breaks it, as `impactOf` defines it,
 * by type and id. They are its dominators against the direction of the data (K. Cooper, T. Harvey, K. Kennedy, A simple,
 * fast dominance algorithm, 2001), and the files, tables and datasets that break it together with their columns. Takes
 * time in proportion to what is upstream, once more for each of those. Throws LINEAGE_UNKNOWN_VERTEX.
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
  const { view } = lineage
  const vertex = numberIn(view, ref, 'whose single points of failure are wanted')
  const upstream = view.buffers.up
  upstream.begin(view.size)
  reach(upstream, { from: [vertex], lists: view.sources, edgeMask: 3 })
  const has = (one: number): boolean => upstream.has(one)
  const vertices = upstream.queue.slice(0, upstream.count)
  const groups = components({ vertices, has, targets: view.targets })
  const points = new Set(dominatorsOf(view, vertex, [...groups].reverse()))
  for (const [container, columns] of containersOf(view, vertices)) {
    if (points.has(container) || container === vertex || columns.includes(vertex)) continue
    if (breaksWithout(view, vertex, new Set([container, ...columns]), has)) {
      points.add(container)
    }
  }
  // A column goes with its table, which is not the same as breaking.
  points.delete(containerOf(view, view.vertexAt(vertex)))
  return inOrder(view, [...points]).map((point) => view.vertexAt(point))
}

/** The files, tables and datasets with columns among `vertices`, and these columns. */
function containersOf(
  view: LineageView,
  vertices: Iterable<number>,
): ReadonlyMap<number, readonly number[]> {
  const containers = Map.groupBy(vertices, (vertex) => containerOf(view, view.vertexAt(vertex)))
  containers.delete(-1)
  return containers
}

/** Whether `vertex` loses all sources; `has` tells what is upstream of it, itself included. */
function breaksWithout(
  view: LineageView,
  vertex: number,
  removed: ReadonlySet<number>,
  has: (one: number) => boolean,
): boolean {
  const affected = new Set(removed)
  for (const one of affected) {
    for (const target of neighbours(view.targets, one)) if (has(target)) affected.add(target)
  }
  if (!affected.has(vertex)) return false
  const feeding = new Set([vertex])
  for (const one of feeding) {
    // Word by word: most often one of the first tells that something is left, and a vertex may have many.
    for (const word of wordsAt(view.sources, one)) {
      const source = word >>> 2
      if (removed.has(source)) continue
      if (!affected.has(source)) return false
      feeding.add(source)
    }
  }
  return true
}

/** The root of all origins, where no vertex is. */
const OUTSIDE = -1

/** The dominators of `vertex`. `groups` are the strongly connected components upstream of it, sources first. */
function dominatorsOf(
  view: LineageView,
  vertex: number,
  groups: readonly (readonly number[])[],
): number[] {
  const flow = flowOf(view, groups)
  const ranks = new Map([[OUTSIDE, 0]])
  for (const one of flow.order) ranks.set(one, ranks.size)
  const above = new Map<number, number>()
  const meeting = (a: number, b: number): number => {
    let [left, right] = [a, b]
    while (left !== right) {
      if (ranks.get(left)! > ranks.get(right)!) left = above.get(left)!
      else right = above.get(right)!
    }
    return left
  }
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const one of flow.order) {
      const known = flow.sources
        .get(one)!
        .filter((source) => source === OUTSIDE || above.has(source))
      const nearest = known.reduce(meeting)
      if (above.get(one) === nearest) continue
      above.set(one, nearest)
      isChanged = true
    }
  }
  const points: number[] = []
  const last = flow.exits.get(vertex) ?? vertex
  for (let at = last; at !== OUTSIDE; at = above.get(at)!) if (at !== vertex) points.push(at)
  return points
}

interface Flow {
  /** Every vertex, each after one of its sources. */
  readonly order: readonly number[]
  /** What flows into a vertex; `OUTSIDE` for an origin. */
  readonly sources: ReadonlyMap<number, readonly number[]>
  /** For the members of an origin that is a cycle, where what they feed begins. */
  readonly exits: ReadonlyMap<number, number>
}

/**
 * The flow from outside. A cycle that nothing feeds breaks as a whole with any of its members, so they are
 * put in a row that everything behind the cycle has passed.
 */
function flowOf(view: LineageView, groups: readonly (readonly number[])[]): Flow {
  const order: number[] = []
  const sources = new Map<number, readonly number[]>()
  const exits = new Map<number, number>()
  for (const group of groups) {
    const members = new Set(group)
    const isOrigin = group.every((one) =>
      sourcesOf(view, one).every((source) => members.has(source)),
    )
    if (isOrigin) {
      for (const [at, one] of group.entries()) {
        sources.set(one, [group[at - 1] ?? OUTSIDE])
        exits.set(one, group.at(-1)!)
        order.push(one)
      }
      continue
    }
    for (const one of fromOutside(view, group)) {
      const through = sourcesOf(view, one).map((source) => exits.get(source) ?? source)
      sources.set(one, through)
      order.push(one)
    }
  }
  return { order, sources, exits }
}

/** The members of a group, breadth first from those that something outside the group feeds. */
function fromOutside(view: LineageView, group: readonly number[]): Iterable<number> {
  const members = new Set(group)
  const order = new Set(
    group.filter((one) => sourcesOf(view, one).some((source) => !members.has(source))),
  )
  for (const one of order) {
    for (const next of neighbours(view.targets, one)) if (members.has(next)) order.add(next)
  }
  return order
}

function sourcesOf(view: LineageView, vertex: number): readonly number[] {
  return neighbours(view.sources, vertex)
}

function neighbours(lists: LineageView['sources'], vertex: number): readonly number[] {
  return Array.from(wordsAt(lists, vertex), (word) => word >>> 2)
}
