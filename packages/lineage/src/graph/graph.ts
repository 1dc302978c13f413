import { runInSlices, runToEnd, type SlicedWork } from '@tributary/core/internal'
import { LiveIndex } from '../live/live-index.ts'
import type { ChangeListener, Dropping, LineageChange } from '../model/change.ts'
import { type LineageContent, MANUAL_SOURCE, type StatedVertex } from '../model/content.ts'
import { type Edge, listEdgeTypes, type StatedEdge, toEdgeTypeMask } from '../model/edge.ts'
import { tooLargeError, unknownVertexError } from '../model/errors.ts'
import {
  hasSameFields,
  toVertex,
  toVertexRef,
  type Vertex,
  type VertexRef,
  vertexKey,
} from '../model/vertex.ts'
import type { LineageSnapshot } from '../snapshot/snapshot.ts'
import { SourceSets, STATED } from '../store/source-sets.ts'
import { FREE, type Lineage, type LineageView, type PinnedView } from '../view/view.ts'
import { toArraysContent } from './load-snapshot.ts'

/** Options of {@link createLineageGraph}. Growing past a limit throws LINEAGE_TOO_LARGE and changes nothing. */
export interface LineageGraphOptions {
  /** @defaultValue 16,000,000 */
  readonly maxVertices?: number
  /** Counts connected pairs of vertices. @defaultValue 16,000,000 */
  readonly maxEdges?: number
  /** Initial content, of any size. Queries read it directly until the graph changes. @defaultValue empty */
  readonly base?: LineageSnapshot
}

/** Numbers of vertices have 30 bits, and a JavaScript array holds two entries for each. */
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
 * A mutable lineage in memory, as arrays of numbers and a list of vertices. A vertex is identified by type and id, an edge by its ends and its type, so neither
 * exists twice. Both record the sources that state them. An edge exists while a source states it; a vertex while a
 * source states it or an edge touches it. Cycles and self-loops are allowed. Changes without a source are made by
 * the source `manual`.
 */
export class LineageGraph implements Lineage, LineageContent {
  readonly #index = new LiveIndex()
  readonly #sourceSets = new SourceSets()
  readonly #listeners = new Set<ChangeListener>()
  readonly #maxVertices: number
  readonly #maxEdges: number
  #revision = 0
  #hasTransaction = false
  /** The view for queries while a transaction hides its changes. */
  #shadowedView: PinnedView | null = null
  /** The snapshot that is not loaded yet, or only in part. */
  #base: LineageSnapshot | null
  /** The call of {@link thaw} that is under way. */
  #loading: Promise<void> | null = null

  constructor({ maxVertices, maxEdges, base }: LineageGraphOptions = {}) {
    this.#maxVertices = maxVertices ?? MOST_ENTRIES
    this.#maxEdges = maxEdges ?? MOST_ENTRIES
    this.#base = base ?? null
  }

