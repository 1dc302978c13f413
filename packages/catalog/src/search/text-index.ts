import { inSpans, type SlicedWork } from '@tributary/core/internal'
import { bits, computeTextSignature, distanceFrom } from '../resolve/names/text-distance.ts'
import { LONGEST_WORD, listSearchTerms, readWords, type Words } from './words.ts'

/** The texts that an item is found by. */
export interface SearchTexts {
  readonly name: string
  readonly code: string | null
  readonly displayName: string
  readonly description: string
}

/** How well a text fits: as a whole, at the beginning, by words, or by words with typos. Lower is better. */
export const FITS = { EXACT: 1, PREFIX: 2, WORD: 3, NEAR: 4 } as const

/** Places of items in groups. The key of a group is how well its items fit, lower is better; a group is in order. */
export type SearchGroups = ReadonlyMap<number, Uint32Array>

/** The words of items, prepared for searches. */
export interface TextIndex {
  /**
   * Finds items by what people type: names, codes and display names as a whole or their beginning, words, near words;
   * names near as a whole only when nothing else fits. An item whose place is 0 in the mask is never found.
   */
  search(question: string, visibilityMask?: Uint8Array): SlicedWork<SearchGroups>
}

/** Items that are prepared between two yields. */
const AT_ONCE = 128

/** In the key of a group: how well it fits, then edits, then words that only the description has. */
const FIT = 2 ** 20
const EDIT = 2 ** 8

/** The key of an item that does not fit, and the cost of a word that does not. */
const NONE = 2 ** 32 - 1

/**
 * How many edits a word may be away from a word of an item: none for words of up to three letters and for numbers, one
 * for up to seven letters, two for longer ones.
 */
export function editsFor(term: string): number {
  if (term.length < 4 || !/\p{L}/u.test(term)) return 0
  return term.length < 8 ? 1 : 2
}

/** Prepares items for searches, which read the words of all items. The result refers to an item by its place. */
export function* createTextIndex(items: readonly SearchTexts[]): SlicedWork<TextIndex> {
  const [names, descriptions, wholes] = [new WordList(), new WordList(), new WordList()]
  for (const [place, { name, code, displayName, description }] of items.entries()) {
    if (place % AT_ONCE === 0) yield
    for (const text of new Set([name, displayName])) {
      const words = readWords(text)
      names.addWords(words)
      wholes.add(words.letters)
    }
    if (code !== null) wholes.add(readWords(code).letters)
    descriptions.addWords(readWords(description))
    for (const list of [names, descriptions, wholes]) list.endItem()
  }
  const lists = {
    names: yield* names.finish(),
    descriptions: yield* descriptions.finish(),
    wholes: yield* wholes.finish(),
  }
  return { search: (question, visibilityMask) => search(lists, question, visibilityMask) }
}

/** The different words of all items, by number, and the numbers of the words of each item. */
interface ItemWords {
  readonly words: readonly string[]
  readonly signatures: Uint32Array
  /** Where the numbers of each item begin in `numbers`, and behind the last one. */
  readonly starts: Uint32Array
  readonly numbers: Uint32Array
}

class WordList {
  private readonly numberByWord = new Map<string, number>()
  private readonly starts: number[] = [0]
  private readonly numbers: number[] = []

  addWords({ letters, words }: Words): void {
    for (const { from, to } of words) {
      this.add(letters.slice(from, Math.min(to, from + LONGEST_WORD)))
    }
  }

  add(word: string): void {
    if (word === '') return
    const { size } = this.numberByWord
    const number = this.numberByWord.get(word) ?? size
    if (number === size) this.numberByWord.set(word, number)
    this.numbers.push(number)
  }

  endItem(): void {
    this.starts.push(this.numbers.length)
  }

  *finish(): SlicedWork<ItemWords> {
    const words = [...this.numberByWord.keys()]
    const signatures = new Uint32Array(words.length)
    yield* inSpans(words.length, (from, to) => {
      for (let number = from; number < to; number++) {
        signatures[number] = computeTextSignature(words[number]!)
      }
    })
    yield
    const starts = new Uint32Array(this.starts)
    return { words, signatures, starts, numbers: new Uint32Array(this.numbers) }
  }
}

interface WordLists {
  /** Words of names and display names. */
  readonly names: ItemWords
  readonly descriptions: ItemWords
  /** Names, display names and codes, without what separates their words. */
  readonly wholes: ItemWords
}

