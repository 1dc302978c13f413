import type { Scope } from '../check/scope.ts'
import type { Span } from '../tree/span.ts'
import type { Begun } from './begun.ts'
import type { Completion, CompletionKind } from './completion.ts'
import type { Fit } from './match.ts'
import type { Reading } from './reading.ts'
import type { LanguageWord } from './words.ts'

/** What candidates are made from. */
export interface Place {
  readonly scope: Scope
  readonly begun: Begun
  readonly reading: Reading
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
  readonly fit: Fit
  readonly suits: boolean
}

/** What a completion without a type and a signature is made of. */
export interface PlainCompletion {
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
  { begun, previous, next }: Place,
): Completion {
  const before = touches(previous + label[0]) ? ' ' : ''
  const after = touches(label.at(-1) + next) ? ' ' : ''
  return plainCompletion(
    { kind, label, insert: `${before}${label}${after}`, description },
    begun.span,
  )
}

function touches(characters: string): boolean {
  return /^\w\w$/.test(characters)
}
