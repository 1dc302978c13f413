import { setImmediate } from 'node:timers/promises'
import { LiveIndex } from '../index/live-index.ts'
import { sortInSlices } from '../index/sort-in-slices.ts'
import type { ChangeListener, Dropping, LineageChange } from '../model/change.ts'
import { type LineageContent, MANUAL_SOURCE, type StatedVertex } from '../model/content.ts'
import { type Edge, edgeMaskOf, type StatedEdge } from '../model/edge.ts'
import { tooLargeError, unknownVertexError } from '../model/errors.ts'
import {
  compareVertices,
  hasSameFields,
  toVertex,
  toVertexRef,
  type Vertex,
  type VertexRef,
  vertexKey,
} from '../model/vertex.ts'
import type { LineageSnapshot } from '../snapshot/snapshot.ts'
import { adviceOn, KnownIds } from '../store/known-ids.ts'
import { type NodeData, STATED, Store } from '../store/store.ts'
import type { Lineage, LineageView } from '../view/view.ts'
import { thaw } from './load-snapshot.ts'

/** Options of {@link createLineageGraph}. Growing past a limit throws LINEAGE_TOO_LARGE and changes nothing. */
export interface LineageGraphOptions {
  /** @defaultValue 16,000,000 */
  readonly maxVertices?: number
  /** Counts connected pairs of vertices. @defaultValue 16,000,000 */
  readonly maxEdges?: number
  /** Initial content, of any size. Queries read it directly until the graph changes. @defaultValue empty */
  readonly base?: LineageSnapshot
}

/** Vertices copied between two pauses: about a millisecond of work. */
const MOVED_AT_ONCE = 8192

/** A JavaScript map holds at most 2^24 entries, and graphology stores vertices and edges in maps. */
const MOST_ENTRIES = 16_000_000

/**
 * Creates a lineage graph, empty or with the content of `options.base`.
 *
 * @example
 * ```ts
 * import { createLineageGraph } from '@tributary/lineage'
 * const graph = createLineageGraph()
 * const text = { displayName: null, description: null, custom: null }
 * graph.setVertex({ vertexType: 'DATASET', vertexId: 'orders', ...text })
 * graph.setVertex({ vertexType: 'METRIC', vertexId: 'revenue', ...text })
 * const [src, dst] = [...graph.vertices()]
 * graph.addEdge({ src, dst, edgeType: 'TABLE_IMPACT' }) // => true
 * graph.edgeCount // => 1
 * ```
 */
export function createLineageGraph(options: LineageGraphOptions = {}): LineageGraph {
  return new LineageGraph(options)
}

/**
 * A mutable lineage in memory. A vertex is identified by type and id, an edge by its ends and its type, so neither
 * exists twice. Both record the sources that state them. An edge exists while a source states it; a vertex while a
 * source states it or an edge touches it. Cycles and self-loops are allowed. Changes without a source are made by
 * the source `manual`.
 */
export class LineageGraph implements Lineage, LineageContent {
  readonly #held = new Store()
  readonly #ids = new KnownIds()
  readonly #listeners = new Set<ChangeListener>()
  readonly #maxVertices: number
  readonly #maxEdges: number
  #index: LiveIndex | null = null
  /** The snapshot that is not loaded into the store yet, or only in part. */
  #base: LineageSnapshot | null
  readonly #thawing: Generator<void, void, undefined> | null

  constructor({ maxVertices, maxEdges, base }: LineageGraphOptions = {}) {
    this.#maxVertices = maxVertices ?? MOST_ENTRIES
    this.#maxEdges = maxEdges ?? MOST_ENTRIES
    this.#base = base ?? null
    this.#thawing = this.#base && thaw(this.#base, this.#held, this.#ids)
  }

  /** Number of vertices. */
  get vertexCount(): number {
    return this.#base?.view.vertexCount ?? this.#held.graph.order
  }

  /** Number of edges; a pair with edges of both types counts two. */
  get edgeCount(): number {
    return this.#base?.view.edgeCount ?? this.#held.edgeCount
  }

  /** The view that queries read. The first use makes the index, which then follows every change. */
  get view(): LineageView {
    return this.#base?.view ?? this.#live()
  }

  /** Size of the index in bytes, without what graphology stores. Makes the index when there is none. */
  get indexBytes(): number {
    return this.#live().byteLength
  }

