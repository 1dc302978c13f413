import { inSpans, type SlicedWork } from '@tributary/core/internal'
import type { AdjacencyLists } from '../view/view.ts'

/** Vertices whose neighbours are turned between two yields. */
const TURNED_AT_ONCE = 8192

/** Number of words in a block of a size class; class 0 has no block. */
const countBlockWords = (sizeClass: number): number => (sizeClass === 0 ? 0 : 1 << (sizeClass - 1))

/** The smallest class whose block holds `count` words. */
const toSizeClass = (count: number): number => (count === 0 ? 0 : 33 - Math.clz32(count - 1))

/** The edges between a vertex and a neighbour. */
export interface Link {
  /** Bit mask of the edge types. */
  readonly types: number
  /** The sources of the edges, as a set of `SourceSets`; never 0. */
  readonly sourceSet: number
}

/**
 * The neighbours of every vertex in one direction, as blocks of one large array. Adding takes amortised constant
 * time; looking up, changing and removing take time in proportion to the degree. Block sizes are powers of two, and a
 * freed block is reused for the next vertex that needs its size.
 */
export class Arena implements AdjacencyLists {
  starts: Uint32Array = new Uint32Array(0)
  counts: Uint32Array = new Uint32Array(0)
  words: Uint32Array = new Uint32Array(0)
  /** By place of a word, the sources of the edges of the pair. */
  sourceSets: Uint32Array = new Uint32Array(0)
  #classes: Uint8Array = new Uint8Array(0)
  #used = 0
  readonly #free: number[][] = Array.from({ length: 33 }, () => [])

  /** An arena with an empty block for each vertex, large enough for its degree. */
  static *create(degrees: Uint32Array): SlicedWork<Arena> {
    const arena = new Arena()
    const size = degrees.length
    arena.starts = new Uint32Array(size)
    arena.counts = new Uint32Array(size)
    arena.#classes = new Uint8Array(size)
    yield* inSpans(size, (from, to) => {
      for (let vertex = from; vertex < to; vertex++) {
        const sizeClass = toSizeClass(degrees[vertex]!)
        arena.#classes[vertex] = sizeClass
        arena.starts[vertex] = arena.#used
        arena.#used += countBlockWords(sizeClass)
      }
    })
    arena.words = new Uint32Array(arena.#used)
    arena.sourceSets = new Uint32Array(arena.#used)
    return arena
  }

  /** Size of the arrays in bytes. */
  get byteLength(): number {
    const { starts, counts, words, sourceSets } = this
    const parts = [starts, counts, words, sourceSets, this.#classes]
    return parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }

  /** A copy; changes of one do not show in the other. */
  *clone(): SlicedWork<Arena> {
    const copy = new Arena()
    copy.#classes = this.#classes.slice()
    copy.#used = this.#used
    for (const [sizeClass, list] of this.#free.entries()) copy.#free[sizeClass] = list.slice()
    for (const name of ['starts', 'counts', 'words', 'sourceSets'] as const) {
      yield
      copy[name] = this[name].slice()
    }
    return copy
  }

  /** Makes room for vertices below `size`. */
  reserve(size: number): void {
    if (size <= this.starts.length) return
    const room = Math.max(size, Math.ceil(this.starts.length * 1.5), 16)
    this.starts = enlarge(this.starts, room)
    this.counts = enlarge(this.counts, room)
    const classes = new Uint8Array(room)
    classes.set(this.#classes)
    this.#classes = classes
  }

  /** Adds a neighbour that is not in the list. */
  add(vertex: number, neighbour: number, { types, sourceSet }: Link): void {
    const count = this.counts[vertex]!
    if (count === countBlockWords(this.#classes[vertex]!)) this.#moveToLarger(vertex)
    const at = this.starts[vertex]! + count
    this.words[at] = (neighbour << 2) | types
    this.sourceSets[at] = sourceSet
    this.counts[vertex] = count + 1
  }

  /** The sources of the edges to or from a neighbour; 0 when it is not in the list. */
  findSourceSet(vertex: number, neighbour: number): number {
    const at = this.#find(vertex, neighbour)
    return at < 0 ? 0 : this.sourceSets[at]!
  }

  /**
   * Replaces the content of `other`, whose blocks must be large enough, by the reversed links. There the neighbours
   * of a vertex are sorted by number.
   */
  *turnInto(transpose: Arena): SlicedWork<void> {
    const { starts } = this
    transpose.counts.fill(0)
    for (let from = 0; from < starts.length; from += TURNED_AT_ONCE) {
      this.#turnSome(transpose, from, Math.min(from + TURNED_AT_ONCE, starts.length))
      yield
    }
  }

  #turnSome(transpose: Arena, from: number, to: number): void {
    const { starts, counts, words } = this
    for (let vertex = from; vertex < to; vertex++) {
      const end = starts[vertex]! + counts[vertex]!
      for (let at = starts[vertex]!; at < end; at++) {
        const word = words[at]!
        const neighbour = word >>> 2
        const count = transpose.counts[neighbour]!
        const place = transpose.starts[neighbour]! + count
        transpose.words[place] = (vertex << 2) | (word & 3)
        transpose.sourceSets[place] = this.sourceSets[at]!
        transpose.counts[neighbour] = count + 1
      }
    }
  }

  /** Changes a neighbour that is in the list. */
  set(vertex: number, neighbour: number, { types, sourceSet }: Link): void {
    const at = this.#find(vertex, neighbour)
    this.words[at] = (neighbour << 2) | types
    this.sourceSets[at] = sourceSet
  }

  /** Removes a neighbour that is in the list; the last one takes its place. */
  remove(vertex: number, neighbour: number): void {
    const at = this.#find(vertex, neighbour)
    const count = this.counts[vertex]! - 1
    const last = this.starts[vertex]! + count
    this.words[at] = this.words[last]!
    this.sourceSets[at] = this.sourceSets[last]!
    this.counts[vertex] = count
    if (count === 0) this.#release(vertex)
  }

  /** Removes all neighbours and frees the memory. */
  clear(): void {
    this.counts.fill(0)
    this.#classes.fill(0)
    this.words = new Uint32Array(0)
    this.sourceSets = new Uint32Array(0)
    this.#used = 0
    for (const list of this.#free) list.length = 0
  }

  /** The place of a neighbour; -1 when it is not in the list. */
  #find(vertex: number, neighbour: number): number {
    const { words } = this
    const start = this.starts[vertex]!
    const end = start + this.counts[vertex]!
    for (let at = start; at < end; at++) if (words[at]! >>> 2 === neighbour) return at
    return -1
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
    const end = from + this.counts[vertex]!
    this.words.copyWithin(to, from, end)
    this.sourceSets.copyWithin(to, from, end)
    this.#release(vertex)
    this.starts[vertex] = to
    this.#classes[vertex] = sizeClass
  }

  #append(sizeClass: number): number {
    const start = this.#used
    this.#used += countBlockWords(sizeClass)
    if (this.#used > this.words.length) {
      const room = Math.max(this.#used, Math.ceil(this.words.length * 1.5), 64)
      this.words = enlarge(this.words, room)
      this.sourceSets = enlarge(this.sourceSets, room)
    }
    return start
  }
}

function enlarge(array: Uint32Array, length: number): Uint32Array {
  const larger = new Uint32Array(length)
  larger.set(array)
  return larger
}
