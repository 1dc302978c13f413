import { readFileSync } from 'node:fs'
import type { CallerData } from '@tributary/contract'
import type { PlatformHealth } from '../../administration/check-health.ts'
import { allows, toTenantResource } from '../../model/rights.ts'
import type { OperationSession } from '../admission/operation.ts'

/** The most rows of a table where the platform has no limit of its own. */
const USUAL_ROWS = 10_000

/** The account of the caller, its rights in the whole tenant, and limits of the service. */
export async function caller(session: OperationSession): Promise<CallerData> {
  const { access, catalog, maxRows = USUAL_ROWS, questionLimits } = session
  const { workers, health } = session.service
  const { tenant, account, displayName, role } = session.caller
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
      .filter((datasource) => datasource.tenant === tenant)
      .map(({ datasource: name, answers }) => ({ name, answers })),
  }
}

const VERSION: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version
