import {
  inSpans,
  LongList,
  lazyList,
  runToEnd,
  type SlicedWork,
  sortInSlices,
} from '@tributary/core/internal'
import { type Edge, type EdgeType, edgeKey, listEdgeTypes } from '../model/edge.ts'
import {
  compareVertices,
  hasSameFields,
  toVertex,
  toVertexRef,
  VERTEX_TYPES,
  type Vertex,
  vertexKey,
} from '../model/vertex.ts'
import { selectVertices } from '../view/select-vertices.ts'
import type { Lineage, LineageView } from '../view/view.ts'
import { sortVertices } from './algorithms/sort-vertices.ts'
import { neighbourhoodInSlices } from './neighbourhood/neighbourhood.ts'
import type { NeighbourhoodQuery } from './neighbourhood/scope.ts'

/** The difference between two lineages; every list by type and id. */
export interface LineageDifference {
  readonly vertices: {
    readonly added: readonly Vertex[]
    readonly removed: readonly Vertex[]
    /** Vertices that exist on both sides with different fields. */
    readonly changed: readonly { readonly before: Vertex; readonly after: Vertex }[]
  }
  readonly edges: { readonly added: readonly Edge[]; readonly removed: readonly Edge[] }
}

/**
 * The difference between two lineages: of the whole, or with a query of the neighbourhood before and after. A root that
 * exists on one side only has no neighbourhood on the other; one that exists on neither throws LINEAGE_UNKNOWN_VERTEX.
 *
 * @example
 * ```ts
 * import { createLineageGraph, difference, importContent, readLineage } from '@tributary/lineage'
 * const csv = 'src_type,src_id,dst_type,dst_id\nDATASET,orders,METRIC,revenue'
 * const graph = createLineageGraph()
 * importContent(graph, readLineage(csv, { format: 'csv', file: 'edges.csv' }))
 * const { vertices, edges } = difference(createLineageGraph(), graph)
 * [vertices.added.length, edges.added.length] // => [2, 1]
 * ```
 */
export function difference(
  before: Lineage,
  after: Lineage,
  query?: NeighbourhoodQuery,
): LineageDifference {
  const { vertices, edges } = runToEnd(differenceInSlices(before, after, query))
  return { vertices, edges: { added: [...edges.added], removed: [...edges.removed] } }
}

/** {@link difference} as work in slices; long lists of edges make their items when they are read. */
export function* differenceInSlices(
  before: Lineage,
  after: Lineage,
  query?: NeighbourhoodQuery,
): SlicedWork<LineageDifference> {
  if (query === undefined) return yield* compareGraphs(before.view, after.view)
  const old = yield* collectPart(before, after, query)
  const young = yield* collectPart(after, before, query)
  return yield* compareParts(old, young)
}

/** Vertices or edges between two yields: less than a millisecond of work. */
const AT_ONCE = 1024

/** A lineage whose vertices are matched with those of another. */
interface Side {
  readonly view: LineageView
  /** The numbers of its vertices by type and id. */
  readonly order: Uint32Array
  /** By number, the place in `order`. */
  readonly ranks: Uint32Array
  /** By number, the number of the same vertex in the other lineage; -1 for none. */
  readonly counterparts: Int32Array
}

function* createSide(view: LineageView): SlicedWork<Side> {
  const used = yield* selectVertices(view, (type) => type < VERTEX_TYPES.length)
  const order = yield* sortVertices(view, used)
  const ranks = new Uint32Array(view.size)
  yield* inSpans(order.length, (from, to) => {
    for (let rank = from; rank < to; rank++) ranks[order[rank]!] = rank
  })
  return { view, order, ranks, counterparts: new Int32Array(view.size).fill(-1) }
}

/** Goes through both lineages in order, so that nothing is looked up. */
function* compareGraphs(
  oldView: LineageView,
  youngView: LineageView,
): SlicedWork<LineageDifference> {
  const old = yield* createSide(oldView)
  const young = yield* createSide(youngView)
  const added = new LongList<Vertex>()
  const removed = new LongList<Vertex>()
  const changed = new LongList<{ readonly before: Vertex; readonly after: Vertex }>()
  let leftIndex = 0
  let right = 0
  for (let read = 1; leftIndex < old.order.length || right < young.order.length; read++) {
    if (read % AT_ONCE === 0) yield
    const before = leftIndex < old.order.length ? oldView.vertexAt(old.order[leftIndex]!) : null
    const after = right < young.order.length ? youngView.vertexAt(young.order[right]!) : null
    const order =
      before === null
        ? 1
        : after === null
          ? -1
          : before === after
            ? 0
            : compareVertices(before, after)
    if (order === 0) {
      old.counterparts[old.order[leftIndex]!] = young.order[right]!
      young.counterparts[young.order[right]!] = old.order[leftIndex]!
      if (!hasSameFields(before!, after!)) changed.push({ before: before!, after: after! })
    } else if (order < 0) removed.push(before!)
    else added.push(after!)
    if (order <= 0) leftIndex += 1
    if (order >= 0) right += 1
  }
  return {
    vertices: {
      added: yield* added.take(),
      removed: yield* removed.take(),
      changed: yield* changed.take(),
    },
    edges: {
      added: yield* findMissingEdges(young, old),
      removed: yield* findMissingEdges(old, young),
    },
  }
}

