import type { SlicedWork } from '@tributary/core/internal'
import { toVertexRef, type Vertex, type VertexRef } from '../model/vertex.ts'

/** Vertices of one block: 2 to the power of this. */
const BITS = 11
const REST = (1 << BITS) - 1

type Entry = Vertex | VertexRef | undefined

/**
 * Vertices by number. A vertex and its reference are adjacent, because answers need both and every place read costs
 * a cache miss on a large graph. They are in blocks, because one array of all would be copied in one piece when it grows.
 */
export class VertexTable {
  /** Every number in use is below this. */
  size = 0
  /** In the block of a number, at its rest times two the vertex, after it its reference once it was requested. */
  readonly #blocks: Entry[][] = []

  /** Size of the pointers in bytes. */
  get byteLength(): number {
    return this.size * 16
  }

  /** A copy; changes of one do not show in the other. */
  *clone(): SlicedWork<VertexTable> {
    const copy = new VertexTable()
    for (const block of this.#blocks) {
      copy.#blocks.push(block.slice())
      yield
    }
    copy.size = this.size
    return copy
  }

  /** The vertex behind a number; undefined when the number is not in use. */
  vertexAt(number: number): Vertex | undefined {
    return this.#blocks[number >>> BITS]?.[2 * (number & REST)] as Vertex | undefined
  }

  /** The reference of the vertex behind a number in use, the same object every time. */
  refAt(number: number): VertexRef {
    const block = this.#blocks[number >>> BITS]!
    const at = 2 * (number & REST)
    const cachedRef = block[at + 1]
    if (cachedRef !== undefined) return cachedRef
    const ref = toVertexRef(block[at]!)
    block[at + 1] = ref
    return ref
  }

  /** Assigns a number to a vertex. The number is or was in use, or is the next. */
  set(number: number, vertex: Vertex): void {
    if (number === this.size) {
      this.size += 1
      if ((number & REST) === 0) this.#blocks.push([])
    }
    this.#write(number, vertex, undefined)
  }

  /** Replaces the fields of the vertex behind a number. */
  update(number: number, vertex: Vertex): void {
    this.#blocks[number >>> BITS]![2 * (number & REST)] = vertex
  }

  drop(number: number): void {
    this.#write(number, undefined, undefined)
  }

  #write(number: number, vertex: Entry, ref: Entry): void {
    const block = this.#blocks[number >>> BITS]!
    const at = 2 * (number & REST)
    block[at] = vertex
    block[at + 1] = ref
  }
}
