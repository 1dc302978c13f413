import { readdir, realpath, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { LeftOutFile } from '@tributary/definitions'
import { createCliError, fileUnreadableError } from '../errors.ts'

/** The files of a model by their paths, in the order of their names, and what is not read, with the reason. */
export interface ModelFiles {
  readonly files: readonly string[]
  readonly leftOut: readonly LeftOutFile[]
}

const ENDINGS = ['.yml', '.yaml', '.js', '.jinja']

/** A folder with more is not that of a model. */
const MOST_FILES = 10_000

/**
 * The files in a folder and the folders below it in which Cube looks for a model. Left out are `node_modules`, folders whose
 * names begin with a dot, and links that lead out of the folder; a file with several names is there once. Throws
 * `CLI_FILE_UNREADABLE`, and `CLI_NO_DEFINITIONS` for too many files.
 */
export async function modelFilesIn(
  root: string,
  { without, given: displayPath }: { readonly without: string; readonly given: string },
): Promise<ModelFiles> {
  const real = await realpath(root)
  const linked = new Map<string, string>()
  const files: string[] = []
  const leftOut: LeftOutFile[] = []
  const waiting = [root]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await readFolderEntries(folder, displayPath)) {
      const path = join(folder, entry.name)
      if (entry.isSymbolicLink()) {
        const target = await resolveModelLink(path, real)
        if ('file' in target) linked.set(target.file, path)
        else if (target.reason !== null) leftOut.push({ file: path, reason: target.reason })
      } else if (entry.isDirectory()) {
        if (path !== without && !/^(\.|node_modules$)/.test(entry.name)) waiting.push(path)
      } else if (isOfModel(path)) files.push(path)
      if (files.length > MOST_FILES)
        throw createCliError('tooManyFiles', { folder: displayPath, most: MOST_FILES })
    }
  }
  const modelPaths = new Set(files.map((path) => join(real, relative(root, path))))
  const links = [...linked].filter(([target]) => !modelPaths.has(target)).map(([, path]) => path)
  return { files: [...files, ...links].toSorted(), leftOut }
}

function isOfModel(path: string): boolean {
  return ENDINGS.includes(extname(path).toLowerCase())
}

async function readFolderEntries(folder: string, displayPath: string) {
  return readdir(folder, { withFileTypes: true }).catch((cause) => {
    throw fileUnreadableError(displayPath, cause)
  })
}

/** The file of the model that a link leads to, or why it is not read; null for what is no file of the model, or found without. */
async function resolveModelLink(
  path: string,
  root: string,
): Promise<{ readonly file: string } | { readonly reason: string | null }> {
  const target = await realpath(path).catch(() => null)
  if (target === null) {
    return { reason: isOfModel(path) ? 'a link that leads nowhere' : null }
  }
  const stats = await stat(target)
  if (!stats.isDirectory() && !isOfModel(path)) return { reason: null }
  if (!`${target}${sep}`.startsWith(`${root}${sep}`)) {
    return { reason: 'a link that leads out of the folder, which is not followed' }
  }
  return stats.isFile() ? { file: target } : { reason: null }
}
