import type { Level } from '../check/context.ts'
import type { Scope } from '../check/scope.ts'
import type { Span } from '../tree/span.ts'
import type { ValueType } from '../values/value-type.ts'
import type { CursorState } from './cursor-state.ts'
import type { PartialToken } from './partial-token.ts'
import type { LanguageWord } from './words.ts'

/** The kind of a completion. `value` is a known value of a name. */
export type CompletionKind =
  | 'field'
  | 'column'
  | 'function'
  | 'grain'
  | 'value'
  | 'keyword'
  | 'operator'

/** Something that can be written at an offset. */
export interface Completion {
  readonly kind: CompletionKind
  /** The label in a list: a name without brackets, a function without parentheses. */
  readonly label: string
  /** The span that is replaced; empty when nothing has been typed yet. */
  readonly span: Span
  /** The text that replaces it. */
  readonly insert: string
  /** The parameters of a function, `text, count`; null for anything else. */
  readonly signature: string | null
  /** The type of a name; null for anything else. */
  readonly type: ValueType | null
  /** One sentence for a person; null when there is none. */
  readonly description: string | null
}

/** Options of {@link complete}. */
export interface CompleteOptions {
  /**
   * The level of the expression, as in {@link CheckOptions.level}: aggregates are offered in a metric only.
   * @defaultValue `row`
   */
  readonly level?: Level
  /** The largest number of completions of one kind. @defaultValue 100 */
  readonly limit?: number
}

/** The place of the cursor, from which candidates are made. */
export interface CursorContext {
  readonly scope: Scope
  readonly partial: PartialToken
  readonly state: CursorState
  /** Whether aggregates may be used here. */
  readonly aggregates: boolean
  /** The characters before and after the replaced span; empty at the ends of the text. */
  readonly previous: string
  readonly next: string
  readonly limit: number
}

/** A completion, how well it matches what is typed, and whether it has the expected type. */
export interface Candidate {
  readonly completion: Completion
  readonly fit: MatchRank
  readonly suits: boolean
}

/** How well a label matches what is typed: 0 at its start, 1 at the start of a word, 2 inside a word. */
type MatchRank = 0 | 1 | 2

/** The `limit` candidates whose labels match best; equal matches keep their order. */
export function bestMatches<T extends { readonly label: string }>(
  candidates: Iterable<T>,
  typed: string,
  limit: number,
): readonly { readonly candidate: T; readonly fit: MatchRank }[] {
  const wanted = typed.toLowerCase()
  const fits: readonly { readonly candidate: T; readonly fit: MatchRank }[][] = [[], [], []]
  for (const candidate of candidates) {
    const fit = matchRank(candidate.label.toLowerCase(), wanted)
    if (fit !== null && fits[fit]!.length < limit) fits[fit]!.push({ candidate, fit })
    if (fits[0]!.length === limit) break
  }
  return fits.flat().slice(0, limit)
}

/** How well a label matches what is typed, both in lower case; null when it does not. */
function matchRank(name: string, typed: string): MatchRank | null {
  const at = name.indexOf(typed)
  if (at <= 0) return at === 0 ? 0 : null
  return isPartOfWord(name.charCodeAt(at - 1)) ? 2 : 1
}

function isPartOfWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127
}

/** The parts of a completion without a type and a signature. */
interface PlainCompletion {
  readonly kind: CompletionKind
  readonly label: string
  readonly insert: string
  readonly description: string | null
}

/** Creates a completion without a type and a signature. */
export function plainCompletion(plain: PlainCompletion, span: Span): Completion {
  return { ...plain, span, signature: null, type: null }
}

/** The completion of a keyword or operator, with spaces where it would run into a word or number. */
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
