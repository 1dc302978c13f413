import { ratioText, tableText, timeText } from './table.ts'

/** A goal and how near we are. */
export interface Goal {
  readonly what: string
  /** What is wanted, `at least 5.00×`. */
  readonly wanted: string
  /** What was measured; null where it was not. Times are in milliseconds. */
  readonly figure: number | null
  /** The same as text; empty where it was not measured. */
  readonly found: string
  /** Null where it was not measured, as a rival that does not run on this machine. */
  readonly isReached: boolean | null
}

/** A figure as text. */
type FigureText = (figure: number) => string

/** A goal that is reached by `least` or more. `found` is null where it was not measured. */
export function atLeast(
  what: string,
  found: number | null,
  least: number,
  text: FigureText = ratioText,
): Goal {
  const isReached = found === null ? null : found >= least
  return { what, wanted: `at least ${text(least)}`, ...foundOf(found, text), isReached }
}

/** A goal that is reached by `most` or less. `found` is null where it was not measured. */
export function atMost(
  what: string,
  found: number | null,
  most: number,
  text: FigureText = timeText,
): Goal {
  const isReached = found === null ? null : found <= most
  return { what, wanted: `at most ${text(most)}`, ...foundOf(found, text), isReached }
}

/** Goals as a table. */
export function goalsText(goals: readonly Goal[]): string {
  const rows = goals.map((goal) => [goal.what, goal.wanted, goal.found, reachedText(goal)])
  return tableText(['goal', 'wanted', 'found', ''], rows)
}

/** Whether a goal was reached, in a word. */
export function reachedText({ isReached }: Goal): string {
  if (isReached === null) return 'not measured'
  return isReached ? 'reached' : 'missed'
}

/** What a subject sends to `pnpm bench all`, where that has started it. */
export interface GoalsMessage {
  readonly goals: readonly Goal[]
}

/** Gives the goals of a subject to `pnpm bench all`; does nothing where somebody else has started the subject. */
export function tellGoals(goals: readonly Goal[]): void {
  process.send?.({ goals } satisfies GoalsMessage)
}

function foundOf(figure: number | null, text: FigureText): Pick<Goal, 'figure' | 'found'> {
  return { figure, found: figure === null ? '' : text(figure) }
}
