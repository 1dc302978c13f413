import type { TaskInstanceEntry, TaskInstancesData } from '@tributary/platform'
import { printable } from './printable.ts'

/** Where instances and their errors are read. */
export interface FailedInstances {
  readonly page: (pageIndex: number) => Promise<TaskInstancesData>
  readonly messageOf: (id: string) => Promise<string | null>
}

/** More of them are only counted. */
const MOST = 5

/** A line for each of the first instances that failed: its partitions, and the first line of its error. */
export async function renderFailedInstances({
  page,
  messageOf,
}: FailedInstances): Promise<readonly string[]> {
  const shown: TaskInstanceEntry[] = []
  for (let index = 1; shown.length < MOST; index++) {
    const { instances } = await page(index)
    if (instances.length === 0) break
    shown.push(...instances.filter(({ status }) => status === 'FAILED'))
  }
  return Promise.all(
    shown.slice(0, MOST).map(async ({ id, startPartition, endPartition }) => {
      const range =
        startPartition === null ? 'the whole table' : `${startPartition} to ${endPartition}`
      const [reason = ''] = ((await messageOf(id)) ?? '').split('\n', 1)
      return `failed: ${range} (instance ${id}): ${printable(reason)}`
    }),
  )
}
