import type { Workspace } from '@tributary/catalog'
import type { Clock } from '@tributary/core'
import type { Transaction } from 'kysely'
import type { Store } from './open-store.ts'
import type { DefinitionTable, StoreSchema } from './schema.ts'

/**
 * Brings the accounts and definitions of the workspace's tenant to what the workspace says, in one
 * transaction. An unchanged definition keeps its version and times; what the workspace no longer has goes.
 */
export async function applyWorkspace(
  store: Store,
  workspace: Workspace,
  clock: Clock,
): Promise<void> {
  const at = clock.now().toISOString()
  await store.transaction().execute(async (transaction) => {
    await applyAccounts(transaction, workspace)
    await applyDefinitions(transaction, workspace, at)
  })
}

async function applyAccounts(
  transaction: Transaction<StoreSchema>,
  { tenant, accounts }: Workspace,
): Promise<void> {
  for (const { account, displayName, role } of accounts) {
    await transaction
      .insertInto('account')
      .values({ tenant, account, display_name: displayName, role })
      .onConflict((conflict) =>
        conflict.columns(['tenant', 'account']).doUpdateSet({ display_name: displayName, role }),
      )
      .execute()
  }
  let gone = transaction.deleteFrom('account').where('tenant', '=', tenant)
  if (accounts.length > 0) {
    gone = gone.where(
      'account',
      'not in',
      accounts.map(({ account }) => account),
    )
  }
  await gone.execute()
}

async function applyDefinitions(
  transaction: Transaction<StoreSchema>,
  workspace: Workspace,
  at: string,
): Promise<void> {
  const { tenant } = workspace
  const stored = await transaction
    .selectFrom('definition')
    .select(['kind', 'name', 'body'])
    .where('tenant', '=', tenant)
    .execute()
  const before = new Map(stored.map((row) => [keyOf(row.kind, row.name), row.body]))
  for (const { kind, name, body } of definitionsOf(workspace)) {
    const key = keyOf(kind, name)
    const old = before.get(key)
    before.delete(key)
    if (old === body) continue
    await transaction
      .insertInto('definition')
      .values({ tenant, kind, name, body, created_at: at, updated_at: at })
      .onConflict((conflict) =>
        conflict.columns(['tenant', 'kind', 'name']).doUpdateSet(({ ref, eb }) => ({
          body,
          updated_at: at,
          version: eb(ref('definition.version'), '+', 1),
        })),
      )
      .execute()
  }
  for (const row of stored) {
    if (!before.has(keyOf(row.kind, row.name))) continue
    await transaction
      .deleteFrom('definition')
      .where('tenant', '=', tenant)
      .where('kind', '=', row.kind)
      .where('name', '=', row.name)
      .execute()
  }
}

function keyOf(kind: string, name: string): string {
  return `${kind}:${name}`
}

type Definition = Pick<DefinitionTable, 'kind' | 'name' | 'body'>

function definitionsOf(workspace: Workspace): readonly Definition[] {
  const named = (
    kind: DefinitionTable['kind'],
    all: readonly { readonly name: string }[],
  ): Definition[] => all.map((one) => ({ kind, name: one.name, body: JSON.stringify(one) }))
  return [
    ...named('dataset', workspace.datasets),
    ...named('dimension', workspace.dimensions),
    ...named('metric', workspace.metrics),
  ]
}