  /**
   * Makes the index and the labels for sorting large answers without blocking the event loop for long. Otherwise
   * the first query makes the index, and large answers of a large graph are sorted by comparing texts.
   */
  async prepare(): Promise<void> {
    await this.thaw()
    if (this.#index === null) {
      const inOrder = await sortInSlices([...this.#store.nodes()], compareNodes)
      await this.#moveTogether(inOrder)
      this.#index ??= new LiveIndex(this.#store, this.#ids, inOrder)
    }
    await this.#live().prepare()
  }

  /**
   * Loads the base snapshot without blocking the event loop for long. Otherwise the first change loads it in one
   * piece.
   */
  async thaw(): Promise<void> {
    while (this.#base !== null) {
      if (this.#thawing!.next().done) this.#base = null
      else await setImmediate()
    }
  }

  /** Drops the index; the next query makes a new one in one pass. Useful before many changes. */
  dropIndex(): void {
    this.#index?.detach()
    this.#index = null
  }

  /** Calls `listener` after every change until the returned function is called. */
  observe(listener: ChangeListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The vertex, or undefined. */
  vertex(ref: VertexRef): Vertex | undefined {
    if (this.#base === null) return this.#store.node(vertexKey(ref))?.vertex
    const number = this.#base.view.numberOf(ref)
    return number < 0 ? undefined : this.#base.view.vertexAt(number)
  }

  /** The sources that state the vertex, sorted by name; empty when it does not exist. */
  vertexSources(ref: VertexRef): readonly string[] {
    return this.#store.sourceSets.sourcesOf(
      this.#store.node(vertexKey(ref))?.sourceSet ?? 0,
      STATED,
    )
  }

  /** The sources that state the edge, sorted by name; empty when it does not exist. */
  edgeSources(edge: Edge): readonly string[] {
    const sourceSet = this.#store.sourceSetBetween(vertexKey(edge.src), vertexKey(edge.dst))
    return this.#store.sourceSets.sourcesOf(sourceSet, edgeMaskOf(edge.edgeType))
  }

  /** All vertices in insertion order, those of the base first, by type and id. */
  vertices(): Generator<Vertex, void, undefined> {
    return this.#base?.vertices() ?? this.#store.vertices()
  }

  /** All vertices with their sources, in insertion order. */
  *statedVertices(): Generator<StatedVertex, void, undefined> {
    if (this.#base !== null) return yield* this.#base.statedVertices()
    for (const vertex of this.vertices()) yield { ...vertex, sources: this.vertexSources(vertex) }
  }

  /** All edges, those of a pair together, pairs in insertion order. */
  edges(): Generator<StatedEdge, void, undefined> {
    return this.#base?.edges() ?? this.#store.edges()
  }

  /** The edges that touch the vertex; empty when it does not exist. */
  edgesOf(ref: VertexRef): readonly StatedEdge[] {
    return this.#store.edgesOf(vertexKey(ref))
  }

  /** The vertices and edges that `source` states, in the order of {@link vertices} and {@link edges}. */
  statedBy(source: string): {
    readonly vertices: readonly VertexRef[]
    readonly edges: readonly Edge[]
  } {
    return this.#store.statedBy(source)
  }

  /**
   * Adds the vertex or replaces its fields; its edges stay. Does nothing when the fields are equal and `source`
   * states it already. Throws LINEAGE_TOO_LARGE.
   */
  setVertex(vertex: Vertex, source: string = MANUAL_SOURCE): void {
    const stored = toVertex(vertex)
    const key = vertexKey(vertex)
    const node = this.#store.node(key)
    const sourceSet = this.#store.sourceSets.with(node?.sourceSet ?? 0, source, STATED)
    if (node === undefined) {
      this.assertRoomFor(1, 0)
      this.#ids.add(stored)
      this.#store.graph.addNode(key, { vertex: stored, number: -1, sourceSet })
    } else {
      if (sourceSet === node.sourceSet && hasSameFields(node.vertex, stored)) return
      this.#store.graph.mergeNodeAttributes(key, { vertex: stored, sourceSet })
    }
    this.#tell({ op: 'set', vertex: stored, source })
  }

  /** Throws LINEAGE_TOO_LARGE when so many more vertices or connected pairs would exceed a limit. */
  assertRoomFor(vertices: number, pairs: number): void {
    if (this.vertexCount + vertices > this.#maxVertices)
      throw tooLargeError('vertices', this.#maxVertices)
    if (this.#store.graph.size + pairs > this.#maxEdges)
      throw tooLargeError('edges', this.#maxEdges)
  }

  /** Withdraws the statement of `source` about the vertex. Returns whether there was one. */
  releaseVertex(ref: VertexRef, source: string): boolean {
    const key = vertexKey(ref)
    const before = this.#store.node(key)?.sourceSet ?? 0
    const sourceSet = this.#store.sourceSets.without(before, source, STATED)
    if (sourceSet === before) return false
    this.#store.graph.setNodeAttribute(key, 'sourceSet', sourceSet)
    this.#tell({ op: 'release', vertex: toVertexRef(ref), source, ...this.#dropForsaken([ref]) })
    return true
  }

  /** Removes the vertex and all edges that touch it. Returns whether it existed. */
  dropVertex(ref: VertexRef): boolean {
    const key = vertexKey(ref)
    if (!this.#store.graph.hasNode(key)) return false
    for (const edge of this.edgesOf(ref)) this.dropEdge(edge)
    // A vertex that nobody stated has gone with its last edge.
    if (this.#store.graph.hasNode(key)) {
      this.#drop(ref)
      this.#tell({ op: 'drop', vertex: toVertexRef(ref) })
    }
    return true
  }

  /**
   * Adds the edge, or `source` to an existing one. Returns whether the edge is new. Throws LINEAGE_UNKNOWN_VERTEX
   * when an end is not in the graph, and LINEAGE_TOO_LARGE; the graph is unchanged then.
   */
  addEdge(edge: Edge, source: string = MANUAL_SOURCE): boolean {
    const src = this.#keyOf(edge.src, 'the source of an edge')
    const dst = this.#keyOf(edge.dst, 'the destination of an edge')
    const mask = edgeMaskOf(edge.edgeType)
    const before = this.#store.sourceSetBetween(src, dst)
    const sourceSet = this.#store.sourceSets.with(before, source, mask)
    if (sourceSet === before) return false
    if (before === 0) this.assertRoomFor(0, 1)
    this.#store.setSourceSetBetween(src, dst, sourceSet)
    const isNew = (this.#store.sourceSets.typesOf(before) & mask) === 0
    if (isNew) this.#store.edgeCount += 1
    this.#tell({ op: 'state', edge: toEdge(edge), source })
    return isNew
  }

  /** Withdraws the statement of `source` about the edge. Returns whether the edge was removed. */
  retractEdge(edge: Edge, source: string): boolean {
    const src = vertexKey(edge.src)
    const dst = vertexKey(edge.dst)
    const mask = edgeMaskOf(edge.edgeType)
    const before = this.#store.sourceSetBetween(src, dst)
    const sourceSet = this.#store.sourceSets.without(before, source, mask)
    if (sourceSet === before) return false
    this.#store.setSourceSetBetween(src, dst, sourceSet)
    const isGone = (this.#store.sourceSets.typesOf(sourceSet) & mask) === 0
    if (isGone) this.#store.edgeCount -= 1
    const dropped = sourceSet === 0 ? this.#dropForsaken([edge.src, edge.dst]) : {}
    this.#tell({ op: 'retract', edge: toEdge(edge), source, ...dropped })
    return isGone
  }

  /** Removes the edge whatever its sources. Returns whether it existed. An edge of the other type stays. */
  dropEdge(edge: Edge): boolean {
    const sources = this.edgeSources(edge)
    for (const source of sources) this.retractEdge(edge, source)
    return sources.length > 0
  }

  /** Removes all edges, and the vertices that no source states. */
  clearEdges(): void {
    this.#store.graph.clearEdges()
    this.#store.edgeCount = 0
    this.#tell({ op: 'clearEdges', ...this.#dropForsaken([...this.vertices()]) })
  }

  /** Removes everything. */
  clear(): void {
    this.#store.graph.clear()
    this.#store.edgeCount = 0
    this.#ids.clear()
    this.#tell({ op: 'clear' })
  }

  /** The store with the base loaded. */
  get #store(): Store {
    if (this.#base !== null) {
      while (!this.#thawing!.next().done);
      this.#base = null
    }
    return this.#held
  }

  #live(): LiveIndex {
    this.#index ??= new LiveIndex(this.#store, this.#ids)
    return this.#index
  }

  /**
   * Copies the vertices in the given order, so that they are in that order in memory too: reading a large answer
   * takes half as long when listed neighbours are close in memory.
   */
  async #moveTogether(nodes: readonly NodeData[]): Promise<void> {
    for (const [place, node] of nodes.entries()) {
      if (this.#index !== null) return
      node.vertex = toVertex(node.vertex)
      if (place % MOVED_AT_ONCE === 0) await setImmediate()
    }
  }

  /** Removes those of the vertices that no source states and no edge touches, and returns them. */
  #dropForsaken(refs: readonly VertexRef[]): Dropping {
    const dropped: VertexRef[] = []
    for (const ref of refs) {
      const key = vertexKey(ref)
      if (this.#store.node(key)?.sourceSet !== 0 || this.#store.graph.degree(key) > 0) continue
      this.#drop(ref)
      dropped.push(toVertexRef(ref))
    }
    return dropped.length === 0 ? {} : { dropped }
  }

  #drop(ref: VertexRef): void {
    this.#store.graph.dropNode(vertexKey(ref))
    this.#ids.delete(ref)
  }

  #tell(change: LineageChange): void {
    for (const listener of this.#listeners) listener(change)
  }

  #keyOf(ref: VertexRef, wantedAs: string): string {
    const key = vertexKey(ref)
    if (this.#store.graph.hasNode(key)) return key
    throw unknownVertexError({ vertex: ref, wantedAs, ...adviceOn(ref, this.#store, this.#ids) })
  }
}

function compareNodes(a: NodeData, b: NodeData): number {
  return compareVertices(a.vertex, b.vertex)
}

function toEdge({ src, dst, edgeType }: Edge): Edge {
  return { src: toVertexRef(src), dst: toVertexRef(dst), edgeType }
}
