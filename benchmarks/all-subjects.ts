import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type Goal, type GoalsMessage, reachedText } from './measure/goals.ts'
import { machineLine } from './measure/machine.ts'
import { tableText } from './measure/table.ts'

/** One run of a subject, with sizes at which its goals are set. */
interface Run {
  readonly subject: string
  readonly options: readonly string[]
}

/** Ten million rows of attribution take half of the time. */
const RUNS: readonly Run[] = [
  { subject: 'expression', options: [] },
  { subject: 'attribution', options: ['--rows', '1000000,10000000'] },
  { subject: 'causes', options: ['--runs', '20', '--large'] },
  { subject: 'lineage', options: ['--edges', '2000000'] },
  { subject: 'acceleration', options: [] },
  { subject: 'catalog', options: ['--metrics', '100000'] },
  { subject: 'http', options: ['--rounds', '5'] },
  { subject: 'starvation', options: [] },
  { subject: 'starvation', options: ['--mixed', '--seconds', '30'] },
  { subject: 'starvation', options: ['--cancel'] },
]

/** What came of a run. */
interface Outcome extends Run {
  readonly goals: readonly Goal[]
  readonly seconds: number
  /** False where its process ended before it told its goals. */
  readonly isWhole: boolean
}

/**
 * Runs the subjects one after the other, each in a process of its own with its output on standard error, and prints
 * one table of all goals. `chosen` names some of them; none means all. Gives 1 when a name is unknown or a subject
 * fails before its goals are told, and 0 when goals are missed: the table says so.
 */
export async function runAll({
  chosen,
  prepare,
  scriptOf,
  flags,
}: {
  readonly chosen: readonly string[]
  readonly prepare: (subject: string) => void
  readonly scriptOf: (subject: string) => string
  readonly flags: readonly string[]
}): Promise<number> {
  const known = new Set(RUNS.map(({ subject }) => subject))
  const unknown = chosen.filter((name) => !known.has(name))
  if (unknown.length > 0) {
    process.stderr.write(
      `${unknown.join(', ')}: no such subject with goals; there are ${[...known].join(', ')}\n`,
    )
    return 1
  }
  const outcomes: Outcome[] = []
  for (const run of RUNS) {
    if (chosen.length > 0 && !chosen.includes(run.subject)) continue
    prepare(run.subject)
    process.stderr.write(`\n# ${nameOf(run)}\n\n`)
    outcomes.push(await outcomeOf(run, scriptOf(run.subject), flags))
  }
  process.stdout.write(`${machineLine()}\n\n${goalsOfAll(outcomes)}\n\n${timesOfAll(outcomes)}\n`)
  return outcomes.every(({ isWhole }) => isWhole) ? 0 : 1
}

async function outcomeOf(run: Run, script: string, flags: readonly string[]): Promise<Outcome> {
  const begin = performance.now()
  const child = fork(script, run.options, {
    execArgv: [...flags],
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  let goals: readonly Goal[] | null = null
  child.on('message', (message) => {
    goals = (message as GoalsMessage).goals
  })
  await once(child, 'exit')
  const seconds = (performance.now() - begin) / 1_000
  return { ...run, goals: goals ?? [], seconds, isWhole: goals !== null }
}

function goalsOfAll(outcomes: readonly Outcome[]): string {
  const rows = outcomes.flatMap(({ subject, goals }) =>
    goals.map((goal) => [subject, goal.what, goal.wanted, goal.found, reachedText(goal)]),
  )
  return tableText(['subject', 'goal', 'wanted', 'found', ''], rows)
}

function timesOfAll(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((outcome) => {
    const count = (isReached: boolean | null): string =>
      String(outcome.goals.filter((goal) => goal.isReached === isReached).length)
    const minutes = (outcome.seconds / 60).toFixed(1)
    const whole = outcome.isWhole ? '' : 'ended before its goals were told'
    return [nameOf(outcome), count(true), count(false), count(null), minutes, whole]
  })
  return tableText(['run', 'reached', 'missed', 'not measured', 'minutes', ''], rows)
}

function nameOf({ subject, options }: Run): string {
  return [subject, ...options].join(' ')
}
