import { parseWorkspace, type Workspace } from '@tributary/catalog'

/** A workspace of lists of definitions in YAML, each indented by two. */
export function createWorkspace(lists: Readonly<Record<string, string>>): Workspace {
  const text = [
    'tenant: shop',
    'accounts: [{ account: ann, role: OWNER }]',
    'datasources: [{ name: files, type: FILES, root: /data }]',
    ...Object.entries(lists).map(([list, items]) => `${list}:${items}`),
  ].join('\n')
  const { workspace, problems } = parseWorkspace([{ file: 'shop.yaml', text }])
  if (workspace === null) throw new Error(JSON.stringify(problems, null, 1))
  return workspace
}
