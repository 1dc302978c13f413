import { editDistance, fold, limitFor } from '@tributary/core/internal'

/** An index of many names for repeated searches of similar ones. */
export interface NearIndex {
  /** The same result as `nearNames` of the accepted names, without comparing each of them. */
  near(name: string, accepts?: (candidate: string) => boolean): readonly string[]
}

/** As many as are given. */
const MOST = 3

/** Creates an index of distinct names. */
export function createNearIndex(candidates: Iterable<string>): NearIndex {
  const names = [...new Set(candidates)]
  const folded = names.map(fold)
  const byLength = drawersOf(folded)
  // Created when first needed: mostly there are enough similar names without it.
  let inOrder: Uint32Array | null = null
  return {
    near(name, accepts = () => true) {
      const wanted = fold(name)
      const limit = limitFor(wanted)
      const best = createBest(limit)
      const offer = (place: number, distance: number): void => {
        const candidate = names[place]!
        if (best.wants(candidate, distance) && accepts(candidate)) best.take(candidate, distance)
      }
      const measure = distanceFrom(wanted)
      const signature = signatureOf(wanted)
      const look = ({ places, signatures }: Drawer): void => {
        let most = best.limit()
        for (let i = 0; i < places.length; i++) {
          const other = signatures[i]!
          if (bits(signature & ~other) > most || bits(other & ~signature) > most) continue
          const text = folded[places[i]!]!
          const distance = measure(text)
          if (distance > most || isBegun(wanted, text)) continue
          offer(places[i]!, distance)
          most = best.limit()
        }
      }
      for (let difference = 0; difference <= best.limit(); difference++) {
        for (const length of new Set([wanted.length - difference, wanted.length + difference])) {
          const drawer = byLength.get(length)
          if (drawer !== undefined) look(drawer)
        }
      }
      if (best.limit() < limit) return best.names()
      inOrder ??= orderOf(folded)
      for (const place of begunBy(wanted, folded, inOrder)) offer(place, limit)
      return best.names()
    },
  }
}

/** The places of texts in the order of the texts. */
function orderOf(folded: readonly string[]): Uint32Array {
  return Uint32Array.from(folded.keys()).sort((a, b) =>
    folded[a]! < folded[b]! ? -1 : folded[a]! > folded[b]! ? 1 : 0,
  )
}

/** The texts of one length: their places, and beside each its signature. */
interface Drawer {
  readonly places: Uint32Array
  readonly signatures: Uint32Array
}

function drawersOf(folded: readonly string[]): ReadonlyMap<number, Drawer> {
  const places = Map.groupBy(folded.keys(), (place) => folded[place]!.length)
  return new Map(
    Array.from(places, ([length, some]) => {
      const signatures = Uint32Array.from(some, (place) => signatureOf(folded[place]!))
      return [length, { places: Uint32Array.from(some), signatures }]
    }),
  )
}

/** The nearest so far; of equally near ones those that come first in the order of their texts. */
function createBest(limit: number): {
  limit(): number
  wants(candidate: string, distance: number): boolean
  take(candidate: string, distance: number): void
  names(): readonly string[]
} {
  const found: { readonly candidate: string; readonly distance: number }[] = []
  const isBefore = (candidate: string, distance: number, other: (typeof found)[number]) =>
    distance < other.distance || (distance === other.distance && candidate < other.candidate)
  return {
    limit: () => (found.length < MOST ? limit : found[MOST - 1]!.distance),
    wants: (candidate, distance) =>
      found.length < MOST || isBefore(candidate, distance, found[MOST - 1]!),
    take: (candidate, distance) => {
      const place = found.findIndex((one) => isBefore(candidate, distance, one))
      found.splice(place < 0 ? found.length : place, 0, { candidate, distance })
      if (found.length > MOST) found.pop()
    },
    names: () => found.map(({ candidate }) => candidate),
  }
}

/** Of two different texts of three characters at least, whether one begins the other: that is as near as the limit. */
function isBegun(a: string, b: string): boolean {
  return a !== b && a.length >= 3 && b.length >= 3 && (b.startsWith(a) || a.startsWith(b))
}

/** The places of texts that `wanted` begins, and of those that begin it. */
function* begunBy(
  wanted: string,
  folded: readonly string[],
  inOrder: Uint32Array,
): Generator<number> {
  if (wanted.length < 3) return
  for (let length = 3; length < wanted.length; length++) {
    yield* equalTo(wanted.slice(0, length), folded, inOrder)
  }
  for (let at = firstFrom(wanted, folded, inOrder); at < inOrder.length; at++) {
    const text = folded[inOrder[at]!]!
    if (!text.startsWith(wanted)) return
    if (text !== wanted) yield inOrder[at]!
  }
}

function* equalTo(
  text: string,
  folded: readonly string[],
  inOrder: Uint32Array,
): Generator<number> {
  for (let at = firstFrom(text, folded, inOrder); folded[inOrder[at]!] === text; at++) {
    yield inOrder[at]!
  }
}

/** The first place in the order whose text is `text` or comes after it. */
function firstFrom(text: string, folded: readonly string[], inOrder: Uint32Array): number {
  let low = 0
  let high = inOrder.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (folded[inOrder[middle]!]! < text) low = middle + 1
    else high = middle
  }
  return low
}

/** Which characters a text has, in 32 drawers: one edit changes at most one of them on either side. */
function signatureOf(text: string): number {
  let signature = 0
  for (let i = 0; i < text.length; i++) signature |= 1 << (text.charCodeAt(i) & 31)
  return signature >>> 0
}

function bits(value: number): number {
  let left = value - ((value >>> 1) & 0x55555555)
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/**
 * The optimal string alignment distance from `wanted`, a whole column of the table at a time in the bits of
 * numbers: H. Hyyrö, "A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances" (2003).
 * A `wanted` of more than 32 characters is compared in the plain way.
 */
function distanceFrom(wanted: string): (text: string) => number {
  if (wanted.length > 32) return (text) => editDistance(wanted, text)
  const places = new Map<number, number>()
  for (let i = 0; i < wanted.length; i++) {
    const code = wanted.charCodeAt(i)
    places.set(code, (places.get(code) ?? 0) | (1 << i))
  }
  const last = wanted.length === 0 ? 0 : 1 << (wanted.length - 1)
  return (text) => {
    let distance = wanted.length
    if (distance === 0) return text.length
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
      else if ((down & last) !== 0) distance -= 1
      up = (up << 1) | 1
      down <<= 1
      positive = down | ~(diagonal | up)
      negative = up & diagonal
      before = match
    }
    return distance
  }
}
