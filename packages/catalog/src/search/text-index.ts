import { inSpans, type SlicedWork } from '@tributary/core/internal'
import {
  createWordLists,
  createWordTable,
  LONGEST_WORD,
  type WordLists,
  type WordTable,
} from './word-table.ts'
import { readWords, termsOf, type Words } from './words.ts'

/** The texts that something is found by. */
export interface SearchTexts {
  readonly name: string
  readonly code: string | null
  readonly displayName: string
  readonly description: string
}

/** How well a text fits: as a whole, at the beginning, by words, or by words with typos. Lower is better. */
export const FITS = { EXACT: 1, PREFIX: 2, WORD: 3, NEAR: 4 } as const

/**
 * What is found, in groups. The key of a group is how well its things fit, lower is better; things of a group are in
 * order.
 */
export type Found = ReadonlyMap<number, Uint32Array>

/** An index of texts for search by words. */
export interface TextIndex {
  /**
   * Finds things by what people type: names, codes and display names as a whole or their beginning, words, near words;
   * names near as a whole only when nothing else is found. With `shown`, things that are 0 in it are as if not there.
   */
  search(question: string, shown?: Uint8Array): SlicedWork<Found>
  /**
   * The index of other things, which answers as one made anew. `moved` has the place in `things` of each thing of this
   * index whose texts are the same there, else {@link GONE}. Takes time for what is new, and now and then for more.
   */
  follow(things: readonly SearchTexts[], moved: Uint32Array): SlicedWork<TextIndex>
}

/** The place of a thing that is not there any more. */
export const GONE = 2 ** 32 - 1

/** Things that are handled between two yields. */
const AT_ONCE = 512

/** Things that are looked at between two yields of a search. */
const STRIDE = 65_536

/** In the key of a group: how well it fits, then edits, then words that only the description has. */
const FIT = 2 ** 20
const EDIT = 2 ** 8

/**
 * How many edits a word may be away from a word of the index: none for words of up to three letters and for numbers, one
 * for up to seven letters, two for longer ones.
 */
export function editsFor(term: string): number {
  if (term.length < 4 || !/\p{L}/u.test(term)) return 0
  return term.length < 8 ? 1 : 2
}

/** Indexes things by their texts. A thing is its place in `things`, which is also the order in equal groups. */
export function* createTextIndex(things: readonly SearchTexts[]): SlicedWork<TextIndex> {
  return indexOf(things.length, [yield* segmentOf(things, Uint32Array.from(things.keys()))])
}

/** Things that were indexed together. */
interface Segment {
  readonly parts: Parts
  /** The place of each thing among all things, or {@link GONE}. */
  readonly places: Uint32Array
  /** How many are not gone. */
  readonly live: number
}

function indexOf(size: number, segments: readonly Segment[]): TextIndex {
  return {
    search: (question, shown) => search({ size, segments }, question, shown),
    follow: (things, moved) => followed(segments, things, moved),
  }
}

/**
 * What is new becomes a segment, together with the last segments that are not larger than twice that; so each thing is indexed
 * again a few times at most, and the number of segments stays below the logarithm of their size.
 */
function* followed(
  before: readonly Segment[],
  things: readonly SearchTexts[],
  moved: Uint32Array,
): SlicedWork<TextIndex> {
  const segments: Segment[] = []
  for (const segment of before) segments.push(yield* movedSegment(segment, moved))
  let count = things.length - segments.reduce((sum, { live }) => sum + live, 0)
  let kept = segments.length
  const worn = segments.findIndex(({ places, live }) => 2 * live < places.length)
  while (kept > 0 && (segments[kept - 1]!.live <= 2 * count || (worn >= 0 && kept > worn))) {
    count += segments[--kept]!.live
  }
  const rest = segments.slice(0, kept)
  if (count > 0) rest.push(yield* segmentOf(things, yield* placesBeside(rest, things.length)))
  return indexOf(things.length, rest)
}

function* movedSegment({ parts, places }: Segment, moved: Uint32Array): SlicedWork<Segment> {
  const now = new Uint32Array(places.length)
  let live = 0
  yield* inSpans(places.length, (from, to) => {
    for (let thing = from; thing < to; thing++) {
      const before = places[thing]!
      const place = before === GONE ? GONE : moved[before]!
      now[thing] = place
      if (place !== GONE) live++
    }
  })
  return { parts, places: now, live }
}

/** The places of `size` things that no segment has. */
function* placesBeside(segments: readonly Segment[], size: number): SlicedWork<Uint32Array> {
  const isKept = new Uint8Array(size)
  let kept = 0
  for (const { places, live } of segments) {
    kept += live
    yield* inSpans(places.length, (from, to) => {
      for (let thing = from; thing < to; thing++) {
        if (places[thing] !== GONE) isKept[places[thing]!] = 1
      }
    })
  }
  const others = new Uint32Array(size - kept)
  let count = 0
  yield* inSpans(size, (from, to) => {
    for (let place = from; place < to; place++) if (isKept[place] === 0) others[count++] = place
  })
  return others
}

