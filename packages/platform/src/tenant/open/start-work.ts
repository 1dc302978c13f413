import type { Clock } from '@tributary/core'
import type { Instance } from '../../model/instance.ts'
import type { OnFault } from '../../model/options.ts'
import type { Tasks } from '../../queue/create-tasks.ts'
import { followSchedules } from '../../queue/follow-schedules.ts'
import { type ExecuteContext, startWorker } from '../../queue/worker.ts'
import { readTenantVersions } from '../../store/definitions/read-definitions.ts'
import type { Store } from '../../store/schema.ts'
import type { Tenant } from '../tenant.ts'
import type { Tenants } from './tenants.ts'

/** Does the work of an instance with its tenant as it is now. */
export type ExecuteInTenant = (
  tenant: Tenant,
  claimed: Instance,
  context: ExecuteContext,
) => Promise<void>

/** Options of {@link startWork}. */
export interface WorkDeps {
  readonly store: Store
  readonly clock: Clock
  readonly tenants: Tenants
  readonly tasks: Tasks
  readonly execute: ExecuteInTenant
  /** How many instances this process runs at the same time, from 1. */
  readonly workers: number
  /** In milliseconds; see `WorkerOptions`. */
  readonly lease?: number
  readonly poll?: number
  readonly onFault?: OnFault
}

/** Background work that runs until it is closed. */
export interface Work {
  /** Returns unfinished instances to the queue and makes no more of them. */
  close(): Promise<void>
}

/** Works on the tasks of all tenants, and follows their schedules. */
export function startWork(deps: WorkDeps): Work {
  const { store, clock, tenants, tasks, execute, workers, lease, poll, onFault } = deps
  const tenantsNow = async (): Promise<readonly Tenant[]> => {
    const versions = await readTenantVersions(store)
    const opened = await Promise.allSettled(
      versions.map(({ tenant, version }) => tenants.ensure(tenant, version)),
    )
    // One that cannot be opened now holds up no other.
    return opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  }
  const ensureTenant = async (name: string): Promise<Tenant> => {
    const versions = await readTenantVersions(store)
    const version = versions.find(({ tenant }) => tenant === name)?.version ?? 1
    return tenants.ensure(name, version)
  }
  const worker = startWorker({
    tasks,
    execute: async (claimed, context) =>
      execute(await ensureTenant(claimed.tenant), claimed, context),
    concurrency: workers,
    ...(lease !== undefined && { lease }),
    ...(poll !== undefined && { poll }),
  })
  const following = followSchedules({
    tasks,
    clock,
    tenants: tenantsNow,
    ...(poll !== undefined && { every: poll }),
    ...(onFault !== undefined && { onFault }),
  })
  return {
    close: async () => {
      await Promise.all([following.close(), worker.close()])
    },
  }
}
