/** A mistake in a workspace file, placed for a person and for an editor. */
export interface WorkspaceProblem {
  /** Path of the file, as given by the reader. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
  /** Where in the document: `metrics[3].expr`. */
  readonly path: string
  readonly message: string
  /** What to do about it, when that is known: `did you mean "flight_count"?`. */
  readonly suggestion: string | null
}
