import { inSpans, type SlicedWork } from '@tributary/core/internal'
import {
  createWordLists,
  createWordTable,
  LONGEST_WORD,
  type WordLists,
  type WordTable,
} from './word-table.ts'
import { listSearchTerms, readWords, type Words } from './words.ts'

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
  search(question: string, visibilityMask?: Uint8Array): SlicedWork<Found>
  /**
   * The index of other things, which answers as one made anew. `moved` has the place in `things` of each thing of this
   * index whose texts are the same there, else {@link GONE}. Takes time for what is new, and now and then for more.
   */
  follow(items: readonly SearchTexts[], moved: Uint32Array): SlicedWork<TextIndex>
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
export function* createTextIndex(items: readonly SearchTexts[]): SlicedWork<TextIndex> {
  return createSegmentedIndex(items.length, [
    yield* createSegment(items, Uint32Array.from(items.keys())),
  ])
}

/** Things that were indexed together. */
interface Segment {
  readonly parts: Parts
  /** The place of each thing among all things, or {@link GONE}. */
  readonly places: Uint32Array
  /** How many are not gone. */
  readonly live: number
}

function createSegmentedIndex(size: number, segments: readonly Segment[]): TextIndex {
  return {
    search: (question, visibilityMask) => search({ size, segments }, question, visibilityMask),
    follow: (items, moved) => followSegments(segments, items, moved),
  }
}

/**
 * What is new becomes a segment, together with the last segments that are not larger than twice that; so each thing is indexed
 * again a few times at most, and the number of segments stays below the logarithm of their size.
 */
function* followSegments(
  before: readonly Segment[],
  items: readonly SearchTexts[],
  moved: Uint32Array,
): SlicedWork<TextIndex> {
  const segments: Segment[] = []
  for (const segment of before) segments.push(yield* movedSegment(segment, moved))
  let count = items.length - segments.reduce((sum, { live }) => sum + live, 0)
  let retainedCount = segments.length
  const worn = segments.findIndex(({ places, live }) => 2 * live < places.length)
  while (
    retainedCount > 0 &&
    (segments[retainedCount - 1]!.live <= 2 * count || (worn >= 0 && retainedCount > worn))
  ) {
    count += segments[--retainedCount]!.live
  }
  const retainedSegments = segments.slice(0, retainedCount)
  if (count > 0)
    retainedSegments.push(
      yield* createSegment(items, yield* placesBeside(retainedSegments, items.length)),
    )
  return createSegmentedIndex(items.length, retainedSegments)
}

function* movedSegment({ parts, places }: Segment, moved: Uint32Array): SlicedWork<Segment> {
  const now = new Uint32Array(places.length)
  let live = 0
  yield* inSpans(places.length, (from, to) => {
    for (let itemIndex = from; itemIndex < to; itemIndex++) {
      const before = places[itemIndex]!
      const place = before === GONE ? GONE : moved[before]!
      now[itemIndex] = place
      if (place !== GONE) live++
    }
  })
  return { parts, places: now, live }
}

/** The places of `size` things that no segment has. */
function* placesBeside(segments: readonly Segment[], size: number): SlicedWork<Uint32Array> {
  const isKept = new Uint8Array(size)
  let retainedCount = 0
  for (const { places, live } of segments) {
    retainedCount += live
    yield* inSpans(places.length, (from, to) => {
      for (let itemIndex = from; itemIndex < to; itemIndex++) {
        if (places[itemIndex] !== GONE) isKept[places[itemIndex]!] = 1
      }
    })
  }
  const remainingPlaces = new Uint32Array(size - retainedCount)
  let count = 0
  yield* inSpans(size, (from, to) => {
    for (let place = from; place < to; place++)
      if (isKept[place] === 0) remainingPlaces[count++] = place
  })
  return remainingPlaces
}

