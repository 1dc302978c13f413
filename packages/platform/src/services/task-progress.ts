import type { TaskProgress } from '../tasks/instance.ts'
import type { TaskProgressData } from './task-data.ts'

/** How far a task is at `now`. */
export function taskProgress(progress: TaskProgress, now: Date): TaskProgressData {
  const { WAITING, RUNNING, SUCCESS, FAILED } = progress
  const left = WAITING + RUNNING
  const ended = SUCCESS + FAILED
  const ratePerSecond = ended === 0 ? null : rate(ended, progress, left === 0 ? null : now)
  return {
    waiting: WAITING,
    running: RUNNING,
    done: SUCCESS,
    failed: FAILED,
    ratePerSecond,
    remainingSeconds: left === 0 ? 0 : ratePerSecond && left / ratePerSecond,
  }
}

/** `now` is null for a task that is over: its time ended with its last instance. */
function rate(
  ended: number,
  { startedAt, endedAt }: TaskProgress,
  now: Date | null,
): number | null {
  const end = now ?? endedAt
  if (startedAt === null || end === null) return null
  const seconds = (end.valueOf() - startedAt.valueOf()) / 1000
  return seconds > 0 ? ended / seconds : null
}
