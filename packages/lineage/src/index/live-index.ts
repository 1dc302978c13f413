import { runToEnd, type SlicedWork, sortInSlices } from '@tributary/core/internal'
import type { VertexAdvice } from '../model/errors.ts'
import { compareVertices, VERTEX_TYPES, type Vertex, type VertexRef } from '../model/vertex.ts'
import { adviceOn, type KnownIds } from '../store/known-ids.ts'
import type { EdgeData, NodeData, Store } from '../store/store.ts'
import { BufferPool, type QueryBuffers } from '../view/query-buffers.ts'
import { FREE, type LineageView, type PinnedView } from '../view/view.ts'
import { Arena } from './arena.ts'
import { VertexLabels } from './vertex-labels.ts'
import { VertexNumbers } from './vertex-numbers.ts'
import { VertexTable } from './vertex-table.ts'

/** Marks a node that the index under construction has not numbered yet. */
const UNNUMBERED = -2

/** Nodes or edges read between two yields: less than a millisecond of work. */
const AT_ONCE = 2048

/** Up to so many vertices are sorted synchronously on demand. */
const SORTED_AT_ONCE = 20_000

const TYPE_NUMBERS: ReadonlyMap<string, number> = new Map(
  VERTEX_TYPES.map((type, number) => [type, number]),
)

/**
 * The adjacency of a graphology graph as arrays, kept up to date by the events of the graph until it is detached. While a
 * view of it is pinned, the first change copies the arrays and leaves the old ones to the pinned view.
 */
export class LiveIndex implements LineageView {
  types: Uint8Array
  sources: Arena = new Arena(new Uint32Array(0))
  targets: Arena = new Arena(new Uint32Array(0))
  readonly buffers: QueryBuffers
  readonly #pool = new BufferPool()
  readonly #store: Store
  readonly #ids: KnownIds
  /** Queries read no node of graphology. */
  #vertices = new VertexTable()
  #numbers: VertexNumbers
  readonly #free: number[] = []
  #labels: VertexLabels | null = null
  /** Numbers whose vertex changed while labels are being made; null at other times. */
  #changed: Set<number> | null = null
  #isDetached = false
  /** How many pinned views share the arrays. */
  #sharing = { count: 0 }
  #listeners: Listeners | null = null

  private constructor(store: Store, ids: KnownIds) {
    this.#store = store
    this.#ids = ids
    this.types = new Uint8Array(store.graph.order).fill(FREE)
    this.#numbers = new VertexNumbers(this.#vertices, store.graph.order)
    this.buffers = this.#pool.take()
  }

  /**
   * Makes the index of a store that does not change meanwhile. `inOrder` has the nodes by type and id. With it vertices
   * are numbered in that order, so that vertices listed together are close in memory and neighbours need no sorting.
   */
  static *build(
    store: Store,
    ids: KnownIds,
    inOrder: readonly NodeData[] | null = null,
  ): SlicedWork<LiveIndex> {
    const index = new LiveIndex(store, ids)
    yield* index.#numberAll(inOrder)
    yield* index.#fill()
    if (inOrder !== null) yield* index.#label(inOrder)
    index.#listeners = index.#attach()
    return index
  }

  /** Every vertex number is below this. */
  get size(): number {
    return this.#vertices.size
  }

