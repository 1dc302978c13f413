import type { Level } from '../check/context.ts'
import type { Span } from '../tree/span.ts'
import type { ValueType } from '../values/value-type.ts'

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
  /** The stretch that the completion replaces; empty where nothing is begun. */
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
