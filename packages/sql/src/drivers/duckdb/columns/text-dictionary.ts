import bindings from '@duckdb/node-bindings'
import type { SlicedWork } from '@tributary/core/internal'
import { hasValue, type Vector } from './vectors.ts'

/** The bytes of a text in a vector: its length, then its bytes padded with zeros, or four of them and a pointer. */
export const TEXT_WIDTH = 16

/** Texts of at most so many bytes stand in the vector itself. */
const INLINE = 12

/** Texts that are decoded between two yields. */
const BLOCK = 8_192

/**
 * Texts in the order in which they first occur, each with a code; 0 is the code of NULL. They are looked up by their
 * bytes, so that a string is made once for each text and not for each row.
 */
export class TextDictionary {
  #size = 1
  /** Four words for each code: those of the vector; for a longer text its length, first bytes, hash and place. */
  #words = new Int32Array(4 * 64)
  /** Codes by hash, 0 where there is none: a power of two, at least twice the number of codes. */
  #slots = new Int32Array(128)
  /** Longer texts, one after the other. */
  #bytes = new Uint8Array(1024)
  #bytesEnd = 0
  /** Odd and random, so that nobody can prepare texts which all get the same hash. */
  readonly #factors = Array.from({ length: 3 }, () => Math.trunc(Math.random() * 2 ** 32) | 1)

  /** Writes the code of each row to `out`. The chunk of the vector must be alive. */
  encode(vector: Vector, out: Uint32Array): void {
    const words = new Int32Array(vector.buffer)
    const { rows, valid } = vector
    const [a, b, c] = this.#factors as [number, number, number]
    let entryWords = this.#words
    let slots = this.#slots
    let mask = slots.length - 1
    let shift = Math.clz32(mask)
    let longer = 0
    for (let row = 0; row < rows; row++) {
      if (valid !== null && ((valid[row >>> 5]! >>> (row & 31)) & 1) === 0) {
        out[row] = 0
        continue
      }
      const length = words[4 * row]! >>> 0
      if (length > INLINE) {
        longer++
        continue
      }
      const first = words[4 * row + 1]!
      const second = words[4 * row + 2]!
      const third = words[4 * row + 3]!
      // As #slotOf, inlined for performance.
      let hash = Math.imul(first ^ length, a)
      hash = Math.imul(hash ^ (hash >>> 15) ^ second, b)
      hash = Math.imul(hash ^ (hash >>> 15) ^ third, c)
      let slot = hash >>> shift
      let code = slots[slot]!
      while (
        code !== 0 &&
        (entryWords[4 * code + 1] !== first ||
          entryWords[4 * code + 2] !== second ||
          entryWords[4 * code + 3] !== third ||
          entryWords[4 * code] !== length)
      ) {
        slot = (slot + 1) & mask
        code = slots[slot]!
      }
      if (code === 0) {
        code = this.#add(slot, length, first, second, third)
        entryWords = this.#words
        slots = this.#slots
        mask = slots.length - 1
        shift = Math.clz32(mask)
      }
      out[row] = code
    }
    if (longer > 0) this.#encodeLonger(vector, words, out)
  }

  #encodeLonger(vector: Vector, words: Int32Array, out: Uint32Array): void {
    const { bytes, starts } = longerTexts(vector, words)
    for (let row = 0; row < vector.rows; row++) {
      const length = words[4 * row]! >>> 0
      if (length <= INLINE || !hasValue(vector, row)) continue
      const start = starts[row]!
      const hash = hashBytes(bytes, start, length, this.#factors[0]!)
      const mask = this.#slots.length - 1
      let slot = this.#slotOf(length, 0, hash, 0)
      let code = this.#slots[slot]!
      while (code !== 0 && !this.#isLonger(code, hash, { bytes, start, length })) {
        slot = (slot + 1) & mask
        code = this.#slots[slot]!
      }
      out[row] =
        code === 0 ? this.#addLonger(slot, hash, bytes.subarray(start, start + length)) : code
    }
  }

