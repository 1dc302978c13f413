import { isDeepStrictEqual } from 'node:util'
import type { Workspace } from '@tributary/catalog'
import type { Clock } from '@tributary/core'
import { PLAIN_CALENDAR } from '@tributary/expression/internal'
import type { Kysely, Transaction } from 'kysely'
import { definitionsChangedError } from '../model/errors.ts'
import { applyAccounts } from './grants.ts'
import type { Store } from './open-store.ts'
import { readDefinitions, type StoredSettings } from './read-definitions.ts'
import type { StoreSchema } from './schema.ts'
import { applyGroups } from './user-groups.ts'
import {
  changesBetween,
  type DefinitionChange,
  type DefinitionRow,
  toRows,
  type WorkspaceDifference,
} from './workspace-rows.ts'
import { raiseVersion, writeDefinitions, writeOrders } from './write-definitions.ts'
import { createWrite, type Work } from './write-queue.ts'

/** What applying came to. */
export interface Applied {
  readonly difference: WorkspaceDifference
  /** Of the definitions now. */
  readonly version: number
}

/** On what an application depends, and what is written with it. */
export interface ApplyTogether {
  /** Rejects with `PLATFORM_DEFINITIONS_CHANGED` when the definitions are of another version. @defaultValue any will do */
  readonly from?: number
  /** Written with the definitions or not at all. */
  readonly alongside?: Work<void>
}

/**
 * Brings everything that workspace files define of a tenant to what the workspace says, in one transaction, and
 * gives what that changed. An unchanged definition keeps its version and times; what the workspace no
 * longer has goes; what was made over the API stays.
 */
export async function applyWorkspace(
  store: Store,
  workspace: Workspace,
  clock: Clock,
  { from, alongside }: ApplyTogether = {},
): Promise<Applied> {
  const at = clock.now().toISOString()
  const { tenant } = workspace
  return createWrite(
    store,
    tenant,
  )(async (transaction) => {
    if (from !== undefined) {
      const now = await raiseVersion(transaction, tenant, 0)
      if (now !== from) throw definitionsChangedError(now)
    }
    await alongside?.(transaction)
    return apply(transaction, workspace, at)
  })
}

/** What {@link applyWorkspace} would change now; changes nothing. */
export async function compareWorkspace(
  store: Kysely<StoreSchema>,
  workspace: Workspace,
): Promise<WorkspaceDifference> {
  const wanted = toRows(workspace)
  return differenceOf(workspace, wanted, await readDefinitions(store, workspace.tenant))
}

async function apply(
  transaction: Transaction<StoreSchema>,
  workspace: Workspace,
  at: string,
): Promise<Applied> {
  const { tenant } = workspace
  const wanted = toRows(workspace)
  const stored = await readDefinitions(transaction, tenant)
  const difference = differenceOf(workspace, wanted, stored)
  await applyAccounts(transaction, workspace, at)
  await writeDefinitions(transaction, { tenant, at, wanted, changes: difference.changes })
  const isReordered = await writeOrders(transaction, tenant, wanted)
  if (difference.changes.some(({ kind }) => kind === 'group') || isReordered.has('group')) {
    await applyGroups(transaction, tenant, workspace.groups)
  }
  const isResettled = await writeSettings(transaction, workspace)
  const isChanged = difference.changes.length > 0 || isReordered.size > 0 || isResettled
  return { difference, version: await raiseVersion(transaction, tenant, isChanged ? 1 : 0) }
}

function differenceOf(
  { tenant }: Workspace,
  wanted: readonly DefinitionRow[],
  stored: readonly DefinitionRow[],
): WorkspaceDifference {
  const changes = changesBetween(stored, wanted)
  const touched = changes.filter(({ change }: DefinitionChange) => change !== 'REMOVED').length
  return { tenant, changes, unchanged: wanted.length - touched }
}

/** A workspace with the usual calendar is stored without one. */
function settingsOf({
  timeZone,
  calendar,
}: Pick<Workspace, 'timeZone' | 'calendar'>): StoredSettings {
  const isUsual = isDeepStrictEqual(calendar, PLAIN_CALENDAR)
  return { timeZone, ...(!isUsual && { calendar }) }
}

/** Whether what the workspace says of the tenant itself was something else before. */
async function writeSettings(
  transaction: Transaction<StoreSchema>,
  { tenant, timeZone, calendar }: Workspace,
): Promise<boolean> {
  const settings = JSON.stringify(settingsOf({ timeZone, calendar }))
  const { numUpdatedRows } = await transaction
    .updateTable('tenant')
    .set({ settings })
    .where('tenant', '=', tenant)
    .where('settings', '!=', settings)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