/** Indexes the things at these places. */
function* segmentOf(things: readonly SearchTexts[], places: Uint32Array): SlicedWork<Segment> {
  const names = createWordLists()
  const descriptions = createWordLists()
  const wholes = createWordLists()
  for (const [thing, place] of places.entries()) {
    if (thing % AT_ONCE === 0) yield
    const { name, code, displayName, description } = things[place]!
    for (const text of new Set([name, displayName])) {
      const read = readWords(text)
      addWords(names, read, thing)
      wholes.add(read.letters, thing)
    }
    if (code !== null) wholes.add(readWords(code).letters, thing)
    if (description !== '') addWords(descriptions, readWords(description), thing)
  }
  const parts: Parts = {
    size: places.length,
    names: yield* createWordTable(names),
    descriptions: yield* createWordTable(descriptions),
    wholes: yield* createWordTable(wholes),
  }
  return { parts, places, live: places.length }
}

interface Parts {
  readonly size: number
  /** Words of names and display names. */
  readonly names: WordTable
  readonly descriptions: WordTable
  /** Names, display names and codes, without what separates their words. */
  readonly wholes: WordTable
}

function addWords(lists: WordLists, { letters, words }: Words, thing: number): void {
  for (const { from, to } of words) {
    lists.add(letters.slice(from, Math.min(to, from + LONGEST_WORD)), thing)
  }
}

interface Searched {
  readonly size: number
  readonly segments: readonly Segment[]
}

function* search(
  { size, segments }: Searched,
  question: string,
  shown?: Uint8Array,
): SlicedWork<Found> {
  const asked = readWords(question)
  const { letters } = asked
  const terms = termsOf(asked)
  if (terms.length === 0) return new Map()
  const keys = new Uint32Array(size)
  for (const { parts, places } of segments) {
    const found = yield* fitsOf(parts, letters, terms)
    yield* inSpans(places.length, (from, to) => {
      for (let thing = from; thing < to; thing++) {
        if (found[thing] !== 0 && places[thing] !== GONE) keys[places[thing]!] = found[thing]!
      }
    })
  }
  const found = yield* grouped(keys, shown)
  if (found.size > 0) return found
  const name = letters.slice(0, LONGEST_WORD)
  for (const { parts, places } of segments) {
    const { wholes } = parts
    for (const { place, distance } of yield* wholes.near(name, editsFor(name), 'WHOLE')) {
      const key = FITS.NEAR * FIT + distance * EDIT
      for (const thing of wholes.thingsAt(place)) {
        if (places[thing] !== GONE) lower(keys, places[thing]!, key)
      }
    }
  }
  return yield* grouped(keys, shown)
}

/** How well each thing fits, by words and by its beginning; 0 for what does not. */
function* fitsOf(parts: Parts, letters: string, terms: readonly string[]): SlicedWork<Uint32Array> {
  const { size, wholes } = parts
  const reached = new Uint8Array(size)
  const keys = new Uint32Array(size)
  for (const [i, term] of terms.entries()) yield* advance(parts, { reached, keys }, { i, term })
  for (let thing = 0; thing < size; thing++) {
    if (reached[thing] !== terms.length) keys[thing] = 0
    else keys[thing]! += (keys[thing]! >= EDIT ? FITS.NEAR : FITS.WORD) * FIT
  }
  yield
  const [from, to] = wholes.beginningWith(letters)
  for (let place = from; place < to; place++) {
    const key = (wholes.words[place] === letters ? FITS.EXACT : FITS.PREFIX) * FIT
    for (const thing of wholes.thingsAt(place)) lower(keys, thing, key)
  }
  yield
  return keys
}

function lower(keys: Uint32Array, thing: number, key: number): void {
  if (keys[thing] === 0 || keys[thing]! > key) keys[thing] = key
}

/** Marks what has the term, among what has all terms before it. */
function* advance(
  { names, descriptions }: Parts,
  { reached, keys }: { readonly reached: Uint8Array; readonly keys: Uint32Array },
  { i, term: whole }: { readonly i: number; readonly term: string },
): SlicedWork<void> {
  const term = whole.slice(0, LONGEST_WORD)
  let looked = 0
  const mark = function* (table: WordTable, place: number, cost: number): SlicedWork<void> {
    const things = table.thingsAt(place)
    for (let at = 0; at < things.length; at++) {
      const thing = things[at]!
      if (reached[thing] !== i) continue
      reached[thing] = i + 1
      keys[thing]! += cost
    }
    looked += things.length
    if (looked < STRIDE) return
    looked = 0
    yield
  }
  for (const [table, cost] of [
    [names, 0],
    [descriptions, 1],
  ] as const) {
    const [from, to] = table.beginningWith(term)
    for (let place = from; place < to; place++) yield* mark(table, place, cost)
  }
  for (const { place, distance } of yield* names.near(term, editsFor(term), 'BEGINNING')) {
    yield* mark(names, place, distance * EDIT)
  }
}

function* grouped(keys: Uint32Array, shown?: Uint8Array): SlicedWork<Found> {
  const groups = new Map<number, number[]>()
  for (let thing = 0; thing < keys.length; thing++) {
    if (thing % STRIDE === 0) yield
    const key = keys[thing]!
    if (key === 0 || shown?.[thing] === 0) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [thing])
    else group.push(thing)
  }
  const inOrder = [...groups].sort(([a], [b]) => a - b)
  return new Map(inOrder.map(([key, group]) => [key, Uint32Array.from(group)]))
}
