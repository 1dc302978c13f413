/** A range of the source text, in UTF-16 offsets; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}
