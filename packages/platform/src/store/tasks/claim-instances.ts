import type { Kysely, Transaction } from 'kysely'
import type { Instance, TaskLimits } from '../../model/instance.ts'
import type { Store, StoreSchema } from '../schema.ts'
import { changeRow, RUNNING, WAITING } from './instance-rows.ts'

/** A worker that claims, the most instances that it takes, and the limits of all workers. */
export interface Claim {
  readonly at: Date
  readonly owner: string
  readonly server: string
  /** Milliseconds. */
  readonly lease: number
  readonly most: number
  readonly limits: TaskLimits
}

/** Whether any instance may begin, limits left aside. */
export async function isAnyReady(store: Store, at: Date): Promise<boolean> {
  return (await findQueueHeads(store, at, [])).length > 0
}

/**
 * Takes instances that may begin: whose time has come, with all upstream ones SUCCESS, of a table that no
 * instance writes now. Higher priority first, then those that were made first. The queue must be held.
 */
export async function claimInstances(
  transaction: Transaction<StoreSchema>,
  claim: Claim,
): Promise<readonly Instance[]> {
  const places = await countFreePlaces(transaction, claim.limits)
  const ids = await findQueueHeads(transaction, claim.at, places.fullGroups)
  if (ids.length === 0) return []
  const heads = await transaction
    .selectFrom('task_instance')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('priority', 'desc')
    .orderBy('id')
    .execute()
  const claimed: Instance[] = []
  for (const row of heads) {
    if (claimed.length >= claim.most) break
    if (!places.take(row.tenant, row.resource_group)) continue
    const instance = await changeRow(transaction, row, { type: 'CLAIM', ...claim })
    if (instance !== null) claimed.push(instance)
  }
  return claimed
}

interface FreePlaces {
  readonly fullGroups: readonly string[]
  /** Takes a place for one more instance; false when there is none. */
  take(tenant: string, group: string): boolean
}

async function countFreePlaces(
  transaction: Transaction<StoreSchema>,
  { perTenant, groups }: TaskLimits,
): Promise<FreePlaces> {
  const running = await transaction
    .selectFrom('task_instance')
    .select(['tenant', 'resource_group'])
    .where('status', '=', RUNNING)
    .execute()
  const runningByTenant = new Map<string, number>()
  const runningByGroup = new Map<string, number>()
  const count = (tenant: string, group: string): void => {
    runningByTenant.set(tenant, (runningByTenant.get(tenant) ?? 0) + 1)
    runningByGroup.set(group, (runningByGroup.get(group) ?? 0) + 1)
  }
  for (const { tenant, resource_group: group } of running) count(tenant, group)
  const isFull = (group: string): boolean =>
    (runningByGroup.get(group) ?? 0) >= (groups[group] ?? Number.POSITIVE_INFINITY)
  return {
    fullGroups: Object.keys(groups).filter(isFull),
    take: (tenant, group) => {
      if ((runningByTenant.get(tenant) ?? 0) >= perTenant || isFull(group)) return false
      count(tenant, group)
      return true
    },
  }
}

/** The first instance that may begin of each table that no instance writes now. */
async function findQueueHeads(
  store: Kysely<StoreSchema>,
  at: Date,
  fullGroups: readonly string[],
): Promise<readonly number[]> {
  const queueHeads = await store
    .selectFrom('task_target as queue')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('task_instance as writer')
            .select('writer.id')
            .whereRef('writer.tenant', '=', 'queue.tenant')
            .whereRef('writer.target', '=', 'queue.target')
            .where('writer.status', '=', RUNNING),
        ),
      ),
    )
    .select(({ selectFrom }) =>
      selectFrom('task_instance as one')
        .select('one.id')
        .whereRef('one.tenant', '=', 'queue.tenant')
        .whereRef('one.target', '=', 'queue.target')
        .where('one.status', '=', WAITING)
        .where('one.ready_at', '<=', at.toISOString())
        .$if(fullGroups.length > 0, (query) =>
          query.where('one.resource_group', 'not in', fullGroups),
        )
        .where(({ not, exists, selectFrom: from }) =>
          not(
            exists(
              from('task_dependency as dependency')
                .innerJoin('task_instance as upstream', 'upstream.id', 'dependency.upstream')
                .select('upstream.id')
                .whereRef('dependency.instance', '=', 'one.id')
                .where('upstream.status', '!=', 'SUCCESS'),
            ),
          ),
        )
        .orderBy('one.priority', 'desc')
        .orderBy('one.id')
        .limit(1)
        .as('id'),
    )
    .execute()
  return queueHeads.flatMap(({ id }) => (id === null ? [] : [id]))
}

/** Whether any instance runs whose lease has ended. */
export async function hasExpiredLease(store: Store, at: Date): Promise<boolean> {
  const row = await store
    .selectFrom('task_instance')
    .select('id')
    .where('status', '=', RUNNING)
    .where('lease_until', '<', at.toISOString())
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes instances whose leases have ended from their workers, and returns them. The queue must be held. */
export async function sweepInstances(
  transaction: Transaction<StoreSchema>,
  at: Date,
): Promise<readonly Instance[]> {
  const rows = await transaction
    .selectFrom('task_instance')
    .selectAll()
    .where('status', '=', RUNNING)
    .where('lease_until', '<', at.toISOString())
    .orderBy('id')
    .execute()
  const swept: Instance[] = []
  for (const row of rows) {
    const instance = await changeRow(transaction, row, { type: 'EXPIRE', at })
    if (instance !== null) swept.push(instance)
  }
  return swept
}