function* search(
  { names, descriptions, wholes }: WordLists,
  question: string,
  visibilityMask?: Uint8Array,
): SlicedWork<SearchGroups> {
  const questionWords = readWords(question)
  const { letters } = questionWords
  const terms = listSearchTerms(questionWords)
  if (terms.length === 0) return new Map()
  const size = wholes.starts.length - 1
  const keys = new Uint32Array(size)
  for (const term of terms) {
    const nameCosts = yield* scoreTerm(names, term.slice(0, LONGEST_WORD))
    const descriptionCosts = yield* scorePrefix(descriptions, term.slice(0, LONGEST_WORD))
    yield* inSpans(size, (from, to) => {
      for (let place = from; place < to; place++) {
        if (keys[place] === NONE) continue
        let cost = findLeastCost(names, nameCosts, place)
        if (cost > 1) cost = Math.min(cost, findLeastCost(descriptions, descriptionCosts, place))
        keys[place] = cost === NONE ? NONE : keys[place]! + cost
      }
    })
  }
  const wholeCosts = yield* scoreWhole(wholes, letters)
  yield* inSpans(size, (from, to) => {
    for (let place = from; place < to; place++) {
      const cost = keys[place]!
      const key = cost === NONE ? NONE : cost + (cost >= EDIT ? FITS.NEAR : FITS.WORD) * FIT
      keys[place] = Math.min(key, findLeastCost(wholes, wholeCosts, place))
    }
  })
  const groups = yield* groupPlacesByKey(keys, visibilityMask)
  if (groups.size > 0) return groups
  const nearCosts = yield* scoreNearWhole(wholes, letters.slice(0, LONGEST_WORD))
  yield* inSpans(size, (from, to) => {
    for (let place = from; place < to; place++) {
      keys[place] = findLeastCost(wholes, nearCosts, place)
    }
  })
  return yield* groupPlacesByKey(keys, visibilityMask)
}

function findLeastCost(
  { starts, numbers }: ItemWords,
  costs: Uint32Array | null,
  place: number,
): number {
  if (costs === null) return NONE
  let least = NONE
  for (let at = starts[place]!; at < starts[place + 1]!; at++) {
    const cost = costs[numbers[at]!]!
    if (cost < least) least = cost
  }
  return least
}

/** The cost of each word; null where no word fits. */
type WordCosts = Uint32Array | null

/** Nothing for words that begin with the term; for words whose beginning is near the term its edits. */
function* scoreTerm(list: ItemWords, term: string): SlicedWork<WordCosts> {
  const limit = editsFor(term)
  const measure = distanceFrom(term, { toBeginning: true })
  const signature = computeTextSignature(term)
  return yield* scoreWords(list, (word, wordSignature) => {
    if (word.startsWith(term)) return 0
    if (limit === 0 || word.length < term.length - limit) return NONE
    if (bits(signature & ~wordSignature) > limit) return NONE
    const distance = measure(word.slice(0, term.length + limit))
    return distance > limit ? NONE : distance * EDIT
  })
}

function* scorePrefix(list: ItemWords, term: string): SlicedWork<WordCosts> {
  return yield* scoreWords(list, (word) => (word.startsWith(term) ? 1 : NONE))
}

function* scoreWhole(list: ItemWords, letters: string): SlicedWork<WordCosts> {
  return yield* scoreWords(list, (word) => {
    if (!word.startsWith(letters)) return NONE
    return (word.length === letters.length ? FITS.EXACT : FITS.PREFIX) * FIT
  })
}

function* scoreNearWhole(list: ItemWords, term: string): SlicedWork<WordCosts> {
  const limit = editsFor(term)
  if (limit === 0) return null
  const measure = distanceFrom(term)
  const signature = computeTextSignature(term)
  return yield* scoreWords(list, (word, wordSignature) => {
    if (Math.abs(word.length - term.length) > limit) return NONE
    if (bits(signature & ~wordSignature) > limit) return NONE
    const distance = measure(word)
    return distance > limit ? NONE : FITS.NEAR * FIT + distance * EDIT
  })
}

function* scoreWords(
  { words, signatures }: ItemWords,
  score: (word: string, signature: number) => number,
): SlicedWork<WordCosts> {
  const costs = new Uint32Array(words.length)
  let fitting = 0
  yield* inSpans(words.length, (from, to) => {
    for (let number = from; number < to; number++) {
      const cost = score(words[number]!, signatures[number]!)
      costs[number] = cost
      if (cost !== NONE) fitting++
    }
  })
  return fitting === 0 ? null : costs
}

function* groupPlacesByKey(
  keys: Uint32Array,
  visibilityMask?: Uint8Array,
): SlicedWork<SearchGroups> {
  const groups = new Map<number, number[]>()
  yield* inSpans(keys.length, (from, to) => {
    for (let place = from; place < to; place++) {
      const key = keys[place]!
      if (key === NONE || visibilityMask?.[place] === 0) continue
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [place])
      else group.push(place)
    }
  })
  const inOrder = [...groups].sort(([a], [b]) => a - b)
  return new Map(inOrder.map(([key, group]) => [key, Uint32Array.from(group)]))
}
