import type { Catalog } from '@tributary/catalog'
import { runInSlices } from '@tributary/core/internal'
import { type Access, createAccess } from '../access/access.ts'
import { type CallerLineage, filterLineage, maySeeVertex } from '../lineage/visible-lineage.ts'
import { type Caller, toPlanResource } from '../model/rights.ts'
import { withMemberships } from './membership/membership-source.ts'
import type { Tenant } from './tenant.ts'
import { findVisibleCalendar } from './visibility/visible-calendar.ts'

/** A tenant as one caller may see it. */
export interface Session extends Tenant {
  readonly caller: Caller
  readonly access: Access
  /** The whole catalog, for work on behalf of the caller whose details the caller does not see. */
  readonly wholeCatalog: Catalog
  /** The current lineage without what the caller may not use; past lineages of the repository are cut the same way. */
  readonly visibleLineage: CallerLineage | Promise<CallerLineage>
}

/** The session of a caller. */
export function createSession(tenant: Tenant, caller: Caller): Session {
  const { catalog, lineageRepository, visibleCatalogs, visibleLineages } = tenant
  const access = createAccess(catalog, caller, tenant.clock.now())
  if (access.usesEverything) {
    const { lineage: visibleLineage } = tenant
    const wholeCatalog = catalog
    const source = withMemberships(tenant.source, { ...tenant, caller, access })
    const isWhole = findVisibleCalendar(catalog, access) === catalog.workspace.calendar
    const visibleCatalog = isWhole ? catalog : visibleCatalogs.get(access)
    return {
      ...tenant,
      caller,
      access,
      source,
      catalog: visibleCatalog,
      wholeCatalog,
      visibleLineage,
    }
  }
  return {
    ...tenant,
    caller,
    access,
    wholeCatalog: catalog,
    catalog: visibleCatalogs.get(access),
    source: withMemberships(
      tenant.sourceVisibleTo((name) => access.may('USE', toPlanResource({ name }))),
      { ...tenant, caller, access },
    ),
    get visibleLineage() {
      return visibleLineages.get(access.rights, maySeeVertex(catalog, access))
    },
    lineageRepository: {
      ...lineageRepository,
      asOf: async (time, signal) => {
        const { view } = await lineageRepository.asOf(time, signal)
        return runInSlices(filterLineage(view.pin(), maySeeVertex(catalog, access)), signal)
      },
      changes: ({ isCounted, ...range }, signal) => {
        const isShown = maySeeVertex(catalog, access)
        return lineageRepository.changes(
          { ...range, isCounted: (ends) => ends.every(isShown) && isCounted(ends) },
          signal,
        )
      },
    },
  }
}
