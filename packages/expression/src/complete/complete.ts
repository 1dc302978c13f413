import type { Scope } from '../check/scope.ts'
import type { Candidate, CompleteOptions, Completion, CursorContext } from './completion.ts'
import { stateAfter } from './cursor-state.ts'
import { partialTokenAt } from './partial-token.ts'
import { constantCandidates, functionCandidates, nameCandidates } from './value-candidates.ts'
import { wordCandidates } from './word-candidates.ts'

/**
 * What can stand at an offset of a text, best first: names, functions, constants, words and signs that fit what is
 * partial there, and how to put them in its place. Never throws; only what stands before the offset decides, so it
 * works in a text that is broken or not finished. An offset outside of the text counts as its nearest end.
 */
export function complete(
  text: string,
  offset: number,
  scope: Scope,
  options: CompleteOptions = {},
): readonly Completion[] {
  const at = Math.max(0, Math.min(text.length, Math.trunc(offset) || 0))
  if (isInside(text, at)) return []
  const partial = partialTokenAt(text, at)
  const place: CursorContext = {
    scope,
    partial,
    state: stateAfter(partial.tokens),
    aggregates: options.level === 'metric',
    previous: text.charAt(partial.span.start - 1),
    next: text.charAt(partial.span.end),
    limit: options.limit ?? 100,
  }
  const ranked = candidatesAt(place).sort(
    (a, b) => a.fit - b.fit || Number(b.suits) - Number(a.suits),
  )
  return ranked.map((one) => one.completion)
}

/** Between two characters of one number or operator, and after the point of a number, nothing can stand. */
function isInside(text: string, at: number): boolean {
  return at > 0 && /^(?:\.|\d[\d.]|[<>=!&|]{2}$)/.test(text.slice(at - 1, at + 1))
}

/** In the order in which those that fit alike are shown. */
function candidatesAt(place: CursorContext): Candidate[] {
  const isValue = place.state.expects === 'value'
  switch (place.partial.form) {
    case 'text':
      return isValue ? [...constantCandidates(place)] : []
    case 'name':
      return isValue ? [...nameCandidates(place)] : []
    default:
      return isValue
        ? [
            ...constantCandidates(place),
            ...nameCandidates(place),
            ...functionCandidates(place),
            ...wordCandidates(place),
          ]
        : [...wordCandidates(place)]
  }
}
