import { inSpans, type SlicedWork } from '@tributary/core/internal'
import { listEdgeTypes } from '../model/edge.ts'
import { toVertex, VERTEX_TYPES, type Vertex } from '../model/vertex.ts'
import { type AdjacencyLists, FREE } from '../view/view.ts'
import { Arena, type Link } from './arena.ts'
import { VertexNumbers } from './vertex-numbers.ts'
import { VertexTable } from './vertex-table.ts'

/** Vertices or edges read between two yields: less than a millisecond of work. */
const AT_ONCE = 2048

const TYPE_NUMBERS: ReadonlyMap<string, number> = new Map(
  VERTEX_TYPES.map((type, number) => [type, number]),
)

/** Vertices to begin with, by number, and the edges between them. */
export interface ArraysContent {
  readonly size: number
  vertexAt(number: number): Vertex
  /** The sources that state a vertex, as a set of `SourceSets`. */
  sourceSetAt(number: number): number
  /** Along the direction of the data. */
  readonly targets: AdjacencyLists
  /** The sources of the edges of a pair, by the place of its word in `targets`. */
  pairSourceSetAt(place: number): number
}

/**
 * The vertices and edges of a graph as arrays: vertices have numbers, edges are in the list of each of their ends. A number
 * is not used again, so numbers are in the order in which vertices were added.
 */
export class GraphArrays {
  /** By number, the index of the vertex type in `VERTEX_TYPES`; `FREE` where the number is not in use. */
  types: Uint8Array = new Uint8Array(0)
  /** By number, the sources that state the vertex, as a set of `SourceSets`. */
  sourceSets: Uint32Array = new Uint32Array(0)
  sources: Arena = new Arena()
  targets: Arena = new Arena()
  vertices: VertexTable = new VertexTable()
  numbers: VertexNumbers
  vertexCount = 0
  /** How many pairs of vertices are connected. */
  pairCount = 0
  /** How many edges there are; a pair with edges of both types counts two. */
  edgeCount = 0

  /** No vertices, with room for so many numbers. */
  constructor(expected = 0) {
    this.numbers = new VertexNumbers(this.vertices, expected)
    this.#reserve(expected)
  }

  /** Makes the arrays of the content, with the neighbours of every vertex sorted by number. */
  static *from(content: ArraysContent): SlicedWork<GraphArrays> {
    const arrays = new GraphArrays(content.size)
    for (let number = 0; number < content.size; number++) {
      arrays.add(content.vertexAt(number), content.sourceSetAt(number))
      if (number % AT_ONCE === 0) yield
    }
    yield* arrays.#connectAll(content)
    return arrays
  }

  /** Every vertex number is below this. */
  get size(): number {
    return this.vertices.size
  }

  /** Size of the arrays in bytes, without the vertices that they refer to. */
  get byteLength(): number {
    const { types, sourceSets, sources, targets, vertices, numbers } = this
    const parts = [types, sourceSets, sources, targets, vertices, numbers]
    return parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }

  /** A copy; changes of one do not show in the other. They must not change while it is made. */
  *clone(): SlicedWork<GraphArrays> {
    const copy = new GraphArrays()
    copy.types = this.types.slice()
    copy.sourceSets = this.sourceSets.slice()
    copy.sources = yield* this.sources.clone()
    copy.targets = yield* this.targets.clone()
    copy.vertices = yield* this.vertices.clone()
    copy.numbers = this.numbers.clone(copy.vertices)
    yield
    copy.vertexCount = this.vertexCount
    copy.pairCount = this.pairCount
    copy.edgeCount = this.edgeCount
    return copy
  }

  /** The same with other numbers; `order` has the numbers in use, in the order that they get. */
  *renumber(order: ArrayLike<number>): SlicedWork<GraphArrays> {
    const { vertices, sourceSets, targets } = this
    const places = new Uint32Array(this.size)
    yield* inSpans(order.length, (from, to) => {
      for (let place = from; place < to; place++) places[order[place]!] = place
    })
    yield
    const starts = new Uint32Array(order.length)
    const counts = new Uint32Array(order.length)
    const words = new Uint32Array(this.pairCount)
    const pairSets = new Uint32Array(this.pairCount)
    yield
    for (let place = 0, next = 0, read = 0; place < order.length; place++) {
      const from = targets.starts[order[place]!]!
      const count = targets.counts[order[place]!]!
      starts[place] = next
      counts[place] = count
      for (let at = from; at < from + count; at++, next++) {
        words[next] = (places[targets.words[at]! >>> 2]! << 2) | (targets.words[at]! & 3)
        pairSets[next] = targets.sourceSets[at]!
      }
      read += 1 + count
      if (read < AT_ONCE) continue
      read = 0
      yield
    }
    return yield* GraphArrays.from({
      size: order.length,
      // Copied, so that they are in that order in memory: a large answer is read in half the time.
      vertexAt: (place) => toVertex(vertices.vertexAt(order[place]!)!),
      sourceSetAt: (place) => sourceSets[order[place]!]!,
      targets: { starts, counts, words },
      pairSourceSetAt: (at) => pairSets[at]!,
    })
  }

