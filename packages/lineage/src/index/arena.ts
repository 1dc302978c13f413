import type { AdjacencyLists } from '../view/view.ts'

/** How many words a block of a size class holds; class 0 is no block. */
const wordsOf = (sizeClass: number): number => (sizeClass === 0 ? 0 : 1 << (sizeClass - 1))

/** The smallest class whose block holds `count` words. */
const classOf = (count: number): number => (count === 0 ? 0 : 33 - Math.clz32(count - 1))

/**
 * The neighbours of every vertex in one direction, as blocks of one large array. Adding is O(1) on
 * average, changing and removing cost the vertex's degree; blocks are sized by powers of two, and a block
 * that is left or emptied serves the next vertex that needs its size.
 */
export class Arena implements AdjacencyLists {
  starts: Uint32Array
  counts: Uint32Array
  words: Uint32Array
  #classes: Uint8Array
  #used = 0
  readonly #free: number[][] = Array.from({ length: 33 }, () => [])

  /** An arena with a block for each vertex that has neighbours, as many as `degrees` says, still empty. */
  constructor(degrees: Uint32Array) {
    const size = degrees.length
    this.starts = new Uint32Array(size)
    this.counts = new Uint32Array(size)
    this.#classes = new Uint8Array(size)
    for (let vertex = 0; vertex < size; vertex++) {
      const sizeClass = classOf(degrees[vertex]!)
      this.#classes[vertex] = sizeClass
      this.starts[vertex] = this.#used
      this.#used += wordsOf(sizeClass)
    }
    this.words = new Uint32Array(this.#used)
  }

  /** Bytes of its arrays. */
  get byteLength(): number {
    const { starts, counts, words } = this
    return starts.byteLength + counts.byteLength + words.byteLength + this.#classes.byteLength
  }

  /** Makes room for vertices below `size`. */
  reserve(size: number): void {
    if (size <= this.starts.length) return
    const room = Math.max(size, Math.ceil(this.starts.length * 1.5), 16)
    this.starts = grown(this.starts, room)
    this.counts = grown(this.counts, room)
    const classes = new Uint8Array(room)
    classes.set(this.#classes)
    this.#classes = classes
  }

  /** Adds a neighbour that is not there yet. */
  add(vertex: number, neighbour: number, types: number): void {
    const count = this.counts[vertex]!
    if (count === wordsOf(this.#classes[vertex]!)) this.#moveToLarger(vertex)
    this.words[this.starts[vertex]! + count] = (neighbour << 2) | types
    this.counts[vertex] = count + 1
  }

  /**
   * Gives `other`, whose blocks must be large enough, these links and no others, turned round: there the neighbours
   * of a vertex stand in the order of their numbers.
   */
  turnInto(other: Arena): void {
    const { starts, counts, words } = this
    other.counts.fill(0)
    for (let vertex = 0; vertex < starts.length; vertex++) {
      const end = starts[vertex]! + counts[vertex]!
      for (let at = starts[vertex]!; at < end; at++) {
        const word = words[at]!
        const neighbour = word >>> 2
        const count = other.counts[neighbour]!
        other.words[other.starts[neighbour]! + count] = (vertex << 2) | (word & 3)
        other.counts[neighbour] = count + 1
      }
    }
  }

  /** Sets the types towards a neighbour that is there. */
  setTypes(vertex: number, neighbour: number, types: number): void {
    this.words[this.#find(vertex, neighbour)] = (neighbour << 2) | types
  }

  /** Takes a neighbour away that is there; the last one takes its place. */
  remove(vertex: number, neighbour: number): void {
    const at = this.#find(vertex, neighbour)
    const last = this.counts[vertex]! - 1
    this.words[at] = this.words[this.starts[vertex]! + last]!
    this.counts[vertex] = last
    if (last === 0) this.#release(vertex)
  }

  /** Takes every neighbour of every vertex away and gives the room back. */
  clear(): void {
    this.counts.fill(0)
    this.#classes.fill(0)
    this.words = new Uint32Array(0)
    this.#used = 0
    for (const list of this.#free) list.length = 0
  }

  #find(vertex: number, neighbour: number): number {
    const start = this.starts[vertex]!
    const end = start + this.counts[vertex]!
    for (let at = start; at < end; at++) if (this.words[at]! >>> 2 === neighbour) return at
    throw new RangeError(`The index has no edge between vertices ${vertex} and ${neighbour}.`)
  }

  #release(vertex: number): void {
    const sizeClass = this.#classes[vertex]!
    if (sizeClass !== 0) this.#free[sizeClass]!.push(this.starts[vertex]!)
    this.#classes[vertex] = 0
  }

  #moveToLarger(vertex: number): void {
    const from = this.starts[vertex]!
    const sizeClass = this.#classes[vertex]! + 1
    const to = this.#free[sizeClass]!.pop() ?? this.#append(sizeClass)
    this.words.copyWithin(to, from, from + this.counts[vertex]!)
    this.#release(vertex)
    this.starts[vertex] = to
    this.#classes[vertex] = sizeClass
  }

  #append(sizeClass: number): number {
    const start = this.#used
    this.#used += wordsOf(sizeClass)
    if (this.#used > this.words.length) {
      this.words = grown(this.words, Math.max(this.#used, Math.ceil(this.words.length * 1.5), 64))
    }
    return start
  }
}

function grown(array: Uint32Array, length: number): Uint32Array {
  const larger = new Uint32Array(length)
  larger.set(array)
  return larger
}