/** The edges that the other lineage does not have, in order. */
function* findMissingEdges(
  { view, order, ranks, counterparts }: Side,
  oppositeSide: Side,
): SlicedWork<readonly Edge[]> {
  const { starts, counts, words } = view.targets
  const oppositeTargets = oppositeSide.view.targets
  /** By number in the other lineage, the types of the edges from the source. */
  const types = new Uint8Array(oppositeSide.view.size)
  const missing = {
    sources: new LongList<Vertex>(),
    targets: new LongList<Vertex>(),
    edgeTypes: new LongList<EdgeType>(),
  }
  let read = 0
  for (const source of order) {
    const same = counterparts[source]!
    const theirStart = same < 0 ? 0 : oppositeTargets.starts[same]!
    const theirEnd = same < 0 ? 0 : theirStart + oppositeTargets.counts[same]!
    for (let at = theirStart; at < theirEnd; at++) {
      types[oppositeTargets.words[at]! >>> 2] = oppositeTargets.words[at]! & 3
    }
    const missingKeys: number[] = []
    const end = starts[source]! + counts[source]!
    for (let at = starts[source]!; at < end; at++) {
      const target = words[at]! >>> 2
      const presentMask = counterparts[target]! < 0 ? 0 : types[counterparts[target]!]!
      const mask = words[at]! & 3 & ~presentMask
      if (mask !== 0) missingKeys.push(ranks[target]! * 4 + mask)
    }
    for (let at = theirStart; at < theirEnd; at++) types[oppositeTargets.words[at]! >>> 2] = 0
    read += 1 + end - starts[source]! + theirEnd - theirStart
    if (missingKeys.length > 0) {
      for (const missingKey of missingKeys.sort((a, b) => a - b)) {
        for (const edgeType of listEdgeTypes(missingKey % 4)) {
          missing.sources.push(view.vertexAt(source))
          missing.targets.push(view.vertexAt(order[Math.floor(missingKey / 4)]!))
          missing.edgeTypes.push(edgeType)
        }
      }
      read += missingKeys.length
    }
    if (read > AT_ONCE) {
      read = 0
      yield
    }
  }
  const sources = yield* missing.sources.take()
  const targets = yield* missing.targets.take()
  const edgeTypes = yield* missing.edgeTypes.take()
  return lazyList(sources.length, (at) => ({
    src: toVertexRef(sources[at]!),
    dst: toVertexRef(targets[at]!),
    edgeType: edgeTypes[at]!,
  }))
}

interface Content {
  readonly vertices: readonly Vertex[]
  readonly edges: readonly Edge[]
}

function* collectPart(
  lineage: Lineage,
  oppositeLineage: Lineage,
  query: NeighbourhoodQuery,
): SlicedWork<Content> {
  const isOnlyThere =
    lineage.view.numberOf(query.root) < 0 && oppositeLineage.view.numberOf(query.root) >= 0
  if (isOnlyThere) return { vertices: [], edges: [] }
  return yield* neighbourhoodInSlices(lineage, query)
}

function* compareParts(old: Content, young: Content): SlicedWork<LineageDifference> {
  const oldVertices = yield* indexByKey(old.vertices, vertexKey)
  const youngVertices = yield* indexByKey(young.vertices, vertexKey)
  const oldEdges = yield* indexByKey(old.edges, edgeKey)
  const youngEdges = yield* indexByKey(young.edges, edgeKey)
  const changed: { readonly before: Vertex; readonly after: Vertex }[] = []
  for (const [key, after] of youngVertices) {
    const before = oldVertices.get(key)
    if (before === undefined || hasSameFields(before, after)) continue
    changed.push({ before: toVertex(before), after: toVertex(after) })
  }
  const added = yield* findMissing(oldVertices, youngVertices, compareVertices)
  const removed = yield* findMissing(youngVertices, oldVertices, compareVertices)
  const addedEdges = yield* findMissing(oldEdges, youngEdges, compareEdges)
  const removedEdges = yield* findMissing(youngEdges, oldEdges, compareEdges)
  return {
    vertices: {
      added: added.map(toVertex),
      removed: removed.map(toVertex),
      changed: yield* sortInSlices(changed, (a, b) => compareVertices(a.after, b.after)),
    },
    edges: { added: addedEdges.map(toEdge), removed: removedEdges.map(toEdge) },
  }
}

function toEdge({ src, dst, edgeType }: Edge): Edge {
  return { src, dst, edgeType }
}

function* indexByKey<T>(
  items: readonly T[],
  toKey: (item: T) => string,
): SlicedWork<ReadonlyMap<string, T>> {
  const byKeys = new Map<string, T>()
  for (const [place, item] of items.entries()) {
    byKeys.set(toKey(item), item)
    if (place % AT_ONCE === 0) yield
  }
  return byKeys
}

function* findMissing<T>(
  presentItems: ReadonlyMap<string, T>,
  all: ReadonlyMap<string, T>,
  compare: (a: T, b: T) => number,
): SlicedWork<T[]> {
  const missing: T[] = []
  let looked = 0
  for (const [key, item] of all) {
    if (!presentItems.has(key)) missing.push(item)
    if (++looked % AT_ONCE === 0) yield
  }
  return yield* sortInSlices(missing, compare)
}

function compareEdges(a: Edge, b: Edge): number {
  return (
    compareVertices(a.src, b.src) ||
    compareVertices(a.dst, b.dst) ||
    (a.edgeType < b.edgeType ? -1 : 1)
  )
}
