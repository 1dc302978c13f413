import { readdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceInvalid } from '../definitions/errors.ts'
import type { Workspace } from '../definitions/workspace.ts'
import { readSource } from './files/read-source.ts'
import { parseWorkspace, type WorkspaceReading } from './parse-workspace.ts'

/** Options of {@link readWorkspace}. */
export interface ReadWorkspaceOptions {
  /** Whether a data file or a folder that is not there is a mistake. @defaultValue true */
  readonly seeksData?: boolean
}

/**
 * Reads the workspace that the `*.yaml` and `*.yml` files of a folder define, in the order of their
 * names; subfolders are ignored. Missing data files are mistakes too. A folder that
 * cannot be read, or that has no such file, is a problem of the folder itself.
 * @example
 * ```ts
 * import { mkdtempSync, writeFileSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { readWorkspace } from '@tributary/platform/catalog'
 * const folder = mkdtempSync(`${tmpdir()}/workspace-`)
 * writeFileSync(`${folder}/shop.yaml`, 'tenant: demo\ntimezone: UTC')
 * const { problems } = await readWorkspace(folder)
 * problems.map(({ message }) => message) // => ['Unknown key "timezone"']
 * ```
 */
export async function readWorkspace(
  folder: string,
  { seeksData = true }: ReadWorkspaceOptions = {},
): Promise<WorkspaceReading> {
  try {
    const files = await filesIn(folder)
    const read = (await Promise.all(files.map(readSource))).filter((result) => result !== null)
    const sources = read.filter((result) => 'text' in result)
    const unread = read.filter((result) => 'message' in result)
    const seeking = seeksData ? { listFolder: listOnce() } : {}
    if (read.length > 0) return parseWorkspace(sources, { ...seeking, unread })
    return unreadableFolder(folder, 'Expected a folder with *.yaml files, found none in it')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return unreadableFolder(folder, `Expected a folder that can be read: ${message}`)
  }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory() && /\.ya?ml$/i.test(entry.name))
    .map((entry) => join(folder, entry.name))
    .toSorted()
}

/** Lists each folder once: thousands of datasets may share one. */
function listOnce(): (folder: string) => readonly string[] | null {
  const lists = new Map<string, readonly string[] | null>()
  return (folder) => {
    const cachedList = lists.get(folder)
    if (cachedList !== undefined) return cachedList
    const list = listFolder(folder)
    lists.set(folder, list)
    return list
  }
}

function listFolder(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder)
  } catch {
    return null
  }
}

function unreadableFolder(folder: string, message: string): WorkspaceReading {
  const problem = { file: folder, line: 1, column: 1, path: '', message, suggestion: null }
  return { workspace: null, problems: [problem], files: [] }
}

/**
 * Reads the workspace of a folder. Throws `CATALOG_WORKSPACE_INVALID`, with every mistake in the message
 * and in `details.problems`, when there is one.
 * @example
 * ```ts
 * import { mkdtempSync, writeFileSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { loadWorkspace } from '@tributary/platform/catalog'
 * const folder = mkdtempSync(`${tmpdir()}/workspace-`)
 * writeFileSync(`${folder}/shop.yaml`, 'tenant: demo')
 * const workspace = await loadWorkspace(folder)
 * workspace.timeZone // => 'UTC'
 * ```
 */
export async function loadWorkspace(folder: string): Promise<Workspace> {
  const { workspace, problems } = await readWorkspace(folder)
  if (workspace === null) throw workspaceInvalid(problems)
  return workspace
}
