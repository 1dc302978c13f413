import { dirname } from 'node:path'
import { type Workspace, writeWorkspace } from '@tributary/catalog'
import { readYaml } from '@tributary/catalog/internal'
import type { ExtendedList } from './extension.ts'

/** A definition as YAML files of a workspace have it. */
export type Item = Readonly<Record<string, unknown>>

/** The file that {@link toWorkspaceContent} is the content of: paths in it start at its folder. */
export const CONTENT_FILE = '/workspace.yaml'

/** The content of the YAML files of a workspace, each category with its name where it is used. */
export function toWorkspaceContent(workspace: Workspace): Readonly<Record<string, unknown>> {
  return Object.assign(
    {},
    ...writeWorkspace({ ...workspace, categories: [] }, dirname(CONTENT_FILE)).map(
      (file) => readYaml(file).value ?? {},
    ),
  ) as Readonly<Record<string, unknown>>
}

/** The definitions of one list by name, as YAML files of a workspace have them. */
export function indexItems(
  content: Readonly<Record<string, unknown>>,
  list: ExtendedList,
): ReadonlyMap<string, Item> {
  const items = (content[list] ?? []) as readonly Item[]
  return new Map(items.map((item) => [String(item.name), item]))
}
