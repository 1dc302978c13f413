import { isDeepStrictEqual } from 'node:util'
import type { Workspace } from '@tributary/catalog'
import type { Clock } from '@tributary/core'
import { runInSlices } from '@tributary/core/internal'
import { PLAIN_CALENDAR } from '@tributary/expression/internal'
import type { Kysely, Transaction } from 'kysely'
import { definitionsChangedError } from '../../model/errors.ts'
import { createLargeWrite, createWrite, type Work } from '../database/write-queue.ts'
import type { Store, StoreSchema } from '../schema.ts'
import { applyAccounts } from '../users/grants.ts'
import { applyGroups } from '../users/user-groups.ts'
import { readDefinitions, type StoredSettings } from './read-definitions.ts'
import {
  compareDefinitionRows,
  type DefinitionRow,
  toDefinitionRows,
  type WorkspaceDifference,
} from './workspace-rows.ts'
import {
  type ChangedRows,
  collectChangedRows,
  raiseVersion,
  writeDefinitions,
  writeOrders,
} from './write-definitions.ts'

/** The outcome of an application. */
export interface AppliedWorkspace {
  readonly difference: WorkspaceDifference
  /** Of the definitions now. */
  readonly version: number
}

/** Options of an application. */
export interface ApplyOptions {
  /** Rejects with `PLATFORM_DEFINITIONS_CHANGED` when the definitions are of another version. @defaultValue any will do */
  readonly from?: number
  /** Written with the definitions or not at all. */
  readonly alongside?: Work<void>
  /** Ends the application until it is committed; nothing has changed then. @defaultValue it goes on to its end */
  readonly signal?: AbortSignal
}

/**
 * Replaces everything that workspace files define of a tenant by the workspace, in one transaction, and returns the
 * differences. An unchanged definition keeps its version and times; a definition that the workspace no longer has is
 * removed; everything that was made over the API stays.
 */
export async function applyWorkspace(
  store: Store,
  workspace: Workspace,
  clock: Clock,
  { from, alongside, signal }: ApplyOptions = {},
): Promise<AppliedWorkspace> {
  const at = clock.now().toISOString()
  const { tenant } = workspace
  const wanted = await runInSlices(toDefinitionRows(workspace), signal)
  for (let tries = 1; ; tries++) {
    const { version, rows } = await readDefinitions(store, tenant)
    const prepared = await prepareChanges(workspace, wanted, { stored: rows, signal })
    const isLarge = prepared.difference.changes.length > MANY
    const write = (isLarge ? createLargeWrite : createWrite)(store, tenant)
    const applied = await write(async (transaction) => {
      const now = await raiseVersion(transaction, tenant, 0)
      if (from !== undefined && now !== from) throw definitionsChangedError(now)
      // The version of a tenant that has no definitions yet is raised to 1 here.
      const isCurrent = now === Math.max(1, version)
      if (!isCurrent && tries < MOST_TRIES) return null
      await alongside?.(transaction)
      return apply(transaction, workspace, {
        at,
        wanted,
        prepared: isCurrent ? prepared : null,
        signal,
      })
    })
    if (applied !== null) return applied
  }
}

/** Changes of more definitions are written where that does not block the event loop. */
const MANY = 1_000

/** How often the changes are prepared before the transaction; then they are prepared in it, and others wait. */
const MOST_TRIES = 3

/** The differences that {@link applyWorkspace} would make now; changes nothing. */
export async function compareWorkspace(
  store: Kysely<StoreSchema>,
  workspace: Workspace,
): Promise<WorkspaceDifference> {
  const wanted = await runInSlices(toDefinitionRows(workspace))
  const { rows } = await readDefinitions(store, workspace.tenant)
  return (await prepareChanges(workspace, wanted, { stored: rows })).difference
}

/** The changes of an application, prepared before anything is written. */
interface PreparedChanges {
  readonly difference: WorkspaceDifference
  readonly changed: ChangedRows
}

async function prepareChanges(
  { tenant }: Workspace,
  wanted: readonly DefinitionRow[],
  {
    stored,
    signal,
  }: { readonly stored: readonly DefinitionRow[]; readonly signal?: AbortSignal | undefined },
): Promise<PreparedChanges> {
  const changes = await runInSlices(compareDefinitionRows(stored, wanted), signal)
  const changed = await runInSlices(collectChangedRows(wanted, changes), signal)
  const unchanged = wanted.length - changed.rows.length
  return { difference: { tenant, changes, unchanged }, changed }
}

interface ApplyState {
  readonly at: string
  readonly wanted: readonly DefinitionRow[]
  /** Null when others have applied something since. */
  readonly prepared: PreparedChanges | null
  readonly signal: AbortSignal | undefined
}

async function apply(
  transaction: Transaction<StoreSchema>,
  workspace: Workspace,
  { at, wanted, prepared, signal }: ApplyState,
): Promise<AppliedWorkspace> {
  const { tenant } = workspace
  const { difference, changed } =
    prepared ??
    (await prepareChanges(workspace, wanted, {
      stored: (await readDefinitions(transaction, tenant)).rows,
      signal,
    }))
  await applyAccounts(transaction, workspace, at)
  await writeDefinitions(transaction, { tenant, at, changed, signal })
  signal?.throwIfAborted()
  const isReordered = await writeOrders(transaction, tenant, wanted)
  if (difference.changes.some(({ kind }) => kind === 'group') || isReordered.has('group')) {
    await applyGroups(transaction, tenant, workspace.groups)
  }
  const isResettled = await writeSettings(transaction, workspace)
  const isChanged = difference.changes.length > 0 || isReordered.size > 0 || isResettled
  return { difference, version: await raiseVersion(transaction, tenant, isChanged ? 1 : 0) }
}

/** A workspace with the usual calendar is stored without one. */
function toStoredSettings({
  timeZone,
  calendar,
}: Pick<Workspace, 'timeZone' | 'calendar'>): StoredSettings {
  const isUsual = isDeepStrictEqual(calendar, PLAIN_CALENDAR)
  return { timeZone, ...(!isUsual && { calendar }) }
}

/** Writes the settings of the tenant itself; true when they have changed. */
async function writeSettings(
  transaction: Transaction<StoreSchema>,
  { tenant, timeZone, calendar }: Workspace,
): Promise<boolean> {
  const settings = JSON.stringify(toStoredSettings({ timeZone, calendar }))
  const { numUpdatedRows } = await transaction
    .updateTable('tenant')
    .set({ settings })
    .where('tenant', '=', tenant)
    .where('settings', '!=', settings)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
