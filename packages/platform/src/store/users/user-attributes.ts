import type { Kysely } from 'kysely'
import type { StoreSchema, UserAttributeTable } from '../schema.ts'
import { iterateChunks, prepareQuery } from '../statements.ts'

/** An attribute of an account. */
export interface AccountAttribute {
  readonly account: string
  readonly name: string
  readonly value: string
}

/** Alternatives of one `where`: well under how deep a condition may nest. */
const ALTERNATIVES = 200

/** Writes attributes; one that an account has already gets the new value, and the last of several wins. */
export async function writeAttributes(
  transaction: Kysely<StoreSchema>,
  tenant: string,
  attributes: readonly AccountAttribute[],
): Promise<void> {
  const [first] = attributes
  if (first !== undefined && attributes.length === 1) {
    await upsertAttribute(transaction, { tenant, ...first })
    return
  }
  for (const chunk of iterateChunks(dropOverwrittenAttributes(attributes))) {
    const rows = chunk.map((row) => ({ tenant, ...row }))
    await createUpsert(transaction, rows).execute()
  }
}

const upsertAttribute = prepareQuery(
  (transaction, { tenant, account, name, value }: UserAttributeTable) =>
    createUpsert(transaction, [{ tenant, account, name, value }]),
)

function createUpsert(transaction: Kysely<StoreSchema>, rows: readonly UserAttributeTable[]) {
  return transaction
    .insertInto('user_attribute')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'account', 'name'])
        .doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
    )
}

/** Removes attributes; missing ones are ignored. */
export async function removeAttributes(
  transaction: Kysely<StoreSchema>,
  tenant: string,
  attributes: readonly Pick<AccountAttribute, 'account' | 'name'>[],
): Promise<void> {
  for (const chunk of iterateChunks(attributes, ALTERNATIVES)) {
    await transaction
      .deleteFrom('user_attribute')
      // The whole key in each alternative: else SQLite reads all rows of the tenant.
      .where((eb) => eb.or(chunk.map(({ account, name }) => eb.and({ tenant, account, name }))))
      .execute()
  }
}

/** Which attributes are read. */
export interface AttributeQuery {
  readonly accounts: readonly string[]
  /** Only attributes of these names, at most 1,000; null for all. */
  readonly names: readonly string[] | null
  /** The most attributes that are read. */
  readonly most: number
}

/** The attributes of the accounts, those of one account by name. */
export async function readAttributes(
  store: Kysely<StoreSchema>,
  tenant: string,
  { accounts, names, most }: AttributeQuery,
): Promise<readonly AccountAttribute[]> {
  const [first] = accounts
  if (first !== undefined && accounts.length === 1 && names === null) {
    return selectAccountAttributes(store, { tenant, account: first, most })
  }
  const attributes: AccountAttribute[] = []
  for (const chunk of iterateChunks(accounts)) {
    if (attributes.length >= most) break
    const query = { accounts: chunk, names, most: most - attributes.length }
    for (const row of await createAttributesQuery(store, tenant, query).execute())
      attributes.push(row)
  }
  return attributes
}

const selectAccountAttributes = prepareQuery(
  (
    store,
    {
      tenant,
      account,
      most,
    }: Pick<UserAttributeTable, 'tenant' | 'account'> & Pick<AttributeQuery, 'most'>,
  ) => createAttributesQuery(store, tenant, { accounts: [account], names: null, most }),
)

function createAttributesQuery(
  store: Kysely<StoreSchema>,
  tenant: string,
  { accounts, names, most }: AttributeQuery,
) {
  return store
    .selectFrom('user_attribute')
    .select(['account', 'name', 'value'])
    .where('tenant', '=', tenant)
    .where('account', 'in', accounts)
    .$if(names !== null, (query) => query.where('name', 'in', names ?? []))
    .orderBy('account')
    .orderBy('name')
    .limit(most)
}

/** One statement may not write a row twice. */
function dropOverwrittenAttributes(
  attributes: readonly AccountAttribute[],
): readonly AccountAttribute[] {
  const last = new Map(
    attributes.map(
      (attribute) => [JSON.stringify([attribute.account, attribute.name]), attribute] as const,
    ),
  )
  return [...last.values()]
}