  /** Size of the arrays in bytes. */
  get byteLength(): number {
    const parts = [this.types, this.sources, this.targets, this.#vertices, this.#numbers]
    return parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }

  get vertexCount(): number {
    return this.#store.graph.order
  }

  get edgeCount(): number {
    return this.#store.edgeCount
  }

  numberOf(ref: VertexRef): number {
    return this.#numbers.find(ref)
  }

  advice(ref: VertexRef): VertexAdvice {
    return adviceOn(ref, this.#store, this.#ids)
  }

  /** The vertex behind a number in use. */
  vertexAt(number: number): Vertex {
    return this.#vertices.vertexAt(number)!
  }

  refAt(number: number): VertexRef {
    return this.#vertices.refAt(number)
  }

  /** See `LineageView`. Makes labels on demand for a small graph only; {@link prepare} makes them for a large one. */
  labels(wanted: number): Uint32Array | null {
    if (this.#labels === null && wanted > 256 && this.size <= SORTED_AT_ONCE) {
      runToEnd(this.#label(runToEnd(this.#used()).sort(compareNumbered)))
    }
    return this.#labels?.byNumber ?? null
  }

  /** Makes the labels for any number of vertices. The graph may change meanwhile. */
  *prepare(): SlicedWork<void> {
    if (this.#labels !== null || this.#changed !== null) return
    this.#changed = new Set()
    try {
      yield* this.#label(yield* sortInSlices(yield* this.#used(), compareNumbered))
    } finally {
      this.#changed = null
    }
  }

  pin(): PinnedView {
    const { types, sources, targets, size, vertexCount, edgeCount } = this
    const vertices = this.#vertices
    const numbers = this.#numbers
    const labels = this.#labels
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
        if (sharing === this.#sharing) return this.labels(wanted)
        return labels?.byNumber ?? null
      },
      advice: (ref: VertexRef) => this.advice(ref),
    }
    const share = (): PinnedView => {
      const buffers = this.#pool.take()
      let isPinned = true
      sharing.count += 1
      const release = (): void => {
        if (!isPinned) return
        isPinned = false
        sharing.count -= 1
        this.#pool.put(buffers)
      }
      return { ...parts, buffers, pin: share, release }
    }
    return share()
  }

  /** Stops following the graph. */
  detach(): void {
    this.#isDetached = true
    for (const [event, listener] of Object.entries(this.#listeners ?? {})) {
      this.#store.graph.off(event as keyof Listeners, listener)
    }
  }

  /** Leaves the arrays to the views that share them, before a change. */
  #own(): void {
    if (this.#sharing.count === 0) return
    this.#sharing = { count: 0 }
    this.types = this.types.slice()
    this.sources = this.sources.clone()
    this.targets = this.targets.clone()
    this.#vertices = this.#vertices.clone()
    this.#numbers = this.#numbers.clone(this.#vertices)
    this.#labels = this.#labels?.clone() ?? null
  }

  #attach(): Listeners {
    const numberOf = (key: string): number => this.#store.graph.getNodeAttribute(key, 'number')
    const listeners: Listeners = {
      nodeAdded: ({ attributes }) => this.#addNode(attributes),
      nodeDropped: ({ attributes }) => this.#dropNode(attributes),
      nodeAttributesUpdated: ({ attributes: { number, vertex } }) => {
        this.#own()
        this.#vertices.update(number, vertex)
      },
      edgeAdded: ({ source, target, attributes }) => {
        const types = this.#store.sourceSets.typesOf(attributes.sourceSet)
        this.#addEdge(numberOf(source), numberOf(target), types)
      },
      edgeDropped: ({ source, target }) => {
        this.#own()
        this.targets.remove(numberOf(source), numberOf(target))
        this.sources.remove(numberOf(target), numberOf(source))
      },
      edgeAttributesUpdated: ({ key, attributes }) => {
        const source = numberOf(this.#store.graph.source(key))
        const target = numberOf(this.#store.graph.target(key))
        const types = this.#store.sourceSets.typesOf(attributes.sourceSet)
        this.#own()
        this.targets.setTypes(source, target, types)
        this.sources.setTypes(target, source, types)
      },
      edgesCleared: () => this.#clearEdges(),
      cleared: () => this.#clear(),
    }
    for (const [event, listener] of Object.entries(listeners)) {
      this.#store.graph.on(event as keyof Listeners, listener)
    }
    return listeners
  }

  *#numberAll(inOrder: readonly NodeData[] | null): SlicedWork<void> {
    let seen = 0
    for (const node of this.#store.nodes()) {
      node.number = UNNUMBERED
      if (++seen % AT_ONCE === 0) yield
    }
    for (const nodes of [inOrder ?? [], this.#store.nodes()]) {
      for (const node of nodes) {
        if (node.number === UNNUMBERED) this.#number(node)
        if (++seen % AT_ONCE === 0) yield
      }
    }
  }

  /** Reversing twice sorts the neighbours of every vertex by number. */
  *#fill(): SlicedWork<void> {
    const { graph, sourceSets } = this.#store
    const inDegrees = new Uint32Array(graph.order)
    const outDegrees = new Uint32Array(graph.order)
    let seen = 0
    for (const { node, attributes } of graph.nodeEntries()) {
      inDegrees[attributes.number] = graph.inDegree(node)
      outDegrees[attributes.number] = graph.outDegree(node)
      if (++seen % AT_ONCE === 0) yield
    }
    this.sources = new Arena(inDegrees)
    this.targets = new Arena(outDegrees)
    for (const { attributes, sourceAttributes, targetAttributes } of graph.edgeEntries()) {
      const types = sourceSets.typesOf(attributes.sourceSet)
      this.targets.add(sourceAttributes.number, targetAttributes.number, types)
      if (++seen % AT_ONCE === 0) yield
    }
    yield* this.targets.turnInto(this.sources)
    yield* this.sources.turnInto(this.targets)
  }

  #addEdge(source: number, target: number, types: number): void {
    this.#own()
    this.targets.add(source, target, types)
    this.sources.add(target, source, types)
  }

  #addNode(node: NodeData): void {
    this.#own()
    const number = this.#number(node)
    this.#changed?.add(number)
    this.sources.reserve(number + 1)
    this.targets.reserve(number + 1)
    this.#labels?.add(number, node.vertex)
  }

  #dropNode({ number }: NodeData): void {
    this.#own()
    this.#changed?.add(number)
    this.#numbers.remove(this.vertexAt(number))
    this.types[number] = FREE
    this.#vertices.drop(number)
    this.#free.push(number)
    this.#labels?.drop(number)
  }

  #clearEdges(): void {
    this.#own()
    this.sources.clear()
    this.targets.clear()
  }