  /** Adds a vertex that is not there, and gives its number. */
  add(vertex: Vertex, sourceSet: number): number {
    const number = this.size
    this.#reserve(number + 1)
    this.types[number] = TYPE_NUMBERS.get(vertex.vertexType)!
    this.sourceSets[number] = sourceSet
    this.vertices.set(number, vertex)
    this.numbers.add(vertex, number)
    this.vertexCount += 1
    return number
  }

  /** Replaces the fields and the sources of a vertex. */
  update(number: number, vertex: Vertex, sourceSet: number): void {
    this.vertices.update(number, vertex)
    this.sourceSets[number] = sourceSet
  }

  /** Removes a vertex without edges. */
  drop(number: number): void {
    this.numbers.remove(this.vertices.vertexAt(number)!)
    this.vertices.drop(number)
    this.types[number] = FREE
    this.sourceSets[number] = 0
    this.vertexCount -= 1
  }

  /** The sources of the edges from one vertex to another; 0 when there is none. Reads the shorter of their lists. */
  sourceSetBetween(source: number, target: number): number {
    const { sources, targets } = this
    return targets.counts[source]! <= sources.counts[target]!
      ? targets.findSourceSet(source, target)
      : sources.findSourceSet(target, source)
  }

  /** Changes the edges from one vertex to another from the types `before`; without types they are removed. */
  connect(
    source: number,
    target: number,
    { before, after }: { before: number; after: Link },
  ): void {
    const { sources, targets } = this
    this.edgeCount += listEdgeTypes(after.types).length - listEdgeTypes(before).length
    this.pairCount += Number(after.types !== 0) - Number(before !== 0)
    if (after.types === 0) {
      targets.remove(source, target)
      sources.remove(target, source)
    } else if (before === 0) {
      targets.add(source, target, after)
      sources.add(target, source, after)
    } else {
      targets.set(source, target, after)
      sources.set(target, source, after)
    }
  }

  /** Removes all edges. */
  clearEdges(): void {
    this.sources.clear()
    this.targets.clear()
    this.pairCount = 0
    this.edgeCount = 0
  }

  #reserve(size: number): void {
    this.sources.reserve(size)
    this.targets.reserve(size)
    if (size <= this.types.length) return
    const room = Math.max(size, Math.ceil(this.types.length * 1.5), 16)
    const types = new Uint8Array(room).fill(FREE)
    types.set(this.types)
    this.types = types
    const sourceSets = new Uint32Array(room)
    sourceSets.set(this.sourceSets)
    this.sourceSets = sourceSets
  }

  /** Fills the lists of the sources, in ascending order; turning them around sorts those of the targets. */
  *#connectAll({ size, targets, pairSourceSetAt }: ArraysContent): SlicedWork<void> {
    const { starts, counts, words } = targets
    const inDegrees = new Uint32Array(this.types.length)
    const outDegrees = new Uint32Array(this.types.length)
    outDegrees.set(counts)
    yield* eachPair(targets, size, (_, at) => {
      inDegrees[words[at]! >>> 2]! += 1
    })
    this.sources = yield* Arena.create(inDegrees)
    this.targets = yield* Arena.create(outDegrees)
    yield
    yield* eachPair({ starts, counts, words }, size, (source, at) => {
      const types = words[at]! & 3
      this.sources.add(words[at]! >>> 2, source, { types, sourceSet: pairSourceSetAt(at) })
      this.pairCount += 1
      this.edgeCount += listEdgeTypes(types).length
    })
    yield* this.sources.turnInto(this.targets)
  }
}

/** Calls back with each source and the place of each of its words. */
function* eachPair(
  { starts, counts }: AdjacencyLists,
  size: number,
  pair: (source: number, at: number) => void,
): SlicedWork<void> {
  let read = 0
  for (let source = 0; source < size; source++) {
    const end = starts[source]! + counts[source]!
    for (let at = starts[source]!; at < end; at++) {
      pair(source, at)
      if (++read % AT_ONCE === 0) yield
    }
    if (++read % AT_ONCE === 0) yield
  }
}
