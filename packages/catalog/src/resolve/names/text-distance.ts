import { editDistance } from '@tributary/core/internal'

/** A text of more characters is not compared in the bits of a number. */
export const LONGEST_BITS = 32

/** Which characters a text has, in 32 drawers: one edit changes at most one of them on either side. */
export function computeTextSignature(text: string): number {
  let signature = 0
  for (let i = 0; i < text.length; i++) signature |= 1 << (text.charCodeAt(i) & 31)
  return signature >>> 0
}

/** The number of ones in 32 bits. */
export function bits(value: number): number {
  let bitCounts = value - ((value >>> 1) & 0x55555555)
  bitCounts = (bitCounts & 0x33333333) + ((bitCounts >>> 2) & 0x33333333)
  return (((bitCounts + (bitCounts >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/**
 * The optimal string alignment distance from `wanted`, a whole column of the table at a time in the bits of
 * numbers: H. Hyyrö, "A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances" (2003).
 * With `toBeginning` it is the least distance from a beginning of the text. A `wanted` of more than 32 characters is
 * compared in the plain way, with the beginning of its own length.
 */
export function distanceFrom(
  pattern: string,
  { toBeginning = false }: { readonly toBeginning?: boolean } = {},
): (text: string) => number {
  if (pattern.length > LONGEST_BITS) {
    return (text) => editDistance(pattern, toBeginning ? text.slice(0, pattern.length) : text)
  }
  const places = new Map<number, number>()
  for (let i = 0; i < pattern.length; i++) {
    const code = pattern.charCodeAt(i)
    places.set(code, (places.get(code) ?? 0) | (1 << i))
  }
  const last = pattern.length === 0 ? 0 : 1 << (pattern.length - 1)
  return (text) => {
    let distance = pattern.length
    if (distance === 0) return toBeginning ? 0 : text.length
    let least = distance
    let positive = -1
    let negative = 0
    let diagonal = 0
    let before = 0
    for (let i = 0; i < text.length; i++) {
      const match = places.get(text.charCodeAt(i)) ?? 0
      const swapped = ((~diagonal & match) << 1) & before
      diagonal = (((match & positive) + positive) ^ positive) | match | negative | swapped
      let up = negative | ~(diagonal | positive)
      let down = diagonal & positive
      if ((up & last) !== 0) distance += 1
      else if ((down & last) !== 0) {
        distance -= 1
        if (distance < least) least = distance
      }
      up = (up << 1) | 1
      down <<= 1
      positive = down | ~(diagonal | up)
      negative = up & diagonal
      before = match
    }
    return toBeginning ? least : distance
  }
}
