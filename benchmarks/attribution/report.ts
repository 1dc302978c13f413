import type { Timing } from '../measure/interleave.ts'
import { ratioText, tableText, timeText } from '../measure/table.ts'
import type { Goal } from './goals.ts'

/** The times of a question as a table: who took how many times as long as our tables. */
export function timesText(name: string, times: readonly Timing[]): string {
  const own = times.filter((one) => one.name.startsWith('ours'))
  const tables = own.filter((one) => !one.name.endsWith('aggregates'))
  const fastest = Math.min(...tables.map(({ median }) => median))
  return `${name}:\n\n${tableText(
    ['engine', 'median', 'best', 'of our tables'],
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
export function goalsText(goals: readonly Goal[]): string {
  return tableText(
    ['goal', 'wanted', 'our tables', 'our aggregates', 'reached'],
    goals.map((goal) => [
      goal.name,
      `${goal.atMost ? 'at most ' : 'at least '}${amountText(goal.wanted, goal.unit)}`,
      amountText(goal.reached, goal.unit),
      amountText(goal.aggregates, goal.unit),
      reachedText(goal),
    ]),
  )
}

function reachedText({ reached, wanted, atMost }: Goal): string {
  if (reached === null) return 'not measured'
  return (atMost ? reached <= wanted : reached >= wanted) ? 'yes' : 'no'
}

function amountText(value: number | null, unit: Goal['unit']): string {
  if (value === null) return ''
  return unit === '×' ? ratioText(value) : `${value.toPrecision(3)} ${unit}`
}
