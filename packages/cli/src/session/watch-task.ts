import { setTimeout } from 'node:timers/promises'
import type { TaskProgressData } from '@tributary/contract'
import type { Caller, Platform } from '@tributary/platform'
import { renderTaskBar, renderTaskCounts } from '../render/tasks.ts'
import type { Run } from '../terminal/run.ts'

/** How often a task is asked how far it is, in milliseconds. */
const LOOK = 200
/** How often that is written where nobody sees a line change, in milliseconds. */
const SAY = 5_000
/** After how long without any progress somebody has to look after it, in milliseconds. */
const STALL = 5_000

/** A task that is watched. */
export interface WatchedTask {
  readonly platform: Platform
  readonly caller: Caller
  readonly dagName: string
  /** What becomes of the rest when the person ends the command, as the end of a sentence. */
  readonly rest: () => string
  /** Called again and again while nothing goes on. */
  readonly stalled: () => Promise<void>
}

/**
 * Shows how far a task is until all of its instances have ended, and gives how that was: a bar on a terminal, a line
 * every few seconds elsewhere. When the person ends the command it says how far the task is and throws the reason.
 */
export async function watchTask(
  { platform, caller, dagName, rest, stalled }: WatchedTask,
  run: Run,
): Promise<TaskProgressData> {
  const { signal } = run.effects
  const look = async (): Promise<TaskProgressData> => {
    const query = { dagName, pageSize: 1, progress: true } as const
    const { progress } = await platform.taskInstances(caller, query)
    if (progress === undefined) throw new TypeError('The progress that was asked for is missing')
    return progress
  }
  const show = shower(run)
  let progress = await look()
  let moved = performance.now()
  while (progress.waiting + progress.running > 0) {
    show(progress)
    if (performance.now() - moved > STALL) {
      await stalled()
      moved = performance.now()
    }
    await setTimeout(LOOK, undefined, { signal }).catch(() => {})
    if (signal.aborted) {
      run.progress.clear()
      const left = `${renderTaskCounts(await look())}; ${rest()}`
      run.effects.stderr.write(`${left}\n`)
      throw signal.reason
    }
    const before = progress
    progress = await look()
    if (progress.waiting !== before.waiting) moved = performance.now()
  }
  run.progress.clear()
  return progress
}

function shower({ effects, paint, progress: line, print }: Run): (now: TaskProgressData) => void {
  const { isTerminal, columns } = effects.stderr
  if (isTerminal) {
    return (now) => line.showLine(renderTaskBar(now, { width: columns ?? 80, paint }))
  }
  let said = performance.now()
  return (now) => {
    if (performance.now() - said < SAY) return
    said = performance.now()
    print([renderTaskCounts(now)])
  }
}
