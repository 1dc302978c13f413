import type { Workspace } from '@tributary/catalog'
import { PlatformError } from '../model/errors.ts'
import { createEngineSources } from './engine-sources.ts'
import { engineDefinitions } from './source-kinds.ts'

/**
 * Looks the tables of a workspace up in their databases, and gives what is wrong with each: a table or a column that is not
 * there or has another type, and a database that cannot be reached, once.
 */
export async function tableMistakes(workspace: Workspace): Promise<readonly string[]> {
  const definitions = engineDefinitions(workspace)
  const engines = createEngineSources(definitions)
  const mistakes = new Set<string>()
  try {
    for (const dataset of definitions.datasets) {
      await engines.check([dataset]).catch((error: unknown) => {
        if (!(error instanceof PlatformError)) throw error
        mistakes.add(error.message)
      })
    }
    return [...mistakes]
  } finally {
    await engines.close()
  }
}