  /** Number of vertices. */
  get vertexCount(): number {
    return (this.#base?.view ?? this.#index).vertexCount
  }

  /** Number of edges; a pair with edges of both types counts two. */
  get edgeCount(): number {
    return (this.#base?.view ?? this.#index).edgeCount
  }

  /** A number that is another when {@link view} may show something else. */
  get revision(): number {
    return this.#revision
  }

  /** The view that queries read. */
  get view(): LineageView {
    return this.#shadowedView ?? this.#base?.view ?? this.#index
  }

  /** Size of the graph in bytes, without the vertices' fields. */
  get indexBytes(): number {
    return this.#live.byteLength
  }

  /**
   * Numbers the vertices by type and id without blocking the event loop for long, which makes large answers faster.
   * Otherwise large answers of a large graph are sorted by comparing texts.
   */
  async prepare(): Promise<void> {
    await this.thaw()
    await runInSlices(this.#index.prepare())
  }

  /**
   * Loads the base snapshot without blocking the event loop for long; queries read the snapshot meanwhile. Otherwise the
   * first change loads it in one piece.
   */
  async thaw(): Promise<void> {
    if (this.#base === null) return
    this.#loading ??= runInSlices(this.#load())
    await this.#loading
  }

  /**
   * Copies what pinned views and a transaction share, without blocking the event loop for long. Otherwise the first change
   * copies it in one piece.
   */
  async detach(): Promise<void> {
    await this.thaw()
    await runInSlices(this.#index.unshare())
  }

  /**
   * Begins a transaction: what changes until it is committed can be undone, and queries read the lineage as it was before
   * until then. A graph has one transaction at a time.
   */
  begin(): LineageTransaction {
    if (this.#hasTransaction) throw new Error('The graph has a transaction already.')
    const saved = this.#live.save()
    this.#shadowedView = this.#index.pin()
    this.#hasTransaction = true
    const end = (): void => {
      this.#hasTransaction = false
      this.#shadowedView?.release()
      this.#shadowedView = null
      this.#revision += 1
    }
    return {
      commit: () => {
        saved.release()
        end()
      },
      rollback: () => {
        this.#index.restore(saved)
        end()
      },
    }
  }

  /** Calls `listener` after every change until the returned function is called. */
  observe(listener: ChangeListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The vertex, or undefined. */
  vertex(ref: VertexRef): Vertex | undefined {
    const view = this.#base?.view ?? this.#index
    const number = view.numberOf(ref)
    return number < 0 ? undefined : view.vertexAt(number)
  }

  /** The sources that state the vertex, sorted by name; empty when it does not exist. */
  vertexSources(ref: VertexRef): readonly string[] {
    const number = this.#live.numberOf(ref)
    return number < 0 ? [] : this.#sourceSets.listSources(this.#index.sourceSetAt(number), STATED)
  }

  /** The sources that state the edge, sorted by name; empty when it does not exist. */
  edgeSources({ src, dst, edgeType }: Edge): readonly string[] {
    return this.#sourceSets.listSources(this.#findSourceSet(src, dst), toEdgeTypeMask(edgeType))
  }

  /**
   * All vertices in the order in which they were added; those that the graph had when it was {@link prepare}d last, and those
   * of the base, by type and id.
   */
  *vertices(): Generator<Vertex, void, undefined> {
    if (this.#base !== null) return yield* this.#base.vertices()
    for (const number of this.#listNumbers()) yield this.#index.vertexAt(number)
  }

  /** All vertices with their sources, in the order of {@link vertices}. */
  *statedVertices(): Generator<StatedVertex, void, undefined> {
    if (this.#base !== null) return yield* this.#base.statedVertices()
    for (const number of this.#listNumbers()) {
      const sources = this.#sourceSets.listSources(this.#index.sourceSetAt(number), STATED)
      yield { ...this.#index.vertexAt(number), sources }
    }
  }

  /** All edges, by source in the order of {@link vertices}, those of a pair together. */
  *edges(): Generator<StatedEdge, void, undefined> {
    if (this.#base !== null) return yield* this.#base.edges()
    for (const source of this.#listNumbers()) yield* this.#listEdges(this.#index.targets, source)
  }

  /** The edges that touch the vertex; empty when it does not exist. */
  edgesOf(ref: VertexRef): readonly StatedEdge[] {
    const number = this.#live.numberOf(ref)
    if (number < 0) return []
    const upstream = [...this.#listEdges(this.#index.sources, number)]
    // A loop is in both lists.
    const nonLoopEdges = upstream.filter(({ src }) => vertexKey(src) !== vertexKey(ref))
    return [...nonLoopEdges, ...this.#listEdges(this.#index.targets, number)]
  }

  /** The vertices and edges that `source` states, in the order of {@link vertices} and {@link edges}. */
  statedBy(source: string): {
    readonly vertices: readonly VertexRef[]
    readonly edges: readonly Edge[]
  } {
    const vertices: Vertex[] = []
    const edges: Edge[] = []
    const { targets } = this.#live
    for (const number of this.#listNumbers()) {
      const vertex = this.#index.vertexAt(number)
      if (this.#sourceSets.findTypes(this.#index.sourceSetAt(number), source) !== 0) {
        vertices.push(vertex)
      }
      const end = targets.starts[number]! + targets.counts[number]!
      for (let at = targets.starts[number]!; at < end; at++) {
        const dst = this.#index.vertexAt(targets.words[at]! >>> 2)
        for (const edgeType of listEdgeTypes(
          this.#sourceSets.findTypes(targets.sourceSets[at]!, source),
        )) {
          edges.push({ src: vertex, dst, edgeType })
        }
      }
    }
    return { vertices, edges }
  }

  /**
   * Adds the vertex or replaces its fields; its edges stay. Does nothing when the fields are equal and `source`
   * states it already. Throws LINEAGE_TOO_LARGE.
   */
  setVertex(vertex: Vertex, source: string = MANUAL_SOURCE): void {
    const stored = toVertex(vertex)
    const number = this.#live.numberOf(vertex)
    const before = number < 0 ? 0 : this.#index.sourceSetAt(number)
    const sourceSet = this.#sourceSets.with(before, source, STATED)
    if (number < 0) {
      this.assertRoomFor(1, 0)
      this.#index.add(stored, sourceSet)
    } else {
      if (sourceSet === before && hasSameFields(this.#index.vertexAt(number), stored)) return
      this.#index.update(number, stored, sourceSet)
    }
    this.#notify({ op: 'set', vertex: stored, source })
  }

  /** Throws LINEAGE_TOO_LARGE when so many more vertices or connected pairs would exceed a limit. */
  assertRoomFor(vertices: number, pairs: number): void {
    if (this.vertexCount + vertices > this.#maxVertices)
      throw tooLargeError('vertices', this.#maxVertices)
    if (this.#live.pairCount + pairs > this.#maxEdges) throw tooLargeError('edges', this.#maxEdges)
  }

  /** Withdraws the statement of `source` about the vertex. Returns whether there was one. */
  releaseVertex(ref: VertexRef, source: string): boolean {
    const number = this.#live.numberOf(ref)
    if (number < 0) return false
    const before = this.#index.sourceSetAt(number)
    const sourceSet = this.#sourceSets.without(before, source, STATED)
    if (sourceSet === before) return false
    this.#index.update(number, this.#index.vertexAt(number), sourceSet)
    this.#notify({ op: 'release', vertex: toVertexRef(ref), source, ...this.#dropForsaken([ref]) })
    return true
  }

  /** Removes the vertex and all edges that touch it. Returns whether it existed. */
  dropVertex(ref: VertexRef): boolean {
    if (this.#live.numberOf(ref) < 0) return false
    for (const edge of this.edgesOf(ref)) this.dropEdge(edge)
    // A vertex without sources was removed with its last edge.
    const number = this.#index.numberOf(ref)
    if (number >= 0) {
      this.#index.drop(number)
      this.#notify({ op: 'drop', vertex: toVertexRef(ref) })
    }
    return true
  }

  /**
   * Adds the edge, or `source` to an existing one. Returns whether the edge is new. Throws LINEAGE_UNKNOWN_VERTEX
   * when an end is not in the graph, and LINEAGE_TOO_LARGE; the graph is unchanged then.
   */
  addEdge(edge: Edge, source: string = MANUAL_SOURCE): boolean {
    const src = this.#resolveVertex(edge.src, 'the source of an edge')
    const dst = this.#resolveVertex(edge.dst, 'the destination of an edge')
    const mask = toEdgeTypeMask(edge.edgeType)
    const before = this.#index.sourceSetBetween(src, dst)
    const sourceSet = this.#sourceSets.with(before, source, mask)
    if (sourceSet === before) return false
    if (before === 0) this.assertRoomFor(0, 1)
    this.#connect(src, dst, { before, sourceSet })
    const isNew = (this.#sourceSets.getTypes(before) & mask) === 0
    this.#notify({ op: 'state', edge: toEdge(edge), source })
    return isNew
  }

  /** Withdraws the statement of `source` about the edge. Returns whether the edge was removed. */
  retractEdge(edge: Edge, source: string): boolean {
    const before = this.#findSourceSet(edge.src, edge.dst)
    const mask = toEdgeTypeMask(edge.edgeType)
    const sourceSet = this.#sourceSets.without(before, source, mask)
    if (sourceSet === before) return false
    const [src, dst] = [this.#index.numberOf(edge.src), this.#index.numberOf(edge.dst)]
    this.#connect(src, dst, { before, sourceSet })
    const isGone = (this.#sourceSets.getTypes(sourceSet) & mask) === 0
    const dropped = sourceSet === 0 ? this.#dropForsaken([edge.src, edge.dst]) : {}
    this.#notify({ op: 'retract', edge: toEdge(edge), source, ...dropped })
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
    this.#live.clearEdges()
    this.#notify({ op: 'clearEdges', ...this.#dropForsaken([...this.vertices()]) })
  }

  /** Removes everything. */
  clear(): void {
    this.#live.clear()
    this.#notify({ op: 'clear' })
  }

  /** The index with the base loaded. */
  get #live(): LiveIndex {
    if (this.#base !== null) runToEnd(this.#load())
    return this.#index
  }

  /** A change that cannot wait for this loads the base, too. */
  *#load(): SlicedWork<void> {
    const base = this.#base
    if (base === null) return
    yield* this.#index.load(toArraysContent(base, this.#sourceSets))
    this.#base = null
  }

  /** The numbers in use. */
  *#listNumbers(): Generator<number, void, undefined> {
    const index = this.#live
    for (let number = 0; number < index.size; number++) {
      if (index.types[number] !== FREE) yield number
    }
  }

  /** The edges of one direction of a vertex. */
  *#listEdges(
    { starts, counts, words, sourceSets }: LiveIndex['targets'],
    number: number,
  ): Generator<StatedEdge, void, undefined> {
    const near = toVertexRef(this.#index.vertexAt(number))
    const isDownstream = words === this.#index.targets.words
    const start = starts[number]!
    for (let at = start; at < start + counts[number]!; at++) {
      const far = toVertexRef(this.#index.vertexAt(words[at]! >>> 2))
      const ends = isDownstream ? { src: near, dst: far } : { src: far, dst: near }
      for (const [edgeType, sources] of this.#sourceSets.entries(sourceSets[at]!)) {
        yield { ...ends, edgeType, sources }
      }
    }
  }

  /** The sources of the edges from one vertex to another; 0 when there is none. */
  #findSourceSet(src: VertexRef, dst: VertexRef): number {
    const [source, target] = [this.#live.numberOf(src), this.#index.numberOf(dst)]
    return source < 0 || target < 0 ? 0 : this.#index.sourceSetBetween(source, target)
  }

  /** Sets the sources of the edges of a pair; the empty set removes it. */
  #connect(src: number, dst: number, change: { before: number; sourceSet: number }): void {
    const { sourceSet } = change
    const before = this.#sourceSets.getTypes(change.before)
    const types = this.#sourceSets.getTypes(sourceSet)
    this.#index.connect(src, dst, { before, after: { types, sourceSet } })
  }

  /** Removes those of the vertices that no source states and no edge touches, and returns them. */
  #dropForsaken(refs: readonly VertexRef[]): Dropping {
    const dropped: VertexRef[] = []
    for (const ref of refs) {
      const number = this.#index.numberOf(ref)
      if (number < 0 || this.#index.sourceSetAt(number) !== 0) continue
      if (this.#index.targets.counts[number]! + this.#index.sources.counts[number]! > 0) continue
      this.#index.drop(number)
      dropped.push(toVertexRef(ref))
    }
    return dropped.length === 0 ? {} : { dropped }
  }

  #notify(change: LineageChange): void {
    this.#revision += 1
    for (const listener of this.#listeners) listener(change)
  }

  #resolveVertex(ref: VertexRef, wantedAs: string): number {
    const number = this.#live.numberOf(ref)
    if (number >= 0) return number
    throw unknownVertexError({ vertex: ref, wantedAs, ...this.#index.advice(ref) })
  }
}

/** Changes of a graph that stay together or not at all. */
export interface LineageTransaction {
  /** Ends the transaction; the changes stay. */
  commit(): void
  /** Ends the transaction and undoes its changes, without a word to observers. */
  rollback(): void
}

function toEdge({ src, dst, edgeType }: Edge): Edge {
  return { src: toVertexRef(src), dst: toVertexRef(dst), edgeType }
}
