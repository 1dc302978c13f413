import type { Catalog } from '@tributary/catalog'
import { showOnly } from '@tributary/catalog/internal'
import { type Access, accessOf } from '../access/access.ts'
import { maySeeVertex, type SeenLineage, showLineage } from '../lineage/shown-lineage.ts'
import { type Caller, planResource } from '../model/rights.ts'
import type { Tenant } from './tenant.ts'

/** A tenant as one caller has it for one request: with what he may do, and naming only what he may use. */
export interface Session extends Tenant {
  readonly caller: Caller
  readonly access: Access
  /** With everything that the tenant has, for work in the caller's name of which he sees nothing. */
  readonly wholeCatalog: Catalog
  /** The lineage now without what the caller may not use; the keeper's past lineages are cut the same. */
  readonly shownLineage: SeenLineage
}

/** The session of a caller. */
export function sessionOf(tenant: Tenant, caller: Caller): Session {
  const { catalog, lineageKeeper, shownLineages } = tenant
  const access = accessOf(catalog, caller, tenant.clock.now())
  if (access.usesEverything) {
    const { lineage: shownLineage } = tenant
    const wholeCatalog = catalog
    return { ...tenant, caller, access, wholeCatalog, shownLineage }
  }
  return {
    ...tenant,
    caller,
    access,
    wholeCatalog: catalog,
    catalog: shownCatalog(catalog, access),
    source: tenant.sourceShownTo((name) => access.may('USE', planResource({ name }))),
    get shownLineage() {
      return shownLineages.of(access.rights, maySeeVertex(catalog, access))
    },
    lineageKeeper: {
      ...lineageKeeper,
      asOf: async (time) =>
        showLineage(await lineageKeeper.asOf(time), maySeeVertex(catalog, access)),
    },
  }
}

function shownCatalog(catalog: Catalog, access: Access): Catalog {
  return showOnly(catalog, {
    metric: ({ name }) => access.may('USE', { type: 'METRIC', name }),
    dimension: ({ name }) => access.may('USE', { type: 'DIMENSION', name }),
    dataset: ({ name }) => access.may('USE', { type: 'DATASET', name }),
  })
}
