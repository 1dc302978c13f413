import type { Scope } from '../check/scope.ts'
import type { Candidate, CompleteOptions, Completion, CursorContext } from './completion.ts'
import { stateAfter } from './cursor-state.ts'
import { partialTokenAt } from './partial-token.ts'
import { constantCandidates, functionCandidates, nameCandidates } from './value-candidates.ts'
import { wordCandidates } from './word-candidates.ts'

/**
 * The names, functions, constants, keywords and operators that can be written at an offset of a text, best
 * first. Only the text before the offset matters, so it works in unfinished and broken texts. Never throws; an
 * offset outside the text counts as its nearest end.
 * @example
 * ```ts
 * import { complete, type Scope } from '@tributary/attribution/expression'
 * const scope: Scope = {
 *   resolve: () => ({ found: { kind: 'reference', type: 'INT', table: 'flights', name: 'delay' } }),
 *   names: () => ['delay'],
 * }
 * const [best] = complete('[de', 3, scope)
 * best?.insert // => '[delay]'
 * best?.span // => { start: 0, end: 3 }
 * ```
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
  return ranked.map((candidate) => candidate.completion)
}

/** Whether the offset is inside a number or an operator, where nothing can be inserted. */
function isInside(text: string, at: number): boolean {
  return at > 0 && /^(?:\.|\d[\d.]|[<>=!&|]{2}$)/.test(text.slice(at - 1, at + 1))
}

/** All candidates; equal matches are shown in this order. */
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
