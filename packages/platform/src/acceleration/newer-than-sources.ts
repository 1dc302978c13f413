import { stat } from 'node:fs/promises'
import type { RowSet } from '@tributary/attribution'
import type { Sources } from '../sources.ts'

/** Whether something written at a moment is newer than every file of a row set; not, when one is gone. */
export async function isNewerThanSources(
  written: Date,
  { base, lookups }: RowSet,
  fileOf: Sources['fileOf'],
): Promise<boolean> {
  const times = await Promise.all(
    [base, ...lookups].map(({ table }) => {
      const path = fileOf(table)?.file.path
      return path === undefined ? Number.POSITIVE_INFINITY : modifiedAt(path)
    }),
  )
  return times.every((time) => time < written.getTime())
}

async function modifiedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  )
}
