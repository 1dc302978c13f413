import type { TaskInstanceEntry, TaskInstancesData, TaskProgressData } from '@tributary/contract'
import { formatQuantity } from '@tributary/core/numbers'
import type { Paint } from '../terminal/paint.ts'
import { renderDuration } from './duration.ts'
import { printable } from './text.ts'

/** The progress of a task in words: `12 of 26 done, 2 running, 0 failed, 3.4/s, 4.1 s left`. */
export function renderTaskCounts(progress: TaskProgressData): string {
  const { waiting, running, done, failed, ratePerSecond, remainingSeconds } = progress
  const total = waiting + running + done + failed
  const parts = [
    `${count(done)} of ${count(total)} done`,
    `${count(running)} running`,
    `${count(failed)} failed`,
  ]
  if (ratePerSecond !== null) parts.push(`${formatQuantity(ratePerSecond, 1)}/s`)
  if (remainingSeconds !== null && remainingSeconds > 0) {
    parts.push(`${renderDuration(remainingSeconds)} left`)
  }
  return parts.join(', ')
}

/** Options of {@link renderTaskBar}. */
export interface TaskBarOptions {
  /** The width of the terminal in columns. */
  readonly width: number
  readonly paint: Paint
}

const LONGEST_BAR = 40
/** The usual width of the words without the two counts that are as long as the total. */
const WORDS = 55
/** No bar is drawn when it would be shorter. */
const SHORTEST_BAR = 6

/**
 * A line with a progress bar (done, failed, left) and {@link renderTaskCounts}. When there is no room for the bar, the
 * words alone, cut to the width.
 */
export function renderTaskBar(
  progress: TaskProgressData,
  { width, paint }: TaskBarOptions,
): string {
  const words = renderTaskCounts(progress)
  const { waiting, running, done, failed } = progress
  const total = Math.max(1, waiting + running + done + failed)
  // The bar keeps its length while the numbers beside it grow.
  const usual = WORDS + 2 * count(total).length
  const room = Math.min(LONGEST_BAR, width - Math.max(words.length, usual) - 4)
  if (room < SHORTEST_BAR) return words.slice(0, Math.max(0, width - 1))
  const ended = Math.floor(((done + failed) / total) * room)
  const lost = failed === 0 ? 0 : Math.min(ended, Math.max(1, Math.round((failed / total) * room)))
  const bar = [
    paint('heading', '█'.repeat(ended - lost)),
    paint('error', '█'.repeat(lost)),
    paint('faint', '░'.repeat(room - ended)),
  ]
  return `${bar.join('')}  ${words}`
}

/** Reads the instances of a task and their errors. */
export interface FailedInstances {
  readonly page: (pageIndex: number) => Promise<TaskInstancesData>
  readonly messageOf: (id: string) => Promise<string | null>
}

/** How many failed instances are listed. */
const MOST_LISTED = 5

/** A line for each of the first five failed instances: its partitions, and the first line of its error. */
export async function renderFailedInstances({
  page,
  messageOf,
}: FailedInstances): Promise<readonly string[]> {
  const failedInstances: TaskInstanceEntry[] = []
  for (let index = 1; failedInstances.length < MOST_LISTED; index++) {
    const { instances } = await page(index)
    if (instances.length === 0) break
    failedInstances.push(...instances.filter(({ status }) => status === 'FAILED'))
  }
  return Promise.all(
    failedInstances.slice(0, MOST_LISTED).map(async ({ id, startPartition, endPartition }) => {
      const range =
        startPartition === null ? 'the whole table' : `${startPartition} to ${endPartition}`
      const [reason = ''] = ((await messageOf(id)) ?? '').split('\n', 1)
      return `failed: ${range} (instance ${id}): ${printable(reason)}`
    }),
  )
}

function count(number: number): string {
  return formatQuantity(number, 0)
}
