import { workspaceInvalid } from '../errors.ts'
import { readWorkspace } from './read-workspace.ts'
import type { Workspace } from './workspace.ts'

/**
 * Reads the workspace of a folder. Throws `CATALOG_WORKSPACE_INVALID`, with every mistake in the message
 * and in `details.problems`, when there is one.
 */
export async function loadWorkspace(folder: string): Promise<Workspace> {
  const { workspace, problems } = await readWorkspace(folder)
  if (workspace === null) throw workspaceInvalid(problems)
  return workspace
}
