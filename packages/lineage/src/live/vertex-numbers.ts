import { randomInt } from 'node:crypto'
import type { VertexRef } from '../model/vertex.ts'
import type { VertexTable } from './vertex-table.ts'

/** In a slot: never used, where a search ends. */
const NEVER = 0
/** In a slot: its vertex was removed. */
const GONE = 0xffff_ffff

/** A power of two. */
const FEWEST_SLOTS = 16

/**
 * Hash table from type and id to vertex number. Open addressing with linear probing (D. Knuth, The Art of Computer
 * Programming 3, 6.4, algorithm L), at most three quarters full. Small queries of a large graph spend most of
 * their time here; a JavaScript map reads more places in memory.
 */
export class VertexNumbers {
  readonly #vertices: VertexTable
  /** By slot the hash, then the number plus one, `NEVER` or `GONE`. */
  #slots = new Uint32Array(2 * FEWEST_SLOTS)
  #mask = FEWEST_SLOTS - 1
  /** Slots that are not `NEVER`. */
  #used = 0
  #count = 0

  /**
   * `vertices` must have the vertex of every number in the table. The table begins with room for `expected`
   * vertices and grows.
   */
  constructor(vertices: VertexTable, expected: number) {
    this.#vertices = vertices
    let size = FEWEST_SLOTS
    while (3 * size < 4 * expected) size *= 2
    this.#begin(size)
  }

  /** A copy with the vertices of a copy of the table. */
  clone(vertices: VertexTable): VertexNumbers {
    const copy = new VertexNumbers(vertices, 0)
    copy.#slots = this.#slots.slice()
    copy.#mask = this.#mask
    copy.#used = this.#used
    copy.#count = this.#count
    return copy
  }

  /** Size of the slots in bytes. */
  get byteLength(): number {
    return this.#slots.byteLength
  }

  /** The number of a vertex, or -1. */
  find(ref: VertexRef): number {
    const slot = this.#findSlot(ref)
    return slot < 0 ? -1 : this.#slots[2 * slot + 1]! - 1
  }

  /** Adds a vertex that is not in the table. */
  add(ref: VertexRef, number: number): void {
    if (4 * (this.#used + 1) > 3 * (this.#mask + 1)) this.#makeRoom()
    this.#put(hashVertexId(ref), number + 1)
    this.#count += 1
  }

  /** Removes a vertex that is in the table. */
  remove(ref: VertexRef): void {
    this.#slots[2 * this.#findSlot(ref) + 1] = GONE
    this.#count -= 1
  }

  /** Removes all vertices. */
  clear(): void {
    this.#begin(FEWEST_SLOTS)
    this.#count = 0
  }

  #findSlot(ref: VertexRef): number {
    const slots = this.#slots
    const mask = this.#mask
    const hash = hashVertexId(ref)
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[2 * slot + 1]!
      if (entry === NEVER) return -1
      if (slots[2 * slot] !== hash || entry === GONE) continue
      const { vertexId, vertexType } = this.#vertices.vertexAt(entry - 1)!
      if (vertexId === ref.vertexId && vertexType === ref.vertexType) return slot
    }
  }

  #put(hash: number, entry: number): void {
    let slot = hash & this.#mask
    while (this.#slots[2 * slot + 1] !== NEVER) slot = (slot + 1) & this.#mask
    this.#slots[2 * slot] = hash
    this.#slots[2 * slot + 1] = entry
    this.#used += 1
  }

  /** Rebuilds the slots without removed ones; doubles them when more than half would be full. */
  #makeRoom(): void {
    const before = this.#slots
    const size = this.#mask + 1
    this.#begin(2 * this.#count < size ? size : 2 * size)
    for (let at = 0; at < before.length; at += 2) {
      const entry = before[at + 1]!
      if (entry !== NEVER && entry !== GONE) this.#put(before[at]!, entry)
    }
  }

  #begin(size: number): void {
    this.#slots = new Uint32Array(2 * size)
    this.#mask = size - 1
    this.#used = 0
  }
}

/** Odd and random per process, so that nobody can prepare ids with equal hashes. */
const MULTIPLIER = (randomInt(2 ** 32) & ~7) | 5

/**
 * Hash of the id alone, because few types share an id: FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo), then mixed,
 * because the low bits choose the slot.
 */
function hashVertexId({ vertexId }: VertexRef): number {
  let hash = 0
  for (let i = 0; i < vertexId.length; i++) {
    hash = Math.imul(hash ^ vertexId.charCodeAt(i), MULTIPLIER)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
