import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Catalog, createCatalog, parseWorkspace, type Workspace } from '@tributary/catalog'

/** The folder of the sample workspace. */
export const FLIGHTS_FOLDER: string = fileURLToPath(
  new URL('../../../examples/flights', import.meta.url),
)

/** The text of the sample workspace. */
export const FLIGHTS_TEXT: string = readFileSync(`${FLIGHTS_FOLDER}/workspace.yaml`, 'utf8')

/** The definitions in a text; fails with its problems. */
export function workspaceOf(text: string): Workspace {
  const { workspace, problems } = parseWorkspace([{ file: 'workspace.yaml', text }])
  if (workspace === null) throw new Error(JSON.stringify(problems, null, 2))
  return workspace
}

/** The catalog of the sample workspace, with more definitions below each section. */
export function flightsCatalog(more: Readonly<Record<string, string>> = {}): Catalog {
  let text = FLIGHTS_TEXT
  for (const [section, lines] of Object.entries(more)) {
    text = text.replace(new RegExp(`^${section}:$`, 'm'), `${section}:\n${lines}`)
  }
  return createCatalog(workspaceOf(text))
}
