import { setTimeout } from 'node:timers/promises'
import type { TaskProgressData } from '@tributary/contract'
import type { Caller, Platform } from '@tributary/platform'
import { renderTaskBar, renderTaskCounts } from '../render/tasks.ts'
import type { Run } from '../terminal/run.ts'

/** How often the progress is read, in milliseconds. */
const POLL_INTERVAL = 200
/** How often it is printed when standard error is not a terminal, in milliseconds. */
const PRINT_INTERVAL = 5_000
/** After how long without progress {@link WatchedTask.stalled} is called, in milliseconds. */
const STALL_TIMEOUT = 5_000

/** A task to watch. */
export interface WatchedTask {
  readonly platform: Platform
  readonly caller: Caller
  readonly dagName: string
  /** The fate of the other instances when the user interrupts the command, as the end of a sentence. */
  readonly describeRemaining: () => string
  /** Called every five seconds without progress. */
  readonly stalled: () => Promise<void>
}

/**
 * Shows the progress of a task until all of its instances have ended, and returns it: a bar on a terminal, a line
 * every few seconds elsewhere. When the user interrupts, prints the progress and throws the signal's reason.
 */
export async function watchTask(
  { platform, caller, dagName, describeRemaining, stalled }: WatchedTask,
  run: Run,
): Promise<TaskProgressData> {
  const { signal } = run.effects
  const readProgress = async (): Promise<TaskProgressData> => {
    const query = { dagName, pageSize: 1, progress: true } as const
    const { progress } = await platform.as(caller).taskInstances(query)
    if (progress === undefined) throw new TypeError('The progress that was asked for is missing')
    return progress
  }
  const show = progressPrinter(run)
  let progress = await readProgress()
  let movedAt = performance.now()
  while (progress.waiting + progress.running > 0) {
    show(progress)
    if (performance.now() - movedAt > STALL_TIMEOUT) {
      await stalled()
      movedAt = performance.now()
    }
    await setTimeout(POLL_INTERVAL, undefined, { signal }).catch(() => {})
    if (signal.aborted) {
      run.progress.clear()
      const progressText = `${renderTaskCounts(await readProgress())}; ${describeRemaining()}`
      run.effects.stderr.write(`${progressText}\n`)
      throw signal.reason
    }
    const before = progress
    progress = await readProgress()
    if (progress.waiting !== before.waiting) movedAt = performance.now()
  }
  run.progress.clear()
  return progress
}

function progressPrinter({
  effects,
  paint,
  progress: line,
  print,
}: Run): (now: TaskProgressData) => void {
  const { isTerminal, columns } = effects.stderr
  if (isTerminal) {
    return (now) => line.showLine(renderTaskBar(now, { width: columns ?? 80, paint }))
  }
  let printedAt = performance.now()
  return (now) => {
    if (performance.now() - printedAt < PRINT_INTERVAL) return
    printedAt = performance.now()
    print([renderTaskCounts(now)])
  }
}
