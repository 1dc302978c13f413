import type { FunctionDefinition } from '../functions/definition.ts'
import type { Token } from '../syntax/lex.ts'

/** What is open at a place of a text: the text itself, a parenthesis of some kind, or a `CASE`. */
export interface Frame {
  readonly opener: 'text' | 'group' | 'call' | 'list' | 'case'
  /** What is called; null where no call is open, or one of a function that there is not. */
  readonly definition: FunctionDefinition | null
  /** How many arguments stand before this one. */
  index: number
  /** The name whose values a list holds, or which is the whole first argument of a call. */
  subject: Token | null
  /** The name on the left of the last comparison operator, whose values may stand on its right. */
  compared: Token | null
  /**
   * What the row of operators holds so far: no comparison; one that still takes arithmetic; one that is
   * complete; a BETWEEN whose AND is missing.
   */
  relation: 'none' | 'made' | 'complete' | 'between'
  /** The last word of a `CASE`. */
  clause: 'case' | 'when' | 'then' | 'else'
}

/** A frame that was just opened. */
export function openFrame(
  opener: Frame['opener'],
  parts: Partial<Pick<Frame, 'definition' | 'subject'>> = {},
): Frame {
  return {
    opener,
    definition: parts.definition ?? null,
    subject: parts.subject ?? null,
    index: 0,
    compared: null,
    relation: 'none',
    clause: 'case',
  }
}

/** Whether a frame ends with a parenthesis. */
export function isParenthesis({ opener }: Frame): boolean {
  return opener === 'group' || opener === 'call' || opener === 'list'
}

/** A new row of operators begins in the frame. */
export function beginRow(frame: Frame): void {
  frame.compared = null
  frame.relation = 'none'
}