  #isLonger(code: number, hash: number, { bytes, start, length }: TextBytes): boolean {
    const words = this.#words
    if (words[4 * code] !== length || words[4 * code + 2] !== hash) return false
    const storedBytes = this.#bytes
    const place = words[4 * code + 3]!
    for (let at = 0; at < length; at++) {
      if (storedBytes[place + at] !== bytes[start + at]) return false
    }
    return true
  }

  #addLonger(slot: number, hash: number, text: Uint8Array): number {
    const place = this.#bytesEnd
    this.#bytesEnd += text.length
    if (this.#bytesEnd > this.#bytes.length) {
      const grown = new Uint8Array(2 * this.#bytesEnd)
      grown.set(this.#bytes)
      this.#bytes = grown
    }
    this.#bytes.set(text, place)
    return this.#add(slot, text.length, 0, hash, place)
  }

  #add(slot: number, length: number, first: number, second: number, third: number): number {
    const code = this.#size++
    const words = this.#words
    words[4 * code] = length
    words[4 * code + 1] = first
    words[4 * code + 2] = second
    words[4 * code + 3] = third
    this.#slots[slot] = code
    if (4 * this.#size === this.#words.length) this.#grow()
    return code
  }

  #grow(): void {
    const words = new Int32Array(2 * this.#words.length)
    words.set(this.#words)
    this.#words = words
    this.#slots = new Int32Array(2 * this.#slots.length)
    const mask = this.#slots.length - 1
    for (let code = 1; code < this.#size; code++) {
      const length = words[4 * code]!
      // The place of a longer text says nothing about it.
      const last = length > INLINE ? 0 : words[4 * code + 3]!
      let slot = this.#slotOf(length, words[4 * code + 1]!, words[4 * code + 2]!, last)
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = code
    }
  }

  #slotOf(length: number, first: number, second: number, third: number): number {
    const [a, b, c] = this.#factors as [number, number, number]
    let hash = Math.imul(first ^ length, a)
    hash = Math.imul(hash ^ (hash >>> 15) ^ second, b)
    hash = Math.imul(hash ^ (hash >>> 15) ^ third, c)
    return hash >>> Math.clz32(this.#slots.length - 1)
  }

  /** The texts by code, null first. */
  *texts(): SlicedWork<(string | null)[]> {
    const { bytes, ends } = this.#joined()
    yield
    const joinedText = bytes.length < LONGEST ? bytes.toString('utf8') : null
    yield
    const isAscii = joinedText?.length === bytes.length
    const texts = new Array<string | null>(this.#size).fill(null)
    for (let code = 1; code < texts.length; code++) {
      const from = ends[code - 1]!
      const to = ends[code]!
      texts[code] = isAscii ? joinedText!.slice(from, to) : bytes.toString('utf8', from, to)
      if (code % BLOCK === 0) yield
    }
    return texts
  }

  /** The bytes of all texts, and where each ends, by code. */
  #joined(): { readonly bytes: Buffer; readonly ends: Float64Array } {
    const words = this.#words
    const ends = new Float64Array(this.#size)
    for (let code = 1; code < ends.length; code++) ends[code] = ends[code - 1]! + words[4 * code]!
    const bytes = Buffer.allocUnsafeSlow(ends.at(-1)!)
    const inline = new Uint8Array(words.buffer)
    for (let code = 1; code < ends.length; code++) {
      const length = words[4 * code]!
      const from = length > INLINE ? this.#bytes : inline
      const start = length > INLINE ? words[4 * code + 3]! : 16 * code + 4
      const to = ends[code - 1]!
      for (let at = 0; at < length; at++) bytes[to + at] = from[start + at]!
    }
    return { bytes, ends }
  }
}

/** Strings are not much longer. */
const LONGEST = 2 ** 28

interface TextBytes {
  readonly bytes: Uint8Array
  readonly start: number
  readonly length: number
}

function hashBytes(bytes: Uint8Array, start: number, length: number, factor: number): number {
  let hash = length
  const end = start + length
  let at = start
  for (; at + 4 <= end; at += 4) {
    const word =
      bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
    hash = Math.imul(hash ^ word, factor)
    hash ^= hash >>> 15
  }
  for (; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, factor)
  return hash ^ (hash >>> 15)
}

/**
 * The bytes of the texts that a vector points to, and where the text of each row begins. Texts that follow each other in
 * memory are read by one call.
 */
function longerTexts(
  vector: Vector,
  words: Int32Array,
): { readonly bytes: Uint8Array; readonly starts: Uint32Array } {
  const starts = new Uint32Array(vector.rows)
  const runs: { readonly row: number; length: number }[] = []
  let end = -1
  let total = 0
  for (let row = 0; row < vector.rows; row++) {
    const length = words[4 * row]! >>> 0
    if (length <= INLINE || !hasValue(vector, row)) continue
    const pointer = words[4 * row + 3]! * 2 ** 32 + (words[4 * row + 2]! >>> 0)
    if (pointer !== end) runs.push({ row, length: 0 })
    runs.at(-1)!.length += length
    starts[row] = total
    total += length
    end = pointer + length
  }
  const bytes = new Uint8Array(total)
  let at = 0
  for (const { row, length } of runs) {
    bytes.set(bindings.get_data_from_pointer(vector.buffer, 16 * row + 8, length), at)
    at += length
  }
  return { bytes, starts }
}