/** Indexes the things at these places. */
function* createSegment(items: readonly SearchTexts[], places: Uint32Array): SlicedWork<Segment> {
  const names = createWordLists()
  const descriptions = createWordLists()
  const wholes = createWordLists()
  for (const [itemIndex, place] of places.entries()) {
    if (itemIndex % AT_ONCE === 0) yield
    const { name, code, displayName, description } = items[place]!
    for (const text of new Set([name, displayName])) {
      const read = readWords(text)
      addWords(names, read, itemIndex)
      wholes.add(read.letters, itemIndex)
    }
    if (code !== null) wholes.add(readWords(code).letters, itemIndex)
    if (description !== '') addWords(descriptions, readWords(description), itemIndex)
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

function addWords(lists: WordLists, { letters, words }: Words, itemIndex: number): void {
  for (const { from, to } of words) {
    lists.add(letters.slice(from, Math.min(to, from + LONGEST_WORD)), itemIndex)
  }
}

interface Searched {
  readonly size: number
  readonly segments: readonly Segment[]
}

function* search(
  { size, segments }: Searched,
  question: string,
  visibilityMask?: Uint8Array,
): SlicedWork<Found> {
  const questionWords = readWords(question)
  const { letters } = questionWords
  const terms = listSearchTerms(questionWords)
  if (terms.length === 0) return new Map()
  const keys = new Uint32Array(size)
  for (const { parts, places } of segments) {
    const segmentKeys = yield* computeFitKeys(parts, letters, terms)
    yield* inSpans(places.length, (from, to) => {
      for (let itemIndex = from; itemIndex < to; itemIndex++) {
        if (segmentKeys[itemIndex] !== 0 && places[itemIndex] !== GONE)
          keys[places[itemIndex]!] = segmentKeys[itemIndex]!
      }
    })
  }
  const groups = yield* groupItemsByKey(keys, visibilityMask)
  if (groups.size > 0) return groups
  const name = letters.slice(0, LONGEST_WORD)
  for (const { parts, places } of segments) {
    const { wholes } = parts
    for (const { place, distance } of yield* wholes.near(name, editsFor(name), 'WHOLE')) {
      const key = FITS.NEAR * FIT + distance * EDIT
      for (const itemIndex of wholes.thingsAt(place)) {
        if (places[itemIndex] !== GONE) lower(keys, places[itemIndex]!, key)
      }
    }
  }
  return yield* groupItemsByKey(keys, visibilityMask)
}

/** How well each thing fits, by words and by its beginning; 0 for what does not. */
function* computeFitKeys(
  parts: Parts,
  letters: string,
  terms: readonly string[],
): SlicedWork<Uint32Array> {
  const { size, wholes } = parts
  const reached = new Uint8Array(size)
  const keys = new Uint32Array(size)
  for (const [i, term] of terms.entries()) yield* advance(parts, { reached, keys }, { i, term })
  for (let itemIndex = 0; itemIndex < size; itemIndex++) {
    if (reached[itemIndex] !== terms.length) keys[itemIndex] = 0
    else keys[itemIndex]! += (keys[itemIndex]! >= EDIT ? FITS.NEAR : FITS.WORD) * FIT
  }
  yield
  const [from, to] = wholes.beginningWith(letters)
  for (let place = from; place < to; place++) {
    const key = (wholes.words[place] === letters ? FITS.EXACT : FITS.PREFIX) * FIT
    for (const itemIndex of wholes.thingsAt(place)) lower(keys, itemIndex, key)
  }
  yield
  return keys
}

function lower(keys: Uint32Array, itemIndex: number, key: number): void {
  if (keys[itemIndex] === 0 || keys[itemIndex]! > key) keys[itemIndex] = key
}

/** Marks what has the term, among what has all terms before it. */
function* advance(
  { names, descriptions }: Parts,
  { reached, keys }: { readonly reached: Uint8Array; readonly keys: Uint32Array },
  { i, term: fullTerm }: { readonly i: number; readonly term: string },
): SlicedWork<void> {
  const term = fullTerm.slice(0, LONGEST_WORD)
  let looked = 0
  const mark = function* (table: WordTable, place: number, cost: number): SlicedWork<void> {
    const itemIndexes = table.thingsAt(place)
    for (let at = 0; at < itemIndexes.length; at++) {
      const itemIndex = itemIndexes[at]!
      if (reached[itemIndex] !== i) continue
      reached[itemIndex] = i + 1
      keys[itemIndex]! += cost
    }
    looked += itemIndexes.length
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

function* groupItemsByKey(keys: Uint32Array, visibilityMask?: Uint8Array): SlicedWork<Found> {
  const groups = new Map<number, number[]>()
  for (let itemIndex = 0; itemIndex < keys.length; itemIndex++) {
    if (itemIndex % STRIDE === 0) yield
    const key = keys[itemIndex]!
    if (key === 0 || visibilityMask?.[itemIndex] === 0) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [itemIndex])
    else group.push(itemIndex)
  }
  const inOrder = [...groups].sort(([a], [b]) => a - b)
  return new Map(inOrder.map(([key, group]) => [key, Uint32Array.from(group)]))
}
