/** A regular expression as a tree: the small subset in which all engines agree. */
export type RegexpNode =
  /** One character of a set. */
  | { readonly kind: 'character'; readonly set: CharacterSet }
  /** The beginning or the end of the whole text. */
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end' }
  /** A part whose match is extracted. */
  | { readonly kind: 'group'; readonly part: RegexpNode }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexpNode[] }
  | { readonly kind: 'choice'; readonly options: readonly RegexpNode[] }
  /** A repeated part; `most` is null when there is no limit. */
  | {
      readonly kind: 'repeat'
      readonly part: RegexpNode
      readonly least: number
      readonly most: number | null
    }

/** Code points from the first to the second, both included. */
export type CharacterRange = readonly [from: number, to: number]

/** A set of characters; `negated` for all but these. */
export interface CharacterSet {
  readonly ranges: readonly CharacterRange[]
  readonly negated: boolean
}

const DIGIT: readonly CharacterRange[] = [[0x30, 0x39]]
const WORD: readonly CharacterRange[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]
const SPACE: readonly CharacterRange[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
]

/** The sets that a letter after a backslash stands for, limited to ASCII, since engines differ beyond it. */
export const NAMED_SETS: ReadonlyMap<string, CharacterSet> = new Map([
  ['d', { ranges: DIGIT, negated: false }],
  ['D', { ranges: DIGIT, negated: true }],
  ['w', { ranges: WORD, negated: false }],
  ['W', { ranges: WORD, negated: true }],
  ['s', { ranges: SPACE, negated: false }],
  ['S', { ranges: SPACE, negated: true }],
])

/** The set of a dot: any character except a line feed. */
export const DOT: CharacterSet = { ranges: [[0x0a, 0x0a]], negated: true }

/** The set of one character. */
export function createSingletonSet(codePoint: number): CharacterSet {
  return { ranges: [[codePoint, codePoint]], negated: false }
}

/** Whether a code point is in a set. */
export function isInSet({ ranges, negated }: CharacterSet, codePoint: number): boolean {
  for (const [from, to] of ranges) {
    if (codePoint >= from && codePoint <= to) return !negated
  }
  return negated
}
