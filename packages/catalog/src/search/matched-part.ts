import { distanceFrom } from '../resolve/names/text-distance.ts'
import { editsFor, type SearchTexts } from './text-index.ts'
import { LONGEST_WORD, listSearchTerms, readWords, type Word, type Words } from './words.ts'

/** Where a text fits a question, in UTF-16 code units. */
export interface Matched {
  readonly field: keyof SearchTexts
  readonly from: number
  /** Behind the last one. */
  readonly to: number
}

const WHOLES = ['name', 'code', 'displayName'] as const
const WITH_WORDS = ['name', 'displayName', 'description'] as const
const WITH_NEAR_WORDS = ['name', 'displayName'] as const

/** The part of the texts for which a search finds them: the best one. Null when the search would not find them. */
export function matchedPart(texts: SearchTexts, question: string): Matched | null {
  const questionWords = readWords(question)
  const terms = listSearchTerms(questionWords)
  if (terms.length === 0) return null
  return (
    wholePart(texts, questionWords.letters) ??
    findTermPart(texts, WITH_WORDS, terms, findWordBeginning) ??
    findTermPart(texts, WITH_NEAR_WORDS, terms, findNearPart) ??
    nearWhole(texts, questionWords.letters)
  )
}

/** A text that is what is asked, else one that begins with it. */
function wholePart(texts: SearchTexts, letters: string): Matched | null {
  const read = WHOLES.map((field) => ({ field, words: readWords(texts[field] ?? '') }))
  const fit =
    read.find(({ words }) => words.letters === letters) ??
    read.find(({ words }) => words.letters.startsWith(letters))
  return fit === undefined
    ? null
    : locatePart(fit.field, fit.words, { from: 0, to: letters.length })
}

type Part = Pick<Word, 'from' | 'to'>

function findTermPart(
  texts: SearchTexts,
  fields: readonly (keyof SearchTexts)[],
  terms: readonly string[],
  find: (words: Words, term: string) => Part | null,
): Matched | null {
  for (const term of terms) {
    for (const field of fields) {
      const words = readWords(texts[field] ?? '')
      const part = find(words, term.slice(0, LONGEST_WORD))
      if (part !== null) return locatePart(field, words, part)
    }
  }
  return null
}

function findWordBeginning({ letters, words }: Words, term: string): Part | null {
  const word = words.find(
    ({ from, to }) => to - from >= term.length && letters.startsWith(term, from),
  )
  return word === undefined ? null : { from: word.from, to: word.from + term.length }
}

function findNearPart({ letters, words }: Words, term: string): Part | null {
  const limit = editsFor(term)
  if (limit === 0) return null
  const measure = distanceFrom(term, { toBeginning: true })
  const ranked = words.map((word) => {
    const end = Math.min(word.to, word.from + LONGEST_WORD)
    return { word, distance: measure(letters.slice(word.from, end)) }
  })
  const best = ranked.reduce<(typeof ranked)[number] | null>(
    (least, candidate) =>
      least === null || candidate.distance < least.distance ? candidate : least,
    null,
  )
  return best === null || best.distance > limit ? null : best.word
}

function nearWhole(texts: SearchTexts, letters: string): Matched | null {
  const term = letters.slice(0, LONGEST_WORD)
  const measure = distanceFrom(term)
  for (const field of WHOLES) {
    const words = readWords(texts[field] ?? '')
    if (words.letters === '') continue
    const distance = measure(words.letters.slice(0, LONGEST_WORD))
    if (distance > editsFor(term)) continue
    return locatePart(field, words, { from: 0, to: words.letters.length })
  }
  return null
}

function locatePart(field: keyof SearchTexts, words: Words, part: Part): Matched {
  return { field, ...words.place(part) }
}
