import { toVertexRef, type Vertex, type VertexRef } from '../model/vertex.ts'

/**
 * Vertices by number. A vertex and its reference are adjacent, because answers need both and every place read costs
 * a cache miss on a large graph.
 */
export class VertexTable {
  /** At number times two the vertex, after it its reference once it was requested. */
  #entries: (Vertex | VertexRef | undefined)[] = []

  /** A copy; changes of one do not show in the other. */
  clone(): VertexTable {
    const copy = new VertexTable()
    copy.#entries = this.#entries.slice()
    return copy
  }

  /** Every number in use is below this. */
  get size(): number {
    return this.#entries.length >>> 1
  }

  /** Size of the pointers in bytes. */
  get byteLength(): number {
    return this.#entries.length * 8
  }

  /** The vertex behind a number; undefined when the number is not in use. */
  vertexAt(number: number): Vertex | undefined {
    return this.#entries[2 * number] as Vertex | undefined
  }

  /** The reference of the vertex behind a number in use, the same object every time. */
  refAt(number: number): VertexRef {
    const known = this.#entries[2 * number + 1]
    if (known !== undefined) return known
    const ref = toVertexRef(this.#entries[2 * number]!)
    this.#entries[2 * number + 1] = ref
    return ref
  }

  /** Assigns a number to a vertex. The number is or was in use, or is the next. */
  set(number: number, vertex: Vertex): void {
    this.#entries[2 * number] = vertex
    this.#entries[2 * number + 1] = undefined
  }

  /** Replaces the fields of the vertex behind a number. */
  update(number: number, vertex: Vertex): void {
    this.#entries[2 * number] = vertex
  }

  drop(number: number): void {
    this.#entries[2 * number] = undefined
    this.#entries[2 * number + 1] = undefined
  }

  clear(): void {
    this.#entries.length = 0
  }
}