  #clear(): void {
    this.#clearEdges()
    this.types.fill(FREE)
    this.#vertices.clear()
    this.#numbers.clear()
    this.#free.length = 0
    // Labels that are being made are of vertices that are gone.
    this.#labels = this.#changed && new VertexLabels([], new Uint32Array(0), 0)
  }

  /** Assigns a number to a node. */
  #number(node: NodeData): number {
    const number = this.#free.pop() ?? this.size
    if (number >= this.types.length) {
      const larger = new Uint8Array(Math.ceil(number * 1.5) + 16).fill(FREE)
      larger.set(this.types)
      this.types = larger
    }
    this.types[number] = TYPE_NUMBERS.get(node.vertex.vertexType)!
    this.#vertices.set(number, node.vertex)
    this.#numbers.add(node.vertex, number)
    node.number = number
    return number
  }

  /** Labels all vertices: those of `sorted`, except those that changed since it was made, and then these. */
  *#label(sorted: readonly Numbered[]): SlicedWork<void> {
    const numbers = new Uint32Array(sorted.length)
    const refs: Vertex[] = []
    for (const { number, vertex } of sorted) {
      numbers[refs.length] = number
      refs.push(vertex)
      if (refs.length % AT_ONCE === 0) yield
    }
    if (this.#labels !== null || this.#isDetached) return
    const labels = new VertexLabels(refs, numbers, this.size)
    for (const number of this.#changed ?? []) {
      if (labels.byNumber[number]! > 0) labels.drop(number)
      const vertex = this.#vertices.vertexAt(number)
      if (vertex !== undefined) labels.add(number, vertex)
    }
    this.#labels = labels
  }

  *#used(): SlicedWork<Numbered[]> {
    const used: Numbered[] = []
    for (let number = 0; number < this.size; number++) {
      const vertex = this.#vertices.vertexAt(number)
      if (vertex !== undefined) used.push({ number, vertex })
      if (number % AT_ONCE === 0) yield
    }
    return used
  }
}

interface Numbered {
  readonly number: number
  readonly vertex: Vertex
}

function compareNumbered(a: Numbered, b: Numbered): number {
  return compareVertices(a.vertex, b.vertex)
}

/** The graph events that the index handles. */
interface Listeners {
  readonly nodeAdded: (event: { readonly attributes: NodeData }) => void
  readonly nodeDropped: (event: { readonly attributes: NodeData }) => void
  readonly nodeAttributesUpdated: (event: { readonly attributes: NodeData }) => void
  readonly edgeAdded: (event: EdgeEvent) => void
  readonly edgeDropped: (event: EdgeEvent) => void
  readonly edgeAttributesUpdated: (event: {
    readonly key: string
    readonly attributes: EdgeData
  }) => void
  readonly edgesCleared: () => void
  readonly cleared: () => void
}

interface EdgeEvent {
  readonly source: string
  readonly target: string
  readonly attributes: EdgeData
}
