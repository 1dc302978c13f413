import { LongList, runToEnd, type SlicedWork, sortInSlices } from '@tributary/core/internal'
import type { VertexAdvice } from '../model/errors.ts'
import { compareVertices, VERTEX_TYPES, type Vertex, type VertexRef } from '../model/vertex.ts'
import { IdSuggestions } from '../store/id-suggestions.ts'
import { BufferPool, type QueryBuffers } from '../view/query-buffers.ts'
import { FREE, type LineageView, type PinnedView } from '../view/view.ts'
import type { Arena, Link } from './arena.ts'
import { type ArraysContent, GraphArrays } from './graph-arrays.ts'
import { VertexLabels } from './vertex-labels.ts'

/** Vertices read between two yields: less than a millisecond of work. */
const AT_ONCE = 2048

/** Up to so many vertices are sorted synchronously on demand. */
const SORTED_AT_ONCE = 20_000

/** How often numbering begins again because the graph has changed meanwhile. */
const MOST_TRIES = 3

/** Fewer numbers than these that are not in use are left alone. */
const FEW_FREE = 1024

/** The content of a graph. It does not change as long as it is shared. */
interface Content {
  readonly arrays: GraphArrays
  labels: VertexLabels | null
}

/** A content that {@link LiveIndex.restore} brings back. */
export interface SavedContent {
  readonly content: Content
  readonly ids: IdSuggestions
  /** Allows changes of the content again, when nobody else shares it. */
  release(): void
}

/**
 * The content of a graph as queries read it. While a view of it is pinned or a content is saved, the first change copies the
 * arrays and leaves the old ones to these.
 */
export class LiveIndex implements LineageView {
  readonly buffers: QueryBuffers
  readonly #pool = new BufferPool()
  #ids = new IdSuggestions()
  #content: Content = { arrays: new GraphArrays(), labels: null }
  /** Vertices that changed while labels are being made, by number; null at other times. */
  #changed: Set<number> | null = null
  /** How many pinned views and saved contents share the arrays. */
  #sharing = { count: 0 }

  constructor() {
    this.buffers = this.#pool.take()
  }

  get types(): Uint8Array {
    return this.#content.arrays.types
  }

  get sources(): Arena {
    return this.#content.arrays.sources
  }

  get targets(): Arena {
    return this.#content.arrays.targets
  }

  /** Every vertex number is below this. */
  get size(): number {
    return this.#content.arrays.size
  }

  /** Size of the arrays in bytes. */
  get byteLength(): number {
    return this.#content.arrays.byteLength
  }

  get vertexCount(): number {
    return this.#content.arrays.vertexCount
  }

  get edgeCount(): number {
    return this.#content.arrays.edgeCount
  }

  /** How many pairs of vertices are connected. */
  get pairCount(): number {
    return this.#content.arrays.pairCount
  }

  numberOf(ref: VertexRef): number {
    return this.#content.arrays.numbers.find(ref)
  }

