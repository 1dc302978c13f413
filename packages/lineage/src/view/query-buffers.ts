import { VERTEX_TYPES } from '../model/vertex.ts'
import { BfsBuffer } from './bfs-buffer.ts'

/** The most sets of unused working memory that a lineage keeps. */
const MOST_KEPT = 2

/** The working memory of queries that run at the same time. */
export class BufferPool {
  readonly #free: QueryBuffers[] = []

  /** Working memory that no other query uses until it is put back. */
  take(): QueryBuffers {
    return this.#free.pop() ?? new QueryBuffers()
  }

  put(buffers: QueryBuffers): void {
    if (this.#free.length < MOST_KEPT) this.#free.push(buffers)
  }
}

/**
 * Working memory of one query after the other, grown to the largest. Nothing in it is valid after the query. Queries that
 * run in slices have one each.
 */
export class QueryBuffers {
  /** The walk towards the sources of the data. */
  readonly up: BfsBuffer = new BfsBuffer()
  /** The walk towards the uses of the data. */
  readonly down: BfsBuffer = new BfsBuffer()
  /** By vertex type, the vertices of the hop that is being counted; all 0 between two hops. */
  readonly typeCounts: Uint32Array = new Uint32Array(VERTEX_TYPES.length)
  /** Written by a loop that only reads ahead, so that the compiler keeps the loop. */
  lastFetched = 0
  #order = createOrderColumns(256)
  #sort = createSortColumns(1024)
  #laterCounts = new Uint32Array(64)
  #edgeKeys = new Uint32Array(64)

  /** Columns for the order of an answer of up to `count` vertices. */
  order(count: number): OrderColumns {
    if (this.#order.vertices.length < count) this.#order = createOrderColumns(2 * count)
    return this.#order
  }

  /** Columns for sorting `count` vertices. */
  sort(count: number): SortColumns {
    if (this.#sort.labels.length < count) this.#sort = createSortColumns(2 * count)
    return this.#sort
  }

  /** For `count` positions of an answer and one more, how many edges have their later end there; all 0. */
  laterCounts(count: number): Uint32Array {
    if (this.#laterCounts.length <= count) this.#laterCounts = new Uint32Array(2 * count)
    return this.#laterCounts.fill(0, 0, count + 1)
  }

  /** Room for the sort keys of `count` edges. */
  edgeKeys(count: number): Uint32Array {
    if (this.#edgeKeys.length < count) this.#edgeKeys = new Uint32Array(2 * count)
    return this.#edgeKeys
  }
}

/** By position in an answer. */
export interface OrderColumns {
  readonly vertices: Uint32Array
  /** Place in the upward queue; negative when the vertex is not there. */
  readonly upPlaces: Int32Array
  /** Place in the downward queue; negative when the vertex is not there. */
  readonly downPlaces: Int32Array
  /** While a hop is being sorted: in which queue the vertex is, and where. */
  readonly tags: Uint32Array
}

/** Columns of a radix sort: labels, two orders that are sorted in turn, and the starts of the digits. */
export interface SortColumns {
  readonly labels: Uint32Array
  readonly order: Uint32Array
  readonly other: Uint32Array
  readonly starts: Uint32Array
}

function createOrderColumns(length: number): OrderColumns {
  return {
    vertices: new Uint32Array(length),
    upPlaces: new Int32Array(length),
    downPlaces: new Int32Array(length),
    tags: new Uint32Array(length),
  }
}

function createSortColumns(length: number): SortColumns {
  return {
    labels: new Uint32Array(length),
    order: new Uint32Array(length),
    other: new Uint32Array(length),
    starts: new Uint32Array(2049),
  }
}
