import type { Catalog } from '@tributary/catalog'
import { runInSlices } from '@tributary/core/internal'
import { type Access, createAccess } from '../access/access.ts'
import { maySeeVertex, type SeenLineage, showLineage } from '../lineage/shown-lineage.ts'
import { type Caller, planResource } from '../model/rights.ts'
import { withMemberships } from './membership/membership-source.ts'
import type { Tenant } from './tenant.ts'
import { calendarShownTo } from './visibility/visible-calendar.ts'

/** A tenant as one caller may see it. */
export interface Session extends Tenant {
  readonly caller: Caller
  readonly access: Access
  /** The whole catalog, for work on behalf of the caller whose details the caller does not see. */
  readonly wholeCatalog: Catalog
  /** The current lineage without what the caller may not use; past lineages of the repository are cut the same way. */
  readonly shownLineage: SeenLineage | Promise<SeenLineage>
}

/** The session of a caller. */
export function createSession(tenant: Tenant, caller: Caller): Session {
  const { catalog, lineageRepository, shownCatalogs, shownLineages } = tenant
  const access = createAccess(catalog, caller, tenant.clock.now())
  if (access.usesEverything) {
    const { lineage: shownLineage } = tenant
    const wholeCatalog = catalog
    const source = withMemberships(tenant.source, { ...tenant, caller, access })
    const isWhole = calendarShownTo(catalog, access) === catalog.workspace.calendar
    const shown = isWhole ? catalog : shownCatalogs.of(access)
    return { ...tenant, caller, access, source, catalog: shown, wholeCatalog, shownLineage }
  }
  return {
    ...tenant,
    caller,
    access,
    wholeCatalog: catalog,
    catalog: shownCatalogs.of(access),
    source: withMemberships(
      tenant.sourceShownTo((name) => access.may('USE', planResource({ name }))),
      { ...tenant, caller, access },
    ),
    get shownLineage() {
      return shownLineages.of(access.rights, maySeeVertex(catalog, access))
    },
    lineageRepository: {
      ...lineageRepository,
      asOf: async (time, signal) => {
        const { view } = await lineageRepository.asOf(time, signal)
        return runInSlices(showLineage(view.pin(), maySeeVertex(catalog, access)), signal)
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
