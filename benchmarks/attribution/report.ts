import { reachedText } from '../measure/goals.ts'
import type { Timing } from '../measure/interleave.ts'
import { ratioText, tableText, timeText } from '../measure/table.ts'
import type { TableGoal } from './goals.ts'
import { ALL_MADE } from './measure-data.ts'

/** The times of a question as a table: who took how many times as long as our answers. */
export function timesText(name: string, times: readonly Timing[]): string {
  const own = times.filter((one) => one.name.startsWith('ours'))
  const answers = own.filter(
    (one) => ![ALL_MADE, 'aggregates'].some((end) => one.name.endsWith(end)),
  )
  const fastest = Math.min(...answers.map(({ median }) => median))
  return `${name}:\n\n${tableText(
    ['engine', 'median', 'best', 'of our answers'],
    times.map((one) => [
      one.name,
      timeText(one.median),
      timeText(one.best),
      ratioText(one.median / fastest),
    ]),
  )}`
}

/** The times of one of our own steps, in several cases, as a table. */
export function ownTimesText(name: string, times: readonly Timing[]): string {
  return `${name}:\n\n${tableText(
    ['of', 'median', 'best'],
    times.map((one) => [one.name, timeText(one.median), timeText(one.best)]),
  )}`
}

/** Goals as a table. */
export function goalsText(goals: readonly TableGoal[]): string {
  return tableText(
    ['goal', 'wanted', 'our answers', ALL_MADE, 'our aggregates', ''],
    goals.map((goal) => [
      goal.what,
      goal.wanted,
      goal.found,
      goal.allMade === null ? '' : ratioText(goal.allMade),
      goal.aggregates === null ? '' : ratioText(goal.aggregates),
      reachedText(goal),
    ]),
  )
}
