import type { CharacterSet } from './character-set.ts'

/** A regular expression as a tree: the small subset in which all engines agree. */
export type RegexpNode =
  /** One character of a set. */
  | { readonly kind: 'character'; readonly set: CharacterSet }
  /** The beginning or the end of the whole text. */
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end' }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexpNode[] }
  | { readonly kind: 'choice'; readonly options: readonly RegexpNode[] }
  /** A part again and again; `most` is null where there is no limit. */
  | {
      readonly kind: 'repeat'
      readonly part: RegexpNode
      readonly least: number
      readonly most: number | null
    }
