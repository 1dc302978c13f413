import type { GroupDefinition } from '@tributary/catalog'
import type { Kysely } from 'kysely'
import type { StoreSchema } from '../schema.ts'

/** The parent of the groups at the top; no group has this id or code. */
export const TOP = '-1'

/** A group of users. */
export interface UserGroup {
  readonly id: string
  readonly code: string
  readonly name: string
  /** Id of the parent, or {@link TOP}. */
  readonly parent: string
}

/** All groups of a tenant; those with the same parent stand in their order. */
export async function readGroups(
  store: Kysely<StoreSchema>,
  tenant: string,
): Promise<readonly UserGroup[]> {
  return store
    .selectFrom('user_group')
    .select(['id', 'code', 'name', 'parent'])
    .where('tenant', '=', tenant)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Puts a group below `parent`, right after its child `front`, or before all of them when `front` is null. */
export async function placeGroup(
  transaction: Kysely<StoreSchema>,
  tenant: string,
  {
    id,
    parent,
    front,
  }: { readonly id: string; readonly parent: string; readonly front: string | null },
): Promise<void> {
  const position =
    front === null
      ? await findFirstPosition(transaction, tenant, parent)
      : await makePositionAfter(transaction, tenant, front)
  await transaction
    .updateTable('user_group')
    .set({ parent, position })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .execute()
}

/** Makes these the groups of the tenant, in this order; a group of `groups` stands after its parent. */
export async function applyGroups(
  transaction: Kysely<StoreSchema>,
  tenant: string,
  groups: readonly GroupDefinition[],
): Promise<void> {
  await transaction.deleteFrom('user_group').where('tenant', '=', tenant).execute()
  const idsByCode = new Map(groups.map(({ code, id }) => [code, id]))
  for (const [position, { id, code, displayName: name, parent: above }] of groups.entries()) {
    const parent = above === null ? TOP : (idsByCode.get(above) ?? TOP)
    const row = { tenant, id, code, name, parent, position }
    await transaction.insertInto('user_group').values(row).execute()
  }
}

async function findFirstPosition(
  transaction: Kysely<StoreSchema>,
  tenant: string,
  parent: string,
): Promise<number> {
  const first = await transaction
    .selectFrom('user_group')
    .select('position')
    .where('tenant', '=', tenant)
    .where('parent', '=', parent)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return first === undefined ? 0 : first.position - 1
}

/** The position after `front`; the groups behind it move on by one. */
async function makePositionAfter(
  transaction: Kysely<StoreSchema>,
  tenant: string,
  front: string,
): Promise<number> {
  const { parent, position } = await transaction
    .selectFrom('user_group')
    .select(['parent', 'position'])
    .where('tenant', '=', tenant)
    .where('id', '=', front)
    .executeTakeFirstOrThrow()
  await transaction
    .updateTable('user_group')
    .set(({ eb }) => ({ position: eb('position', '+', 1) }))
    .where('tenant', '=', tenant)
    .where('parent', '=', parent)
    .where('position', '>', position)
    .execute()
  return position + 1
}
