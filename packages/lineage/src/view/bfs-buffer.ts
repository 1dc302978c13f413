/** In {@link Lane.positions}: the vertex stands nowhere in the answer. */
export const NOWHERE = 0xffff_ffff

/**
 * Working memory of one walk: which vertices it has met, and in which order. It is shared by all graphs of
 * the process, because a walk is over before anybody else can run; nothing in it outlives the walk.
 */
export class Lane {
  /** The vertices met, in the order in which they were met. */
  queue: Uint32Array = new Uint32Array(0)
  /** By vertex number: its place in `queue` plus `base` when met; anything below `base` is an older walk's. */
  marks: Uint32Array = new Uint32Array(0)
  base = 1
  count = 0
  /** The links of a walk that goes through vertices. */
  readonly links: Links = new Links()
  /**
   * The links of a walk that does not, by the vertex that it went on from, in the order of `queue`: the place of
   * the other end times four, plus the bit mask of the edge types.
   */
  hits: Uint32Array = new Uint32Array(256)
  /** By place in `queue`, where the hits of the vertex end; those of the next begin there. */
  hitEnds: Uint32Array = new Uint32Array(0)
  #positions: Uint32Array = new Uint32Array(64)

  /** Forgets the last walk and makes room for vertices below `size`. Costs nothing else in most cases. */
  begin(size: number): void {
    const next = this.base + this.count
    this.count = 0
    this.links.count = 0
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

  /** Forgets what was met after the first `count` vertices. */
  cut(count: number): void {
    for (let place = count; place < this.count; place++) this.marks[this.queue[place]!] = 0
    this.count = count
  }

  /** Room for where the vertex of each place of the queue stands in an answer; `NOWHERE` for all. */
  positions(): Uint32Array {
    if (this.#positions.length < this.count) this.#positions = new Uint32Array(this.count * 2)
    return this.#positions.fill(NOWHERE, 0, this.count)
  }

  /** The hits, with room for `more` behind the first `count`. */
  reserveHits(count: number, more: number): Uint32Array {
    if (count + more > this.hits.length) {
      const larger = new Uint32Array(2 * (count + more))
      larger.set(this.hits.subarray(0, count))
      this.hits = larger
    }
    return this.hits
  }

  /** Puts a vertex that was not met yet at the end of the queue. */
  meet(vertex: number): void {
    this.marks[vertex] = this.base + this.count
    this.queue[this.count] = vertex
    this.count += 1
  }

  /** The place of a vertex in the queue; negative when it was not met. */
  placeOf(vertex: number): number {
    return this.marks[vertex]! - this.base
  }

  /** Whether the walk has met the vertex. */
  has(vertex: number): boolean {
    return this.marks[vertex]! >= this.base
  }
}

/** The lanes of the process, one for each direction. */
export const LANES: { readonly up: Lane; readonly down: Lane } = {
  up: new Lane(),
  down: new Lane(),
}

/** Links that a walk used, as columns: from which vertex it went on, what it met there, and by what. */
export class Links {
  /** Places in the queue of the vertices that the walk went on from. */
  near: Uint32Array = new Uint32Array(64)
  /** Places in the queue of the vertices at the other end. */
  far: Uint32Array = new Uint32Array(64)
  /** Bit mask of the edge types; two bits higher those of them that nobody states, see `neighboursThrough`. */
  types: Uint8Array = new Uint8Array(64)
  count = 0

  /** Makes room for `more` links. */
  reserve(more: number): void {
    if (this.count + more <= this.near.length) return
    const room = Math.max(this.count + more, this.near.length * 2)
    const { near, far, types } = this
    this.near = new Uint32Array(room)
    this.far = new Uint32Array(room)
    this.types = new Uint8Array(room)
    this.near.set(near)
    this.far.set(far)
    this.types.set(types)
  }

  /** Adds a link; there must be room. */
  push(near: number, far: number, types: number): void {
    this.near[this.count] = near
    this.far[this.count] = far
    this.types[this.count] = types
    this.count += 1
  }
}
