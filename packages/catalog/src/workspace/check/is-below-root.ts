import { isAbsolute } from 'node:path'

/** Whether the path of a data file stays below the root of its datasource. */
export function isBelowRoot(file: string): boolean {
  return !isAbsolute(file) && !file.split(/[\\/]/).includes('..')
}
