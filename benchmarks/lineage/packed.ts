/** The neighbours of all vertices in one direction, packed without a gap, and a walk over them. */
export class Packed {
  readonly starts: Uint32Array
  readonly neighbours: Uint32Array
  readonly types: Uint8Array
  /** The vertices of the last walk, in the order in which they were met, and in how many hops. */
  readonly queue: Uint32Array
  readonly hops: Uint32Array
  /** By vertex, `base` plus its place in the queue when the last walk met it. */
  readonly marks: Uint32Array
  base = 1

  constructor(size: number, from: Uint32Array, to: Uint32Array, types: Uint8Array) {
    this.starts = new Uint32Array(size + 1)
    for (const vertex of from) this.starts[vertex + 1]! += 1
    for (let vertex = 0; vertex < size; vertex++) this.starts[vertex + 1]! += this.starts[vertex]!
    const next = this.starts.slice()
    this.neighbours = new Uint32Array(from.length)
    this.types = new Uint8Array(from.length)
    for (let i = 0; i < from.length; i++) {
      const place = next[from[i]!]!++
      this.neighbours[place] = to[i]!
      this.types[place] = types[i]!
    }
    this.queue = new Uint32Array(size)
    this.hops = new Uint32Array(size)
    this.marks = new Uint32Array(size)
  }

  /** Walks breadth first; gives how many vertices there are. */
  walk(root: number, steps: number): number {
    const { starts, neighbours, queue, hops, marks } = this
    if (this.base + 2 * queue.length > 0xffff_ffff) {
      marks.fill(0)
      this.base = 1
    }
    const { base } = this
    marks[root] = base
    queue[0] = root
    hops[0] = 0
    let count = 1
    for (let place = 0; place < count && hops[place]! < steps; place++) {
      const vertex = queue[place]!
      const end = starts[vertex + 1]!
      for (let at = starts[vertex]!; at < end; at++) {
        const neighbour = neighbours[at]!
        if (marks[neighbour]! >= base) continue
        marks[neighbour] = base + count
        queue[count] = neighbour
        hops[count] = hops[place]! + 1
        count += 1
      }
    }
    return count
  }

  /** Forgets the last walk. */
  done(count: number): void {
    this.base += count
  }
}
