/** One workspace file: its path, which messages repeat and relative folders start from, and its text. */
export interface SourceText {
  readonly file: string
  readonly text: string
}
