import { Buffer } from 'node:buffer'
import { type DecimalParts, PART } from './decimal-parts.ts'

/** Writes many decimals one after the other as bytes, and gives their texts together: one text a row costs several times as much. */
export interface DecimalWriter {
  /** Writes the next text in plain notation: trailing zeros trimmed, no `-0`. */
  write(parts: DecimalParts): void
  /** Leaves the next text to the caller: null, until it is set. */
  skip(): void
  /** Puts the texts since the last call into a list from a place on, in the order written. */
  moveTo(list: (string | null)[], from: number): void
}

/** More than a sign, 16 digits, a point and 24 digits. */
const LONGEST = 48

/** A writer with room for so many texts between two calls of `moveTo`. */
export function createDecimalWriter(texts: number): DecimalWriter {
  const bytes = Buffer.allocUnsafe(texts * LONGEST)
  const ends = new Int32Array(texts)
  let count = 0
  let length = 0
  return {
    write(parts) {
      length = writeParts(bytes, length, parts)
      ends[count++] = length
    },
    skip() {
      ends[count++] = length
    },
    moveTo(list, from) {
      const all = bytes.toString('latin1', 0, length)
      for (let index = 0, begin = 0; index < count; index++) {
        const end = ends[index]!
        list[from + index] = end === begin ? null : all.slice(begin, end)
        begin = end
      }
      count = 0
      length = 0
    },
  }
}

const ZERO = 48
const POINT = 46
const MINUS = 45

function writeParts(bytes: Uint8Array, begin: number, parts: DecimalParts): number {
  const { whole, first, second, third } = parts
  let at = begin
  const fraction = (first | second | third) !== 0
  if (parts.negative && (fraction || whole !== 0)) bytes[at++] = MINUS
  at = writeWhole(bytes, at, whole)
  if (!fraction) return at
  bytes[at++] = POINT
  at = writeDigits(bytes, at, first)
  if ((second | third) !== 0) at = writeDigits(bytes, at, second)
  if (third !== 0) at = writeDigits(bytes, at, third)
  while (bytes[at - 1] === ZERO) at--
  return at
}

function writeWhole(bytes: Uint8Array, at: number, whole: number): number {
  if (whole < PART) return writeInteger(bytes, at, whole | 0)
  const high = Math.floor(whole / PART)
  const low = whole - high * PART
  return writeDigits(bytes, writeWhole(bytes, at, high), low | 0)
}

/** Without leading zeros. */
function writeInteger(bytes: Uint8Array, at: number, value: number): number {
  let digits = 1
  for (let limit = 10; value >= limit; limit *= 10) digits++
  let rest = value | 0
  for (let place = at + digits - 1; place >= at; place--) {
    const next = (rest / 10) | 0
    bytes[place] = ZERO + rest - next * 10
    rest = next
  }
  return at + digits
}

/** Eight digits, two at a time; in integers, since dividing doubles takes several times as long. */
function writeDigits(bytes: Uint8Array, at: number, value: number): number {
  const all = value | 0
  const high = (all / 10_000) | 0
  const low = (all - high * 10_000) | 0
  writePair(bytes, at, (high / 100) | 0)
  writePair(bytes, at + 2, (high % 100) | 0)
  writePair(bytes, at + 4, (low / 100) | 0)
  writePair(bytes, at + 6, (low % 100) | 0)
  return at + 8
}

function writePair(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = TENS[value]!
  bytes[at + 1] = ONES[value]!
}

/** The digits of every number below a hundred. */
const TENS = Uint8Array.from({ length: 100 }, (_, value) => ZERO + Math.floor(value / 10))
const ONES = Uint8Array.from({ length: 100 }, (_, value) => ZERO + (value % 10))
