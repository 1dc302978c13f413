import type { Level } from '../check/context.ts'
import type { Scope } from '../check/scope.ts'
import type { Span } from '../tree/span.ts'
import type { ValueType } from '../values/value-type.ts'
import type { CursorState } from './cursor-state.ts'
import type { PartialToken } from './partial-token.ts'
import type { LanguageWord } from './words.ts'

/** What a completion is. `value` is a constant that a name is known to have. */
export type CompletionKind =
  | 'field'
  | 'column'
  | 'function'
  | 'grain'
  | 'value'
  | 'keyword'
  | 'operator'

/** Something that can stand at a place of a text. */
export interface Completion {
  readonly kind: CompletionKind
  /** What a list shows: a name without brackets, a function without parentheses. */
  readonly label: string
  /** The stretch that the completion replaces; empty where nothing is partial. */
  readonly span: Span
  /** What stands there afterwards. */
  readonly insert: string
  /** The arguments of a function, `text, count`; null for anything else. */
  readonly signature: string | null
  /** The type of a name; null where there is none, or none is known. */
  readonly type: ValueType | null
  /** A sentence for a person; null where the scope knows none. */
  readonly description: string | null
}

/** Options of {@link complete}. */
export interface CompleteOptions {
  /** Whether aggregates may stand here, as in {@link CheckOptions.level}. @defaultValue `row` */
  readonly level?: Level
  /** How many completions of one kind there are at most. @defaultValue 100 */
  readonly limit?: number
}

/** What candidates are made from. */
export interface CursorContext {
  readonly scope: Scope
  readonly partial: PartialToken
  readonly state: CursorState
  /** Whether aggregates may stand here. */
  readonly aggregates: boolean
  /** The characters before and after what is replaced; empty at the ends of the text. */
  readonly previous: string
  readonly next: string
  readonly limit: number
}

/** A completion, how well it fits what is typed, and whether its type is the one wanted. */
export interface Candidate {
  readonly completion: Completion
  readonly fit: MatchRank
  readonly suits: boolean
}

/** How well a name fits what is typed: 0 begins with it, 1 a word of it does, 2 it is somewhere inside. */
type MatchRank = 0 | 1 | 2

/** The best `limit` of the candidates by the fit of their labels, otherwise in their own order. */
export function bestMatches<T extends { readonly label: string }>(
  candidates: Iterable<T>,
  typed: string,
  limit: number,
): readonly { readonly one: T; readonly fit: MatchRank }[] {
  const wanted = typed.toLowerCase()
  const fits: readonly { readonly one: T; readonly fit: MatchRank }[][] = [[], [], []]
  for (const one of candidates) {
    const fit = matchRank(one.label.toLowerCase(), wanted)
    if (fit !== null && fits[fit]!.length < limit) fits[fit]!.push({ one, fit })
    if (fits[0]!.length === limit) break
  }
  return fits.flat().slice(0, limit)
}

/** How well a name fits what is typed, both in small letters; null when it does not. */
function matchRank(name: string, typed: string): MatchRank | null {
  const at = name.indexOf(typed)
  if (at <= 0) return at === 0 ? 0 : null
  return isPartOfWord(name.charCodeAt(at - 1)) ? 2 : 1
}

function isPartOfWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127
}

/** What a completion without a type and a signature is made of. */
interface PlainCompletion {
  readonly kind: CompletionKind
  readonly label: string
  readonly insert: string
  readonly description: string | null
}

/** A completion without a type and a signature. */
export function plainCompletion(plain: PlainCompletion, span: Span): Completion {
  return { ...plain, span, signature: null, type: null }
}

/** A word of the language as a completion, with a space where it would run into a word or a number. */
export function wordCompletion(
  { kind, label, description }: LanguageWord,
  { partial, previous, next }: CursorContext,
): Completion {
  const before = touches(previous + label[0]) ? ' ' : ''
  const after = touches(label.at(-1) + next) ? ' ' : ''
  return plainCompletion(
    { kind, label, insert: `${before}${label}${after}`, description },
    partial.span,
  )
}

function touches(characters: string): boolean {
  return /^\w\w$/.test(characters)
}
