import { toVertexRef, type Vertex, type VertexRef } from '../model/vertex.ts'

/**
 * What each vertex number stands for. What a vertex says and what identifies it are next to each other, because an
 * answer wants both, and on a large graph each place that it reads is a wait for memory.
 */
export class VertexTable {
  /** By number times two the vertex, behind it its reference once somebody has asked for it. */
  readonly #entries: (Vertex | VertexRef | undefined)[] = []

  /** Every number in use is below this. */
  get size(): number {
    return this.#entries.length >>> 1
  }

  /** Bytes of its pointers. */
  get byteLength(): number {
    return this.#entries.length * 8
  }

  /** The vertex behind a number; undefined when the number is not in use. */
  vertexAt(number: number): Vertex | undefined {
    return this.#entries[2 * number] as Vertex | undefined
  }

  /** What identifies the vertex behind a number in use, the same object every time. */
  refAt(number: number): VertexRef {
    const known = this.#entries[2 * number + 1]
    if (known !== undefined) return known
    const ref = toVertexRef(this.#entries[2 * number]!)
    this.#entries[2 * number + 1] = ref
    return ref
  }

  /** Gives a number to another vertex. The number is in use, or was, or is the next. */
  set(number: number, vertex: Vertex): void {
    this.#entries[2 * number] = vertex
    this.#entries[2 * number + 1] = undefined
  }

  /** Notes what the vertex behind a number says now. */
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
