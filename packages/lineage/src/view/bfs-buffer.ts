/**
 * Working memory of one breadth-first walk: which vertices it has found, and in which order. Nothing in the buffer
 * outlives the walk.
 */
export class BfsBuffer {
  /** The vertices found, in the order in which they were found. */
  queue: Uint32Array = new Uint32Array(0)
  /** By vertex number: its place in `queue` plus `base` when found; anything below `base` is of an older walk. */
  marks: Uint32Array = new Uint32Array(0)
  base = 1
  count = 0
  /**
   * The links of the walk, by the vertex from which it went on, in the order of `queue`: the place of the other end times 16,
   * plus the bit mask of the edge types, plus four times the mask of those for which an edge exists.
   */
  hits: Uint32Array = new Uint32Array(256)
  /** By place in `queue`, the end of the vertex's hits; those of the next vertex begin there. */
  hitEnds: Uint32Array = new Uint32Array(0)
  #positions: Uint32Array = new Uint32Array(64)

  /** Empties the buffer and makes room for vertices below `size`. Takes constant time unless it must grow. */
  begin(size: number): void {
    const next = this.base + this.count
    this.count = 0
    if (size > this.marks.length) {
      const room = Math.ceil(size * 1.25)
      this.queue = new Uint32Array(room)
      this.marks = new Uint32Array(room)
      this.hitEnds = new Uint32Array(room)
      this.base = 1
    } else if (next + size > 0xffff_ffff) {
      this.marks.fill(0)
      this.base = 1
    } else {
      this.base = next
    }
  }

  /** Removes all vertices but the first `count`. */
  cut(count: number): void {
    for (let place = count; place < this.count; place++) this.marks[this.queue[place]!] = 0
    this.count = count
  }

  /** By place in the queue, room for the vertex's position in an answer, filled with `NOT_LISTED`. */
  positions(): Uint32Array {
    if (this.#positions.length < this.count) this.#positions = new Uint32Array(this.count * 2)
    return this.#positions.fill(NOT_LISTED, 0, this.count)
  }

  /** The hits, with room for `more` after the first `count`. */
  reserveHits(count: number, more: number): Uint32Array {
    if (count + more > this.hits.length) {
      const larger = new Uint32Array(2 * (count + more))
      larger.set(this.hits.subarray(0, count))
      this.hits = larger
    }
    return this.hits
  }

  /** Appends a vertex that is not in the queue. */
  add(vertex: number): void {
    this.marks[vertex] = this.base + this.count
    this.queue[this.count] = vertex
    this.count += 1
  }

  /** The place of a vertex in the queue; negative when it is not there. */
  placeOf(vertex: number): number {
    return this.marks[vertex]! - this.base
  }

  /** Whether the vertex is in the queue. */
  has(vertex: number): boolean {
    return this.marks[vertex]! >= this.base
  }
}

/** In {@link BfsBuffer.positions}: the vertex is not in the answer. */
export const NOT_LISTED = 0xffff_ffff