  advice(ref: VertexRef): VertexAdvice {
    const otherTypes = VERTEX_TYPES.filter((vertexType) => {
      return this.numberOf({ vertexType, vertexId: ref.vertexId }) >= 0
    })
    return { suggestions: this.#ids.near(ref), otherTypes }
  }

  /** The vertex behind a number in use. */
  vertexAt(number: number): Vertex {
    return this.#content.arrays.vertices.vertexAt(number)!
  }

  refAt(number: number): VertexRef {
    return this.#content.arrays.vertices.refAt(number)
  }

  /** The sources that state a vertex. */
  sourceSetAt(number: number): number {
    return this.#content.arrays.sourceSets[number]!
  }

  /** The sources of the edges from one vertex to another; 0 when there is none. */
  sourceSetBetween(source: number, target: number): number {
    return this.#content.arrays.sourceSetBetween(source, target)
  }

  /** See `LineageView`. Makes labels on demand for a small graph only; {@link prepare} makes them for a large one. */
  labels(wanted: number): Uint32Array | null {
    const content = this.#content
    if (content.labels === null && wanted > 256 && this.size <= SORTED_AT_ONCE) {
      const { arrays } = content
      content.labels = runToEnd(
        createVertexLabels(
          arrays,
          runToEnd(collectUsedNumbers(arrays)).sort(createComparator(arrays)),
        ),
      )
    }
    return content.labels?.byNumber ?? null
  }

  /**
   * Numbers the vertices by type and id and labels them, unless they are labelled and most numbers are in use. The graph may
   * change meanwhile: when it does each time, they are labelled only.
   */
  *prepare(): SlicedWork<void> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (this.#content.labels !== null && !hasGaps(this.#content.arrays, 0.5)) return
      const saved = this.save()
      try {
        const { arrays } = saved.content
        const order = yield* sortInSlices(
          yield* collectUsedNumbers(arrays),
          createComparator(arrays),
        )
        const ordered = yield* arrays.renumber(order)
        const labels = yield* createVertexLabels(ordered, yield* collectUsedNumbers(ordered))
        if (saved.content === this.#content) this.#replace({ arrays: ordered, labels })
      } finally {
        saved.release()
      }
    }
    if (this.#content.labels === null && this.#changed === null) yield* this.#label()
  }

  pin(): PinnedView {
    const content = this.#content
    const { arrays } = content
    const { types, sources, targets, vertices, numbers, size, vertexCount, edgeCount } = arrays
    const sharing = this.#sharing
    const parts = {
      types,
      sources,
      targets,
      size,
      vertexCount,
      edgeCount,
      numberOf: (ref: VertexRef) => numbers.find(ref),
      vertexAt: (number: number) => vertices.vertexAt(number)!,
      refAt: (number: number) => vertices.refAt(number),
      // Labels that are made on demand are those of the arrays that are shared still.
      labels: (wanted: number) => {
        return content === this.#content ? this.labels(wanted) : (content.labels?.byNumber ?? null)
      },
      advice: (ref: VertexRef) => this.advice(ref),
    }
    const share = (): PinnedView => {
      const buffers = this.#pool.take()
      const release = this.#share(sharing)
      return { ...parts, buffers, pin: share, release: () => release() && this.#pool.put(buffers) }
    }
    return share()
  }

  /** Keeps the content as it is, until it is released. */
  save(): SavedContent {
    const release = this.#share(this.#sharing)
    return { content: this.#content, ids: this.#ids.clone(), release: () => void release() }
  }

  /** Brings a saved content back, and releases it. */
  restore({ content, ids, release }: SavedContent): void {
    this.#replace(content)
    this.#ids = ids
    release()
  }

  /** Leaves the content to those who share it, so that the next change need not copy it. */
  *unshare(): SlicedWork<void> {
    const content = this.#content
    if (this.#sharing.count === 0) return
    const arrays = yield* content.arrays.clone()
    // The first change has done it meanwhile.
    if (this.#content !== content) return
    this.#sharing = { count: 0 }
    this.#content = { arrays, labels: content.labels?.clone() ?? null }
  }

  /** Makes the content anew. Nothing changes when something else has changed the graph meanwhile. */
  *load(from: ArraysContent): SlicedWork<void> {
    const before = this.#content
    const arrays = yield* GraphArrays.from(from)
    // The vertices of a snapshot are in order.
    const labels = yield* createVertexLabels(arrays, yield* collectUsedNumbers(arrays))
    const ids = new IdSuggestions()
    for (let number = 0; number < arrays.size; number++) {
      ids.add(arrays.vertices.vertexAt(number)!)
      if (number % AT_ONCE === 0) yield
    }
    if (this.#content !== before) return
    this.#replace({ arrays, labels })
    this.#ids = ids
  }

  /** Adds a vertex that is not there. */
  add(vertex: Vertex, sourceSet: number): void {
    this.#unshareNow()
    this.#closeGaps()
    const number = this.#content.arrays.add(vertex, sourceSet)
    this.#ids.add(vertex)
    this.#changed?.add(number)
    if (this.#content.labels?.add(number, vertex) === false) this.#content.labels = null
  }

  /** Replaces the fields and the sources of a vertex. */
  update(number: number, vertex: Vertex, sourceSet: number): void {
    this.#unshareNow()
    this.#content.arrays.update(number, vertex, sourceSet)
  }

  /** Removes a vertex without edges. */
  drop(number: number): void {
    this.#unshareNow()
    this.#ids.delete(this.vertexAt(number))
    this.#changed?.add(number)
    this.#content.labels?.drop(number)
    this.#content.arrays.drop(number)
  }

  /** Changes the edges from one vertex to another from the types `before`; without types they are removed. */
  connect(source: number, target: number, change: { before: number; after: Link }): void {
    this.#unshareNow()
    this.#content.arrays.connect(source, target, change)
  }

  /** Removes all edges. */
  clearEdges(): void {
    this.#unshareNow()
    this.#content.arrays.clearEdges()
  }

  /** Removes everything. */
  clear(): void {
    this.#ids.clear()
    this.#replace({ arrays: new GraphArrays(), labels: null })
  }

  /** Returns a function that ends the sharing; it returns true for its first call only. */
  #share(sharing: { count: number }): () => boolean {
    let isShared = true
    sharing.count += 1
    return () => {
      if (!isShared) return false
      isShared = false
      sharing.count -= 1
      return true
    }
  }

  #replace(content: Content): void {
    this.#sharing = { count: 0 }
    this.#changed = null
    this.#content = content
  }

  /** Leaves the content to those who share it, before a change. {@link unshare} does it before, in slices. */
  #unshareNow(): void {
    if (this.#sharing.count > 0) runToEnd(this.unshare())
  }

  /** Numbers the vertices again, in the same order, when few numbers are in use. {@link prepare} does it before, in slices. */
  #closeGaps(): void {
    const { arrays } = this.#content
    if (!hasGaps(arrays, 0.75)) return
    const ordered = runToEnd(arrays.renumber(runToEnd(collectUsedNumbers(arrays))))
    this.#replace({ arrays: ordered, labels: null })
  }

  /** Labels the vertices, those that change meanwhile at the end. */
  *#label(): SlicedWork<void> {
    const saved = this.save()
    const changed = new Set<number>()
    this.#changed = changed
    try {
      const { arrays } = saved.content
      const labels = yield* createVertexLabels(
        arrays,
        yield* sortInSlices(yield* collectUsedNumbers(arrays), createComparator(arrays)),
      )
      // The numbers are others now.
      if (this.#changed !== changed) return
      for (const number of changed) {
        if (labels.byNumber[number]! > 0) labels.drop(number)
        const vertex = this.#content.arrays.vertices.vertexAt(number)
        if (vertex !== undefined && !labels.add(number, vertex)) return
      }
      this.#content.labels = labels
    } finally {
      if (this.#changed === changed) this.#changed = null
      saved.release()
    }
  }
}

/** Whether this share of many numbers is not in use. */
function hasGaps({ size, vertexCount }: GraphArrays, share: number): boolean {
  return size - vertexCount > Math.max(FEW_FREE, share * size)
}

/** The numbers in use, in ascending order. */
function* collectUsedNumbers({ types, size }: GraphArrays): SlicedWork<number[]> {
  const used = new LongList<number>()
  for (let number = 0; number < size; number++) {
    if (types[number] !== FREE) used.push(number)
    if (number % AT_ONCE === 0) yield
  }
  return yield* used.take()
}

function createComparator({ vertices }: GraphArrays): (a: number, b: number) => number {
  return (a, b) => compareVertices(vertices.vertexAt(a)!, vertices.vertexAt(b)!)
}

/** The labels of vertices whose numbers are given by type and id. */
function* createVertexLabels(
  { vertices, size }: GraphArrays,
  sorted: number[],
): SlicedWork<VertexLabels> {
  const refs = new LongList<Vertex>()
  for (const number of sorted) {
    refs.push(vertices.vertexAt(number)!)
    if (refs.length % AT_ONCE === 0) yield
  }
  return yield* VertexLabels.create(yield* refs.take(), Uint32Array.from(sorted), size)
}
