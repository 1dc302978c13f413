import { runInSlices, runToEnd, type SlicedWork, sortInSlices } from '@tributary/core/internal'
import { LiveIndex } from '../index/live-index.ts'
import type { ChangeListener, Dropping, LineageChange } from '../model/change.ts'
import { type LineageContent, MANUAL_SOURCE, type StatedVertex } from '../model/content.ts'
import { type Edge, edgeMaskOf, edgeTypesOf, type StatedEdge } from '../model/edge.ts'
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
import type { Lineage, LineageView, PinnedView } from '../view/view.ts'
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

/** Vertices read or copied, or changes undone, between two yields: less than a millisecond of work. */
const AT_ONCE = 1024

/** How often making an index begins again because the graph has changed meanwhile. */
const MOST_TRIES = 3

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
  /** Incremented by every change. */
  #changes = 0
  #revision = 0
  /** What undoes the changes of the transaction, the last one first; null without a transaction. */
  #undo: Undo[] | null = null
  /** What queries read while a transaction hides its changes. */
  #shown: PinnedView | null = null
  /** The snapshot that is not loaded into the store yet, or only in part. */
  #base: LineageSnapshot | null
  readonly #thawing: Generator<void, void, undefined> | null
  /** The call of {@link thaw} that is under way. */
  #loading: Promise<void> | null = null

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

  /** A number that is another when {@link view} may show something else. */
  get revision(): number {
    return this.#revision
  }

  /** The view that queries read. The first use makes the index, which then follows every change. */
  get view(): LineageView {
    return this.#shown ?? this.#base?.view ?? this.#live()
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
    await runInSlices(this.#prepare())
  }

  /**
   * Loads the base snapshot and makes the index without blocking the event loop for long; queries read the snapshot
   * meanwhile. Otherwise the first change loads it in one piece.
   */
  async thaw(): Promise<void> {
    if (this.#base === null) return
    this.#loading ??= runInSlices(this.#thaw())
    await this.#loading
  }

  /** Drops the index; the next query makes a new one in one pass. Useful before many changes. */
  dropIndex(): void {
    this.#index?.detach()
    this.#index = null
  }

  /**
   * Begins a transaction: what changes until it is committed can be undone. With `hides` queries read the lineage as it
   * was before, until then. A graph has one transaction at a time.
   */
  begin({ hides }: { readonly hides: boolean }): LineageTransaction {
    if (this.#undo !== null) throw new Error('The graph has a transaction already.')
    if (hides) this.#shown = this.view.pin()
    this.#undo = []
    const end = (): void => {
      this.#undo = null
      this.#shown?.release()
      this.#shown = null
      this.#revision += 1
    }
    return { commit: end, rollback: () => this.#rollback(end) }
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
    if (node === undefined) this.assertRoomFor(1, 0)
    else if (sourceSet === node.sourceSet && hasSameFields(node.vertex, stored)) return
    this.#put(key, { vertex: stored, sourceSet })
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
    const node = this.#store.node(key)
    const before = node?.sourceSet ?? 0
    const sourceSet = this.#store.sourceSets.without(before, source, STATED)
    if (node === undefined || sourceSet === before) return false
    this.#put(key, { vertex: node.vertex, sourceSet })
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
    this.#connect(src, dst, sourceSet)
    const isNew = (this.#store.sourceSets.typesOf(before) & mask) === 0
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
    this.#connect(src, dst, sourceSet)
    const isGone = (this.#store.sourceSets.typesOf(sourceSet) & mask) === 0
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
    if (this.#undo === null) {
      this.#store.graph.clearEdges()
      this.#store.edgeCount = 0
    } else {
      for (const { source, target } of [...this.#store.graph.edgeEntries()]) {
        this.#connect(source, target, 0)
      }
    }
    this.#tell({ op: 'clearEdges', ...this.#dropForsaken([...this.vertices()]) })
  }

  /** Removes everything. */
  clear(): void {
    if (this.#undo === null) {
      this.#store.graph.clear()
      this.#store.edgeCount = 0
      this.#ids.clear()
    } else {
      for (const { source, target } of [...this.#store.graph.edgeEntries()]) {
        this.#connect(source, target, 0)
      }
      for (const { vertex } of [...this.#store.nodes()]) this.#drop(vertex)
    }
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
    if (this.#index === null) this.#index = runToEnd(LiveIndex.build(this.#store, this.#ids))
    return this.#index
  }

  /** Loads the base, whose vertices are in order, and makes the index before queries read it. */
  *#thaw(): SlicedWork<void> {
    while (this.#base !== null) {
      if (this.#thawing!.next().done === true) break
      yield
    }
    const making = LiveIndex.build(this.#held, this.#ids, yield* this.#nodes())
    // A change that could not wait for this has loaded the base, too.
    while (this.#base !== null) {
      const step = making.next()
      if (step.done === true) {
        this.#index = step.value
        this.#base = null
      } else yield
    }
  }

  *#prepare(): SlicedWork<void> {
    for (let tries = 0; this.#index === null && tries < MOST_TRIES; tries++) {
      const inOrder = yield* sortInSlices(yield* this.#nodes(), compareNodes)
      yield* this.#moveTogether(inOrder)
      yield* this.#makeIndex(inOrder)
    }
    if (this.#index !== null) yield* this.#index.prepare()
  }

  *#nodes(): SlicedWork<NodeData[]> {
    const nodes: NodeData[] = []
    for (const node of this.#held.nodes()) {
      nodes.push(node)
      if (nodes.length % AT_ONCE === 0) yield
    }
    return nodes
  }

  /** Makes the index unless the graph changes meanwhile, or a query makes it. */
  *#makeIndex(inOrder: readonly NodeData[]): SlicedWork<void> {
    const changes = this.#changes
    const making = LiveIndex.build(this.#store, this.#ids, inOrder)
    while (this.#index === null && this.#changes === changes) {
      const step = making.next()
      if (step.done === true) this.#index = step.value
      else yield
    }
  }

  /**
   * Copies the vertices in the given order, so that they are in that order in memory too: reading a large answer
   * takes half as long when listed neighbours are close in memory.
   */
  *#moveTogether(nodes: readonly NodeData[]): SlicedWork<void> {
    for (const [place, node] of nodes.entries()) {
      if (this.#index !== null) return
      node.vertex = toVertex(node.vertex)
      if (place % AT_ONCE === 0) yield
    }
  }

  *#rollback(end: () => void): SlicedWork<void> {
    const undo = this.#undo ?? []
    this.#undo = null
    for (let at = undo.length - 1; at >= 0; at--) {
      const one = undo[at]!
      if ('vertex' in one) this.#put(one.key, one)
      else if ('ref' in one) this.#drop(one.ref)
      else this.#connect(one.src, one.dst, one.sourceSet)
      if (at % AT_ONCE === 0) yield
    }
    this.#changes += 1
    end()
  }

  /** Adds a node, or replaces its vertex and its sources. */
  #put(key: string, { vertex, sourceSet }: Pick<NodeData, 'vertex' | 'sourceSet'>): void {
    const node = this.#store.node(key)
    if (node === undefined) {
      this.#undo?.push({ ref: vertex })
      this.#ids.add(vertex)
      this.#store.graph.addNode(key, { vertex, number: -1, sourceSet })
    } else {
      this.#undo?.push({ key, vertex: node.vertex, sourceSet: node.sourceSet })
      this.#store.graph.mergeNodeAttributes(key, { vertex, sourceSet })
    }
  }

  /** Sets the sources of the edges of a pair; the empty set removes it. */
  #connect(src: string, dst: string, sourceSet: number): void {
    const { sourceSets } = this.#store
    const before = this.#store.sourceSetBetween(src, dst)
    this.#undo?.push({ src, dst, sourceSet: before })
    this.#store.setSourceSetBetween(src, dst, sourceSet)
    const edges = edgeTypesOf(sourceSets.typesOf(sourceSet)).length
    this.#store.edgeCount += edges - edgeTypesOf(sourceSets.typesOf(before)).length
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
    const key = vertexKey(ref)
    const { vertex, sourceSet } = this.#store.node(key)!
    this.#undo?.push({ key, vertex, sourceSet })
    this.#store.graph.dropNode(key)
    this.#ids.delete(ref)
  }

  #tell(change: LineageChange): void {
    this.#changes += 1
    this.#revision += 1
    for (const listener of this.#listeners) listener(change)
  }

  #keyOf(ref: VertexRef, wantedAs: string): string {
    const key = vertexKey(ref)
    if (this.#store.graph.hasNode(key)) return key
    throw unknownVertexError({ vertex: ref, wantedAs, ...adviceOn(ref, this.#store, this.#ids) })
  }
}

/** Changes of a graph that stay together or not at all. */
export interface LineageTransaction {
  /** Ends the transaction; the changes stay. */
  commit(): void
  /** Ends the transaction and undoes its changes, without a word to observers. The graph must not change meanwhile. */
  rollback(): SlicedWork<void>
}

/** What undoes a change: a vertex as it was, a vertex that was not there, or the sources of the edges of a pair. */
type Undo =
  | { readonly key: string; readonly vertex: Vertex; readonly sourceSet: number }
  | { readonly ref: VertexRef }
  | { readonly src: string; readonly dst: string; readonly sourceSet: number }

function compareNodes(a: NodeData, b: NodeData): number {
  return compareVertices(a.vertex, b.vertex)
}

function toEdge({ src, dst, edgeType }: Edge): Edge {
  return { src: toVertexRef(src), dst: toVertexRef(dst), edgeType }
}
