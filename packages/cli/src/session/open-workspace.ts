import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { nearNames } from '@tributary/core'
import { readWorkspace, type Workspace } from '@tributary/platform/internal'
import { createCliError, workspaceInvalidError } from '../errors.ts'
import { renderProblem } from '../render/error.ts'
import { shownPath } from '../render/text.ts'

/**
 * Reads the workspace in `folder`. Throws `CLI_WORKSPACE_MISSING`, or `CLI_WORKSPACE_INVALID` with all its errors; a missing
 * data file is one unless `seeksData` is false.
 */
export async function openWorkspace(
  folder: string,
  cwd: string,
  options: { readonly seeksData?: boolean } = {},
): Promise<Workspace> {
  const path = await requireFolder(folder, cwd)
  const { workspace, problems } = await readWorkspace(path, options)
  if (workspace !== null) return workspace
  const lines = problems.map((problem) => renderProblem(problem, cwd))
  throw workspaceInvalidError(folder, lines)
}

/** The absolute path of `folder`. Throws `CLI_WORKSPACE_MISSING`, with similar names, when it is not a folder. */
export async function requireFolder(folder: string, cwd: string): Promise<string> {
  if (folder === '') {
    throw createCliError('workspaceMissing', {
      reason: 'The folder name is empty; write . for the current folder.',
    })
  }
  const path = resolve(cwd, folder)
  const stats = await stat(path).catch(() => null)
  if (stats?.isDirectory()) return path
  if (stats !== null) {
    throw createCliError('workspaceMissing', {
      reason: `${folder} is a file; pass the folder that contains the workspace's YAML files.`,
    })
  }
  const near = (await nearFolders(path)).map((nearFolder) => shownPath(nearFolder, cwd))
  const suggestion =
    near.length === 0 ? await workspaceAdvice(folder, cwd) : ` Did you mean ${near.join(' or ')}?`
  throw createCliError('workspaceMissing', {
    reason: `There is no folder ${folder} (${path}).${suggestion}`,
  })
}

/** Where a workspace is, or how to make one. */
async function workspaceAdvice(folder: string, cwd: string): Promise<string> {
  const entries = await readdir(cwd, { withFileTypes: true }).catch(() => [])
  const inside = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const workspaceFolder = ['.', ...inside.toSorted()].find((candidate) =>
    existsSync(resolve(cwd, candidate, 'workspace.yaml')),
  )
  return workspaceFolder === undefined
    ? ` \`tributary init ${folder} --from FILES\` writes one for data files.`
    : ` There is a workspace in ${workspaceFolder}.`
}

/** The folders beside the first missing part of `path` that have a similar name. */
async function nearFolders(path: string): Promise<readonly string[]> {
  const parent = dirname(path)
  if (parent === path) return []
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => null)
  if (entries === null) return nearFolders(parent)
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return nearNames(basename(path), folders).map((name) => resolve(parent, name))
}
