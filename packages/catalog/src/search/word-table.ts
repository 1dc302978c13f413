import { type SlicedWork, sortInSlices } from '@tributary/core/internal'
import {
  bits,
  computeTextSignature,
  distanceFrom,
  LONGEST_BITS,
} from '../resolve/names/text-distance.ts'

/** Further letters of a word do not count. */
export const LONGEST_WORD = LONGEST_BITS

/** Which things have which words. Things are numbers. */
export interface WordTable {
  /** The words, all different, in order. */
  readonly words: readonly string[]
  /** The words that begin with a text: from one place to another. */
  beginningWith(text: string): readonly [from: number, to: number]
  /** The words that are at most `limit` edits from a text, or whose beginning is; not those that begin with it. */
  near(text: string, limit: number, of: 'BEGINNING' | 'WHOLE'): SlicedWork<readonly NearWord[]>
  /** The things that have the word at a place, each once, in order. */
  thingsAt(place: number): Uint32Array
}

/** A word that is similar to another. */
export interface NearWord {
  readonly place: number
  /** Insertions, deletions, replacements and swaps of neighbours. */
  readonly distance: number
}

/** Words that are handled between two yields. */
const AT_ONCE = 4096

/** The things that have each word, while they are gathered. */
export interface WordLists {
  /** Adds a thing to those that have a word; things come in order. An empty word is left out. */
  add(word: string, itemIndex: number): void
  /** The words, in no order. */
  words(): string[]
  thingsOf(word: string): readonly number[]
}

/** Maps that the words are spread over: one that grows is copied, and the copy of a large one takes long. */
const SHARDS = 64

/** Creates lists without a word. */
export function createWordLists(): WordLists {
  const shards = Array.from({ length: SHARDS }, () => new Map<string, number[]>())
  const pickShard = (word: string): Map<string, number[]> => {
    const end = word.length - 1
    const middle = word.charCodeAt(word.length >> 1)
    return shards[(word.charCodeAt(end) + 7 * middle + 31 * word.length) % SHARDS]!
  }
  return {
    add: (word, itemIndex) => {
      if (word === '') return
      const shard = pickShard(word)
      const itemIndexes = shard.get(word)
      if (itemIndexes === undefined) shard.set(word, [itemIndex])
      else if (itemIndexes.at(-1) !== itemIndex) itemIndexes.push(itemIndex)
    },
    words: () => shards.flatMap((shard) => [...shard.keys()]),
    thingsOf: (word) => pickShard(word).get(word) ?? [],
  }
}

/** Makes the table of words and of the things that have them. */
export function* createWordTable(lists: WordLists): SlicedWork<WordTable> {
  const words = yield* sortInSlices(lists.words(), byText)
  const signatures = new Uint32Array(words.length)
  const lengths = Uint32Array.from(words, ({ length }) => length)
  const starts = new Uint32Array(words.length + 1)
  for (let place = 0; place < words.length; place++) {
    if (place % AT_ONCE === 0) yield
    signatures[place] = computeTextSignature(words[place]!)
    starts[place + 1] = starts[place]! + lists.thingsOf(words[place]!).length
  }
  const all = new Uint32Array(starts[words.length]!)
  for (let place = 0; place < words.length; place++) {
    if (place % AT_ONCE === 0) yield
    all.set(lists.thingsOf(words[place]!), starts[place])
  }
  return {
    words,
    beginningWith: (text) => findPrefixRange(words, text),
    thingsAt: (place) => all.subarray(starts[place], starts[place + 1]),
    *near(text, limit, of) {
      const nearWords: NearWord[] = []
      if (limit === 0) return nearWords
      const signature = computeTextSignature(text)
      const toBeginning = of === 'BEGINNING'
      const measure = distanceFrom(text, { toBeginning })
      const longest = text.length + limit
      for (let place = 0; place < words.length; place++) {
        if (place % AT_ONCE === 0) yield
        if (bits(signature & ~signatures[place]!) > limit) continue
        const length = lengths[place]!
        if (length < text.length - limit || (!toBeginning && length > longest)) continue
        const word = words[place]!
        const distance = measure(length > longest ? word.slice(0, longest) : word)
        if (distance > 0 && distance <= limit) nearWords.push({ place, distance })
      }
      return nearWords.sort((a, b) => a.distance - b.distance)
    },
  }
}

/** The order of texts by their code units. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Of texts in order, those that begin with `text`: from one place to another. */
export function findPrefixRange(
  texts: readonly string[],
  text: string,
): readonly [from: number, to: number] {
  const from = firstWhere(texts, (candidate) => candidate >= text)
  return [
    from,
    firstWhere(texts, (candidate) => candidate >= text && !candidate.startsWith(text), from),
  ]
}

function firstWhere(
  texts: readonly string[],
  isAfter: (text: string) => boolean,
  from = 0,
): number {
  let low = from
  let high = texts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isAfter(texts[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
