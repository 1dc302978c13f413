import type { SlicedWork } from '@tributary/core/internal'
import type { AdjacencyLists } from '../view/view.ts'

/** Vertices whose neighbours are turned between two yields. */
const TURNED_AT_ONCE = 8192

/** Number of words in a block of a size class; class 0 has no block. */
const wordsOf = (sizeClass: number): number => (sizeClass === 0 ? 0 : 1 << (sizeClass - 1))

/** The smallest class whose block holds `count` words. */
const classOf = (count: number): number => (count === 0 ? 0 : 33 - Math.clz32(count - 1))

/**
 * The neighbours of every vertex in one direction, as blocks of one large array. Adding takes amortised constant
 * time; changing and removing take time in proportion to the degree. Block sizes are powers of two, and a freed
 * block is reused for the next vertex that needs its size.
 */
export class Arena implements AdjacencyLists {
  starts: Uint32Array
  counts: Uint32Array
  words: Uint32Array
  #classes: Uint8Array
  #used = 0
  readonly #free: number[][] = Array.from({ length: 33 }, () => [])

  /** Reserves an empty block for each vertex, large enough for its degree. */
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

  /** Size of the arrays in bytes. */
  get byteLength(): number {
    const { starts, counts, words } = this
    return starts.byteLength + counts.byteLength + words.byteLength + this.#classes.byteLength
  }

  /** A copy; changes of one do not show in the other. */
  clone(): Arena {
    const copy = new Arena(new Uint32Array(0))
    copy.starts = this.starts.slice()
    copy.counts = this.counts.slice()
    copy.words = this.words.slice()
    copy.#classes = this.#classes.slice()
    copy.#used = this.#used
    for (const [sizeClass, list] of this.#free.entries()) copy.#free[sizeClass] = list.slice()
    return copy
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

  /** Adds a neighbour that is not in the list. */
  add(vertex: number, neighbour: number, types: number): void {
    const count = this.counts[vertex]!
    if (count === wordsOf(this.#classes[vertex]!)) this.#moveToLarger(vertex)
    this.words[this.starts[vertex]! + count] = (neighbour << 2) | types
    this.counts[vertex] = count + 1
  }

  /**
   * Replaces the content of `other`, whose blocks must be large enough, by the reversed links. There the neighbours
   * of a vertex are sorted by number.
   */
  *turnInto(other: Arena): SlicedWork<void> {
    const { starts } = this
    other.counts.fill(0)
    for (let from = 0; from < starts.length; from += TURNED_AT_ONCE) {
      this.#turnSome(other, from, Math.min(from + TURNED_AT_ONCE, starts.length))
      yield
    }
  }

  #turnSome(other: Arena, from: number, to: number): void {
    const { starts, counts, words } = this
    for (let vertex = from; vertex < to; vertex++) {
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

  /** Sets the types of a neighbour that is in the list. */
  setTypes(vertex: number, neighbour: number, types: number): void {
    this.words[this.#find(vertex, neighbour)] = (neighbour << 2) | types
  }

  /** Removes a neighbour that is in the list; the last one takes its place. */
  remove(vertex: number, neighbour: number): void {
    const at = this.#find(vertex, neighbour)
    const last = this.counts[vertex]! - 1
    this.words[at] = this.words[this.starts[vertex]! + last]!
    this.counts[vertex] = last
    if (last === 0) this.#release(vertex)
  }

  /** Removes all neighbours and frees the memory. */
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
