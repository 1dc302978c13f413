import { fold, limitFor } from '@tributary/core/internal'
import { bits, computeTextSignature, distanceFrom } from './text-distance.ts'

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
  const byLength = groupByTextLength(folded)
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
      const signature = computeTextSignature(wanted)
      const look = ({ places, signatures }: Drawer): void => {
        let most = best.limit()
        for (let i = 0; i < places.length; i++) {
          const textSignature = signatures[i]!
          if (bits(signature & ~textSignature) > most || bits(textSignature & ~signature) > most)
            continue
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
      inOrder ??= sortTextPlaces(folded)
      for (const place of begunBy(wanted, folded, inOrder)) offer(place, limit)
      return best.names()
    },
  }
}

/** The places of texts in the order of the texts. */
function sortTextPlaces(folded: readonly string[]): Uint32Array {
  return Uint32Array.from(folded.keys()).sort((a, b) =>
    folded[a]! < folded[b]! ? -1 : folded[a]! > folded[b]! ? 1 : 0,
  )
}

/** The texts of one length: their places, and beside each its signature. */
interface Drawer {
  readonly places: Uint32Array
  readonly signatures: Uint32Array
}

function groupByTextLength(folded: readonly string[]): ReadonlyMap<number, Drawer> {
  const places = Map.groupBy(folded.keys(), (place) => folded[place]!.length)
  return new Map(
    Array.from(places, ([length, some]) => {
      const signatures = Uint32Array.from(some, (place) => computeTextSignature(folded[place]!))
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
  const bestCandidates: { readonly candidate: string; readonly distance: number }[] = []
  const isBefore = (candidate: string, distance: number, rival: (typeof bestCandidates)[number]) =>
    distance < rival.distance || (distance === rival.distance && candidate < rival.candidate)
  return {
    limit: () => (bestCandidates.length < MOST ? limit : bestCandidates[MOST - 1]!.distance),
    wants: (candidate, distance) =>
      bestCandidates.length < MOST || isBefore(candidate, distance, bestCandidates[MOST - 1]!),
    take: (candidate, distance) => {
      const place = bestCandidates.findIndex((rival) => isBefore(candidate, distance, rival))
      bestCandidates.splice(place < 0 ? bestCandidates.length : place, 0, { candidate, distance })
      if (bestCandidates.length > MOST) bestCandidates.pop()
    },
    names: () => bestCandidates.map(({ candidate }) => candidate),
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
