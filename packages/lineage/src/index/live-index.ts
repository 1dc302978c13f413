import type { VertexAdvice } from '../model/errors.ts'
import { compareVertices, VERTEX_TYPES, type Vertex, type VertexRef } from '../model/vertex.ts'
import { adviceOn, type KnownIds } from '../store/known-ids.ts'
import type { EdgeData, NodeData, Store } from '../store/store.ts'
import { QueryBuffers } from '../view/query-buffers.ts'
import { FREE, type LineageView } from '../view/view.ts'
import { Arena } from './arena.ts'
import { sortInSlices } from './sort-in-slices.ts'
import { VertexLabels } from './vertex-labels.ts'
import { VertexNumbers } from './vertex-numbers.ts'
import { VertexTable } from './vertex-table.ts'

/** Marks a node that the index under construction has not numbered yet. */
const UNNUMBERED = -2

/** Up to so many vertices are sorted synchronously on demand. */
const SORTED_AT_ONCE = 20_000

const TYPE_NUMBERS: ReadonlyMap<string, number> = new Map(
  VERTEX_TYPES.map((type, number) => [type, number]),
)

/**
 * The adjacency of a graphology graph as arrays, made in one pass and then kept up to date by the events of the
 * graph until it is detached.
 */
export class LiveIndex implements LineageView {
  types: Uint8Array
  readonly sources: Arena
  readonly targets: Arena
  readonly buffers: QueryBuffers = new QueryBuffers()
  readonly #store: Store
  readonly #ids: KnownIds
  /** Queries read no node of graphology. */
  readonly #vertices = new VertexTable()
  readonly #numbers: VertexNumbers
  readonly #free: number[] = []
  #labels: VertexLabels | null = null
  #isDetached = false
  readonly #listeners: Listeners

  /**
   * `inOrder` has the nodes by type and id; nodes added or removed since it was made are tolerated. With it vertices
   * are numbered in that order, so that vertices listed together are close in memory and neighbours need no sorting.
   */
  constructor(store: Store, ids: KnownIds, inOrder: readonly NodeData[] | null = null) {
    const { graph } = store
    this.#store = store
    this.#ids = ids
    this.types = new Uint8Array(graph.order).fill(FREE)
    this.#numbers = new VertexNumbers(this.#vertices, graph.order)
    this.#numberAll(inOrder)
    const inDegrees = new Uint32Array(graph.order)
    const outDegrees = new Uint32Array(graph.order)
    graph.forEachNode((key, { number }) => {
      inDegrees[number] = graph.inDegree(key)
      outDegrees[number] = graph.outDegree(key)
    })
    this.sources = new Arena(inDegrees)
    this.targets = new Arena(outDegrees)
    this.#fill()
    if (inOrder !== null) this.#label(inOrder)
    this.#listeners = this.#attach()
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
      this.#label(this.#used().sort(compareNumbered))
    }
    return this.#labels?.byNumber ?? null
  }

  /** Makes the labels for any number of vertices without blocking the event loop. */
  async prepare(): Promise<void> {
    if (this.#labels !== null) return
    const sorted = await sortInSlices(this.#used(), compareNumbered)
    if (this.#labels === null && !this.#isDetached) this.#label(sorted)
  }

  /** Stops following the graph. */
  detach(): void {
    this.#isDetached = true
    for (const [event, listener] of Object.entries(this.#listeners)) {
      this.#store.graph.off(event as keyof Listeners, listener)
    }
  }

  #attach(): Listeners {
    const numberOf = (key: string): number => this.#store.graph.getNodeAttribute(key, 'number')
    const listeners: Listeners = {
      nodeAdded: ({ attributes }) => this.#addNode(attributes),
      nodeDropped: ({ attributes }) => this.#dropNode(attributes),
      nodeAttributesUpdated: ({ attributes: { number, vertex } }) => {
        this.#vertices.update(number, vertex)
      },
      edgeAdded: ({ source, target, attributes }) => {
        const types = this.#store.sourceSets.typesOf(attributes.sourceSet)
        this.#addEdge(numberOf(source), numberOf(target), types)
      },
      edgeDropped: ({ source, target }) => {
        this.targets.remove(numberOf(source), numberOf(target))
        this.sources.remove(numberOf(target), numberOf(source))
      },
      edgeAttributesUpdated: ({ key, attributes }) => {
        const source = numberOf(this.#store.graph.source(key))
        const target = numberOf(this.#store.graph.target(key))
        const types = this.#store.sourceSets.typesOf(attributes.sourceSet)
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

  #numberAll(inOrder: readonly NodeData[] | null): void {
    const { graph } = this.#store
    graph.forEachNode((_key, node) => {
      node.number = UNNUMBERED
    })
    for (const node of inOrder ?? []) if (node.number === UNNUMBERED) this.#number(node)
    graph.forEachNode((_key, node) => {
      if (node.number === UNNUMBERED) this.#number(node)
    })
  }

  /** Reversing twice sorts the neighbours of every vertex by number. */
  #fill(): void {
    const { graph, sourceSets } = this.#store
    graph.forEachEdge((_key, { sourceSet }, _source, _target, source, target) => {
      this.targets.add(source.number, target.number, sourceSets.typesOf(sourceSet))
    })
    this.targets.turnInto(this.sources)
    this.sources.turnInto(this.targets)
  }

  #addEdge(source: number, target: number, types: number): void {
    this.targets.add(source, target, types)
    this.sources.add(target, source, types)
  }

  #addNode(node: NodeData): void {
    const number = this.#number(node)
    this.sources.reserve(number + 1)
    this.targets.reserve(number + 1)
    this.#labels?.add(number, node.vertex)
  }

  #dropNode({ number }: NodeData): void {
    this.#numbers.remove(this.vertexAt(number))
    this.types[number] = FREE
    this.#vertices.drop(number)
    this.#free.push(number)
    this.#labels?.drop(number)
  }

  #clearEdges(): void {
    this.sources.clear()
    this.targets.clear()
  }

  #clear(): void {
    this.#clearEdges()
    this.types.fill(FREE)
    this.#vertices.clear()
    this.#numbers.clear()
    this.#free.length = 0
    this.#labels = null
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

  /** Labels all vertices; vertices added or removed since `sorted` was made are tolerated. */
  #label(sorted: readonly Numbered[]): void {
    const left = sorted.filter(({ number, vertex }) => this.#vertices.vertexAt(number) === vertex)
    const numbers = Uint32Array.from(left, ({ number }) => number)
    const refs = left.map(({ vertex }) => vertex)
    this.#labels = new VertexLabels(refs, numbers, this.size)
    if (left.length === this.vertexCount) return
    const labelled = new Set(numbers)
    for (const { number, vertex } of this.#used()) {
      if (!labelled.has(number)) this.#labels.add(number, vertex)
    }
  }

  #used(): Numbered[] {
    const used: Numbered[] = []
    for (let number = 0; number < this.size; number++) {
      const vertex = this.#vertices.vertexAt(number)
      if (vertex !== undefined) used.push({ number, vertex })
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
