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
