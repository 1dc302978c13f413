import type { Catalog, Named, NameIndex, PlanDefinition, ResourceRef } from '@tributary/catalog'
import type { ResourceEntriesQuery, ResourceEntryData } from '@tributary/contract'
import { assertNever } from '@tributary/core'
import { type AccountEntry, listEntries } from '../../access/list-entries.ts'
import { unknownResourceError } from '../../model/errors.ts'
import { findDisplayName, RIGHTS, toPlanResource } from '../../model/rights.ts'
import { assertStorable } from '../../requests/read-values.ts'
import { hasView } from '../../store/definitions/metric-views.ts'
import type { Session } from '../../tenant/session.ts'

/**
 * The direct and inherited rights of accounts to a resource, by account, without expired ones.
 * Rejects with `PLATFORM_UNKNOWN_RESOURCE`, also when the caller may not use the resource.
 */
export async function resourceEntries(
  session: Session,
  query: ResourceEntriesQuery,
): Promise<readonly ResourceEntryData[]> {
  assertStorable(query.resourceId, 'resourceId')
  const { access, wholeCatalog: catalog, clock, store } = session
  const name = await findResourceName(session, query)
  const resource: ResourceRef | null = name === null ? null : { type: query.resourceType, name }
  if (resource === null || !access.may('USE', resource)) {
    throw unknownResourceError(query.resourceType, query.resourceId)
  }
  const entries = await listEntries({ store, catalog }, resource, clock.now())
  return entries.map((entry) => toEntryData(catalog, entry))
}

/** The name of the resource that an id means: its name, or its code; null for none. */
async function findResourceName(
  { access, catalog, caller, store }: Session,
  { resourceType, resourceId }: ResourceEntriesQuery,
): Promise<string | null> {
  switch (resourceType) {
    case 'DATASET':
      return nameIn(catalog.datasets, resourceId)
    case 'METRIC':
      return nameIn(catalog.metrics, resourceId)
    case 'DIMENSION':
      return nameIn(catalog.dimensions, resourceId)
    case 'DATASOURCE':
      return nameIn(catalog.datasources, resourceId)
    case 'ANALYSIS_VIEW':
      return (await hasView(store, caller.tenant, resourceId)) ? resourceId : null
    case 'RESULT_PLAN':
      return findPlanName(
        catalog.workspace.plans.filter((plan) => access.may('USE', toPlanResource(plan))),
        resourceId,
      )
    case 'WORKBOOK':
      return null
    default:
      return assertNever(resourceType)
  }
}

/** The id of a plan is no code: names come second. */
function findPlanName(plans: readonly PlanDefinition[], id: string): string | null {
  const plan =
    plans.find((candidate) => candidate.id === id) ?? plans.find(({ name }) => name === id)
  return plan?.name ?? null
}

function nameIn<T extends Named>(index: NameIndex<T>, id: string): string | null {
  return (index.byName(id) ?? index.byCode(id))?.name ?? null
}

function toEntryData(
  catalog: Catalog,
  { account, displayName, entry }: AccountEntry,
): ResourceEntryData {
  const { role, source, from, expires } = entry
  const { canEdit, canDelete, canUsage, canAuth, canTransfer } = RIGHTS[role]
  return {
    authorityAccount: { accountType: 'USER', account, id: account, displayName, photo: null },
    authorityResource: {
      authorityRole: role,
      authoritySource: source,
      expiredTime: expires,
      extendResourceDTO:
        from === null
          ? null
          : {
              resourceType: from.type,
              resourceId: from.name,
              resourceName: findDisplayName(catalog, from),
            },
      canEdit,
      canDelete,
      canUsage,
      canAuth,
      canTransfer,
    },
  }
}
