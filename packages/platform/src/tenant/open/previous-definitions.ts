import type { Catalog, Workspace } from '@tributary/catalog'
import { catalogInSlices, type DefinitionRef } from '@tributary/catalog/internal'
import { runInSlices } from '@tributary/core/internal'
import { readStoredWorkspace } from '../../store/definitions/read-definitions.ts'
import type { DefinitionChange } from '../../store/definitions/workspace-rows.ts'
import type { DefinitionKind, Store } from '../../store/schema.ts'

/** The definitions of a tenant at a version. */
export interface VersionedCatalog {
  readonly catalog: Catalog
  readonly version: number
}

/** The definitions that an application is about to change: those of the open tenant, otherwise those in the store; null for none. */
export async function readPreviousDefinitions(
  opened: VersionedCatalog | undefined,
  store: Store,
  tenant: string,
): Promise<VersionedCatalog | null> {
  if (opened !== undefined) return opened
  const stored = await readStoredWorkspace(store, tenant)
  if (stored === null) return null
  const { workspace, version } = stored
  return { catalog: await runInSlices(catalogInSlices(workspace)), version }
}

/** The datasets whose file or reading may have changed. */
export function findDatasetsToCheck(
  before: Workspace | null,
  { datasets, datasources }: Workspace,
): Workspace['datasets'] {
  if (before === null) return datasets
  const same = new Set(
    [...before.datasets, ...before.datasources].map((definition) => JSON.stringify(definition)),
  )
  const moved = new Set(
    datasources
      .filter((datasource) => !same.has(JSON.stringify(datasource)))
      .map(({ name }) => name),
  )
  return datasets.filter(
    (dataset) => moved.has(dataset.source.datasource) || !same.has(JSON.stringify(dataset)),
  )
}

/** Kinds of definitions without lineage. */
const WITHOUT_LINEAGE: ReadonlySet<DefinitionKind> = new Set([
  'account',
  'category',
  'grant',
  'group',
  'datasource',
  'plan',
])

/**
 * The definitions of `before` on which lineage depends and which an application changed; null when its changes do not tell:
 * others were made in between, or they are of kinds, or of an order, on which anything may depend.
 */
export function findLineageChanges(
  before: VersionedCatalog | null,
  changes: readonly DefinitionChange[],
  version: number,
): readonly DefinitionRef[] | null {
  if (before === null || version !== before.version + 1 || changes.length === 0) return null
  const changed: DefinitionRef[] = []
  for (const { kind, name } of changes) {
    if (kind === 'dataset' || kind === 'dimension' || kind === 'metric')
      changed.push({ kind, name })
    else if (!WITHOUT_LINEAGE.has(kind)) return null
  }
  return changed
}
