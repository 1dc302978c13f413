import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { nearNames } from '@tributary/core'
import type { Workspace } from '@tributary/platform'
import { readWorkspace } from '@tributary/platform/internal'
import { workspaceInvalidError, workspaceMissingError } from '../errors.ts'
import { renderProblem } from '../render/error.ts'
import { shownPath } from '../render/text.ts'

/** The workspace in `folder`. Throws one readable error when the folder is not there or has mistakes in it. */
export async function openWorkspace(folder: string, cwd: string): Promise<Workspace> {
  const path = await requireFolder(folder, cwd)
  const { workspace, problems } = await readWorkspace(path)
  if (workspace !== null) return workspace
  const lines = problems.map((problem) => renderProblem(problem, cwd))
  throw workspaceInvalidError(folder, lines)
}

/** The absolute path of `folder`, which is there and is a folder; else throws, naming what is near. */
export async function requireFolder(folder: string, cwd: string): Promise<string> {
  if (folder === '') {
    throw workspaceMissingError(folder, 'The name of the folder is empty; write . for this one.')
  }
  const path = resolve(cwd, folder)
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory()) return path
  if (found !== null) {
    throw workspaceMissingError(
      folder,
      `${folder} is a file; give the folder that holds the workspace's YAML files.`,
    )
  }
  const near = (await nearFolders(path)).map((one) => shownPath(one, cwd))
  const suggestion = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
  throw workspaceMissingError(folder, `There is no folder ${folder} (${path}).${suggestion}`)
}

/** The folders that stand beside the first missing part of `path` and have a similar name. */
async function nearFolders(path: string): Promise<readonly string[]> {
  const parent = dirname(path)
  if (parent === path) return []
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => null)
  if (entries === null) return nearFolders(parent)
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return nearNames(basename(path), folders).map((name) => resolve(parent, name))
}
