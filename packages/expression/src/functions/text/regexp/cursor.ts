/** Where the reading of a pattern stands. */
export interface Cursor {
  readonly characters: readonly string[]
  at: number
  /** Groups around this place. */
  depth: number
}

/** Why a pattern is refused; caught where the reading began. */
export class PatternProblem extends Error {}

/** Gives up the pattern. */
export function refuse(problem: string): never {
  throw new PatternProblem(problem)
}
