import { type SlicedWork, sortInSlices } from '@tributary/core/internal'
import { compareVertices, VERTEX_TYPES, type Vertex, type VertexType } from '../model/vertex.ts'
import type { Lineage } from '../view/view.ts'

/** A search by text. */
export interface SearchQuery {
  /** Words; all of them must be in the id or in the display name, whatever the case. */
  readonly text: string
  /** @defaultValue all */
  readonly types?: readonly VertexType[]
  /** The most vertices to list. */
  readonly limit: number
}

/** A vertex that was found. */
export interface FoundVertex {
  readonly vertex: Vertex
  readonly matched: MatchedText
}

/** The part of a text for which a vertex was found, in UTF-16 code units. */
export interface MatchedText {
  readonly field: 'vertexId' | 'displayName'
  readonly from: number
  readonly to: number
}

/** How well a text fits; lower is better. */
const FITS = { EXACT: 0, PREFIX: 1, WORD: 2, PART: 3 } as const

/** Vertices that are looked at between two yields: about a millisecond of work. */
const AT_ONCE = 1024

interface Match {
  readonly vertex: Vertex
  readonly fit: number
  readonly matched: MatchedText
}

/**
 * The vertices whose id or display name has all words of a text: whole texts first, then beginnings, then beginnings of
 * words, then parts of words; each by type, then by id. Takes time in proportion to the vertices.
 */
export function* searchInSlices(
  { view }: Lineage,
  { text, types = VERTEX_TYPES, limit }: SearchQuery,
): SlicedWork<{ readonly found: readonly FoundVertex[]; readonly total: number }> {
  const question = readQuestion(text)
  const typeNumbers = new Set(types.map((type) => VERTEX_TYPES.indexOf(type)))
  const all: Match[] = []
  for (let number = 0; number < view.size; number++) {
    if (number % AT_ONCE === 0) yield
    if (!typeNumbers.has(view.types[number]!)) continue
    const vertex = view.vertexAt(number)
    const best = findBestFit(vertex, question)
    if (best !== null) all.push({ vertex, ...best })
  }
  const sorted = yield* sortInSlices(
    all,
    (a, b) => a.fit - b.fit || compareVertices(a.vertex, b.vertex),
  )
  const matches = sorted.slice(0, limit).map(({ vertex, matched }) => ({ vertex, matched }))
  return { found: matches, total: all.length }
}

interface Question {
  readonly phrase: string
  readonly terms: readonly string[]
}

/** Words are letters and digits; a text without any is one term. */
function readQuestion(text: string): Question {
  const phrase = toLowerText(text.trim())
  const terms = phrase.match(/[\p{L}\p{N}]+/gu) ?? [phrase]
  return { phrase, terms }
}

/** Lower case, unless that would move the places of letters. */
function toLowerText(text: string): string {
  const low = text.toLowerCase()
  return low.length === text.length ? low : text
}

type Fit = Pick<Match, 'fit' | 'matched'>

function findBestFit({ vertexId, displayName }: Vertex, question: Question): Fit | null {
  const byId = computeTextFit('vertexId', vertexId, question)
  if (displayName === null || byId?.fit === FITS.EXACT) return byId
  const byName = computeTextFit('displayName', displayName, question)
  return byName !== null && (byId === null || byName.fit < byId.fit) ? byName : byId
}

function computeTextFit(
  field: MatchedText['field'],
  text: string,
  { phrase, terms }: Question,
): Fit | null {
  const low = toLowerText(text)
  if (low.startsWith(phrase)) {
    const fit = low.length === phrase.length ? FITS.EXACT : FITS.PREFIX
    return { fit, matched: { field, from: 0, to: phrase.length } }
  }
  let fit: number = FITS.WORD
  let first = -1
  for (const [i, term] of terms.entries()) {
    const place = findTerm(low, term)
    if (place === null) return null
    if (!place.beginsWord) fit = FITS.PART
    if (i === 0) first = place.at
  }
  return { fit, matched: { field, from: first, to: first + terms[0]!.length } }
}

/** Where a term is: at the beginning of a word if it is at any. */
function findTerm(
  text: string,
  term: string,
): { readonly at: number; readonly beginsWord: boolean } | null {
  const first = text.indexOf(term)
  if (first < 0) return null
  for (let at = first; at >= 0; at = text.indexOf(term, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)) return { at, beginsWord: true }
  }
  return { at: first, beginsWord: false }
}
