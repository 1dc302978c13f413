import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FileToRead } from './file-table.ts'
import { expand } from './raw-parts.ts'

/** The state of a file at a moment; of a pattern, the state of all its files together. */
export interface FileState {
  /** Another text whenever a file is written, is added, or goes. */
  readonly version: string
  /** Sizes and times only: the same on every machine that has the files. */
  readonly sizesAndTimes: string
  /** In bytes. */
  readonly size: number
  /** When the last of them was written, in milliseconds since 1970. */
  readonly modifiedAt: number
}

/** The state of a file, or of the files of a pattern; null when there is none. */
export async function stateOfFiles({
  path,
  isPattern = false,
}: Pick<FileToRead, 'path' | 'isPattern'>): Promise<FileState | null> {
  const paths = isPattern ? expand(path) : [path]
  if (paths.length === 0) return null
  try {
    const stats = await Promise.all(paths.map((path) => stat(path, { bigint: true })))
    const versions = stats.map(({ ino, size, mtimeNs }, i) =>
      [resolve(paths[i]!), ino, size, mtimeNs].join(' '),
    )
    return {
      version: versions.join('\n'),
      sizesAndTimes: stats.map(({ size, mtimeNs }) => `${size}:${mtimeNs}`).join(' '),
      size: stats.reduce((sum, { size }) => sum + Number(size), 0),
      modifiedAt: Math.max(...stats.map(({ mtimeNs }) => Number(mtimeNs) / 1e6)),
    }
  } catch {
    return null
  }
}
