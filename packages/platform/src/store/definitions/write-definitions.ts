import { setImmediate } from 'node:timers/promises'
import type { SlicedWork } from '@tributary/core/internal'
import type { Transaction } from 'kysely'
import type { DefinitionKind, StoreSchema } from '../schema.ts'
import { iterateChunks } from '../statements.ts'
import {
  type DefinitionChange,
  type DefinitionRow,
  KINDS,
  toDefinitionKey,
} from './workspace-rows.ts'

/** Rows of one statement, between which others run: to write them takes the embedded store a few milliseconds. */
const BATCH = 250

/** The rows that an application writes and deletes. */
export interface ChangedRows {
  /** The new and the changed definitions. */
  readonly rows: readonly DefinitionRow[]
  /** The names of removed definitions, by kind. */
  readonly removed: ReadonlyMap<DefinitionKind, readonly string[]>
}

/** Definitions between two yields: less than a millisecond of work. */
const AT_ONCE = 512

/** The rows of `wanted` that are new or different, and the names of removed definitions. */
export function* collectChangedRows(
  wanted: readonly DefinitionRow[],
  changes: readonly DefinitionChange[],
): SlicedWork<ChangedRows> {
  const written = new Set<string>()
  const removedNames = new Map<DefinitionKind, string[]>(KINDS.map((kind) => [kind, []]))
  let read = 0
  for (const { change, kind, name } of changes) {
    if (change === 'REMOVED') removedNames.get(kind)?.push(name)
    else written.add(toDefinitionKey({ kind, name }))
    if (++read % AT_ONCE === 0) yield
  }
  const rows: DefinitionRow[] = []
  for (const row of wanted) {
    if (written.has(toDefinitionKey(row))) rows.push(row)
    if (++read % AT_ONCE === 0) yield
  }
  return { rows, removed: removedNames }
}

/** The changes to write, and the time as ISO text. */
export interface DefinitionWriting {
  readonly tenant: string
  readonly at: string
  readonly changed: ChangedRows
  /** Ends the writing between two statements. */
  readonly signal: AbortSignal | undefined
}

/** Writes the new and the changed definitions, one version up, and deletes the removed ones. */
export async function writeDefinitions(
  transaction: Transaction<StoreSchema>,
  { tenant, at, changed: { rows, removed: removedNames }, signal }: DefinitionWriting,
): Promise<void> {
  for (const batch of iterateChunks(rows, BATCH)) {
    signal?.throwIfAborted()
    await transaction
      .insertInto('definition')
      .values(batch.map((row) => ({ tenant, ...row, created_at: at, updated_at: at })))
      .onConflict((conflict) =>
        conflict.columns(['tenant', 'kind', 'name']).doUpdateSet(({ ref, eb }) => ({
          body: ref('excluded.body'),
          updated_at: ref('excluded.updated_at'),
          version: eb(ref('definition.version'), '+', 1),
        })),
      )
      .execute()
    await setImmediate()
  }
  for (const [kind, names] of removedNames) {
    for (const some of iterateChunks(names, BATCH)) {
      signal?.throwIfAborted()
      await transaction
        .deleteFrom('definition')
        .where('tenant', '=', tenant)
        .where('kind', '=', kind)
        .where('name', 'in', some)
        .execute()
      await setImmediate()
    }
  }
}

/** Writes in which order the definitions of each kind stand, and gives the kinds whose order was another. */
export async function writeOrders(
  transaction: Transaction<StoreSchema>,
  tenant: string,
  wanted: readonly DefinitionRow[],
): Promise<ReadonlySet<DefinitionKind>> {
  const stored = await transaction
    .selectFrom('definition_order')
    .select(['kind', 'names'])
    .where('tenant', '=', tenant)
    .execute()
  const before = new Map(stored.map(({ kind, names }) => [kind, names]))
  const byKind = Map.groupBy(wanted, ({ kind }) => kind)
  const changed = new Set<DefinitionKind>()
  for (const kind of KINDS) {
    const names = JSON.stringify((byKind.get(kind) ?? []).map(({ name }) => name))
    if ((before.get(kind) ?? '[]') === names) continue
    changed.add(kind)
    await transaction
      .insertInto('definition_order')
      .values({ tenant, kind, names })
      .onConflict((conflict) => conflict.columns(['tenant', 'kind']).doUpdateSet({ names }))
      .execute()
  }
  return changed
}

/** The version of a tenant's definitions, raised by `step`; a tenant that something was applied for has at least 1. */
export async function raiseVersion(
  transaction: Transaction<StoreSchema>,
  tenant: string,
  step: 0 | 1,
): Promise<number> {
  const before = await transaction
    .selectFrom('tenant')
    .select('definitions_version')
    .where('tenant', '=', tenant)
    .executeTakeFirstOrThrow()
  const version = Math.max(1, before.definitions_version + step)
  if (version === before.definitions_version) return version
  await transaction
    .updateTable('tenant')
    .set({ definitions_version: version })
    .where('tenant', '=', tenant)
    .execute()
  return version
}

/** Deletes one definition and gives the version of the definitions without it; the version is the old one when it was not there. */
export async function deleteDefinition(
  transaction: Transaction<StoreSchema>,
  tenant: string,
  { kind, name }: { readonly kind: DefinitionKind; readonly name: string },
): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('definition')
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst()
  return raiseVersion(transaction, tenant, numDeletedRows > 0n ? 1 : 0)
}
