import { readFileSync } from 'node:fs'
import type { CallerData } from '@tributary/contract'
import type { PlatformHealth } from '../../administration/check-health.ts'
import { allows, toTenantResource } from '../../model/rights.ts'
import type { Session } from '../../tenant/session.ts'

/** What a process says of itself. */
export interface ProcessFacts {
  readonly workers: number
  readonly health: () => Promise<PlatformHealth>
}

/** What `maxRows` of an attribution is unless the platform sets it. */
const USUAL_ROWS = 10_000

/** Who the caller is, what the account may do in the whole tenant, and limits of the service. */
export async function callerDetail(
  { access, caller, catalog, maxRows = USUAL_ROWS, questionLimits }: Session,
  { workers, health }: ProcessFacts,
): Promise<CallerData> {
  const { tenant, account, displayName, role } = caller
  const tenantRef = toTenantResource(tenant)
  const manages = role !== null && allows(role, 'EDIT')
  return {
    tenant,
    account,
    displayName,
    roles: role === null ? [] : [role],
    timeZone: catalog.workspace.timeZone,
    weekStart: catalog.workspace.calendar.weekStart,
    can: {
      operate: access.may('EDIT', tenantRef),
      manageUsers: manages,
      importLineage: access.may('EDIT', tenantRef),
    },
    limits: {
      maxRows,
      dimensions: questionLimits.dimensions,
      filters: questionLimits.filters,
    },
    workers,
    version: VERSION,
    health: manages ? showHealth(tenant, await health()) : null,
  }
}

/** The health of the process, as far as a tenant is concerned. */
function showHealth(
  tenant: string,
  { store, engine, datasources }: PlatformHealth,
): NonNullable<CallerData['health']> {
  return {
    store,
    engine,
    datasources: datasources
      .filter((one) => one.tenant === tenant)
      .map(({ datasource: name, answers }) => ({ name, answers })),
  }
}

const VERSION: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version
