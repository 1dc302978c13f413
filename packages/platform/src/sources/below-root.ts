import { realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { sourceMismatchError } from '../model/errors.ts'

/** A data file as its definition names it. */
export interface FileBelowRoot {
  readonly datasource: string
  /** Root of the datasource. */
  readonly root: string
  /** Path below the root. */
  readonly file: string
}

/**
 * Rejects with `PLATFORM_SOURCE_MISMATCH` when symbolic links lead from a data file out of the root of its datasource.
 * A file that does not exist is accepted: opening it says so.
 */
export async function assertBelowRoot({ datasource, root, file }: FileBelowRoot): Promise<void> {
  const [place, target] = await Promise.all([resolvePath(root), resolvePath(join(root, file))])
  if (place === null || target === null) return
  const way = relative(place, target)
  if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return
  throw sourceMismatchError(
    `The file "${file}" of the datasource "${datasource}" is a link to a file outside of the root of the datasource. Put the file below the root, or make its folder the root.`,
    { datasource, file },
  )
}

async function resolvePath(path: string): Promise<string | null> {
  try {
    return await realpath(path)
  } catch {
    return null
  }
}
