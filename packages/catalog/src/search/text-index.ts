import type { SlicedWork } from '@tributary/core/internal'
import { createWordTable, LONGEST_WORD, type WordTable } from './word-table.ts'
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
}

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
  const names = new Map<string, number[]>()
  const descriptions = new Map<string, number[]>()
  const wholes = new Map<string, number[]>()
  for (const [thing, { name, code, displayName, description }] of things.entries()) {
    if (thing % AT_ONCE === 0) yield
    for (const text of new Set([name, displayName])) {
      const read = readWords(text)
      addWords(names, read, thing)
      add(wholes, read.letters, thing)
    }
    if (code !== null) add(wholes, readWords(code).letters, thing)
    if (description !== '') addWords(descriptions, readWords(description), thing)
  }
  const parts: Parts = {
    size: things.length,
    names: yield* createWordTable(names),
    descriptions: yield* createWordTable(descriptions),
    wholes: yield* createWordTable(wholes),
  }
  return { search: (question, shown) => search(parts, question, shown) }
}

interface Parts {
  readonly size: number
  /** Words of names and display names. */
  readonly names: WordTable
  readonly descriptions: WordTable
  /** Names, display names and codes, without what separates their words. */
  readonly wholes: WordTable
}

function addWords(table: Map<string, number[]>, { letters, words }: Words, thing: number): void {
  for (const { from, to } of words) {
    add(table, letters.slice(from, Math.min(to, from + LONGEST_WORD)), thing)
  }
}

function add(table: Map<string, number[]>, word: string, thing: number): void {
  if (word === '') return
  const known = table.get(word)
  if (known === undefined) table.set(word, [thing])
  else if (known.at(-1) !== thing) known.push(thing)
}

function* search(parts: Parts, question: string, shown?: Uint8Array): SlicedWork<Found> {
  const asked = readWords(question)
  const { letters } = asked
  const terms = termsOf(asked)
  if (terms.length === 0) return new Map()
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
  const found = yield* grouped(keys, shown)
  if (found.size > 0) return found
  const name = letters.slice(0, LONGEST_WORD)
  for (const { place, distance } of yield* wholes.near(name, editsFor(name), 'WHOLE')) {
    const key = FITS.NEAR * FIT + distance * EDIT
    for (const thing of wholes.thingsAt(place)) lower(keys, thing, key)
  }
  return yield* grouped(keys, shown)
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
