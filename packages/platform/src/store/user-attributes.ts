import type { Kysely } from 'kysely'
import type { StoreSchema } from './schema.ts'

/** An attribute of an account. */
export interface AccountAttribute {
  readonly account: string
  readonly name: string
  readonly value: string
}

/** Rows of one `insert` and names of one `select`: well under what a statement may carry. */
const CHUNK = 1_000

/** Alternatives of one `where`: well under how deep a condition may nest. */
const ALTERNATIVES = 200

/** Writes attributes; one that an account has already gets the new value, and the last of several wins. */
export async function writeAttributes(
  transaction: Kysely<StoreSchema>,
  tenant: string,
  attributes: readonly AccountAttribute[],
): Promise<void> {
  for (const rows of chunksOf(lastOfEach(attributes))) {
    await transaction
      .insertInto('user_attribute')
      .values(rows.map((row) => ({ tenant, ...row })))
      .onConflict((conflict) =>
        conflict
          .columns(['tenant', 'account', 'name'])
          .doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
      )
      .execute()
  }
}

/** Takes attributes away; those that are not there are no matter. */
export async function removeAttributes(
  transaction: Kysely<StoreSchema>,
  tenant: string,
  attributes: readonly Pick<AccountAttribute, 'account' | 'name'>[],
): Promise<void> {
  for (const chunk of chunksOf(attributes, ALTERNATIVES)) {
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
  /** How many at most; whatever is beyond is not read. */
  readonly most: number
}

/** The attributes of the accounts, those of one account by name. */
export async function readAttributes(
  store: Kysely<StoreSchema>,
  tenant: string,
  { accounts, names, most }: AttributeQuery,
): Promise<readonly AccountAttribute[]> {
  const found: AccountAttribute[] = []
  for (const chunk of chunksOf(accounts)) {
    if (found.length >= most) break
    let query = store
      .selectFrom('user_attribute')
      .select(['account', 'name', 'value'])
      .where('tenant', '=', tenant)
      .where('account', 'in', chunk)
    if (names !== null) query = query.where('name', 'in', names)
    const rows = await query
      .orderBy('account')
      .orderBy('name')
      .limit(most - found.length)
      .execute()
    for (const row of rows) found.push(row)
  }
  return found
}

/** Which of the accounts the tenant has. */
export async function knownAccounts(
  store: Kysely<StoreSchema>,
  tenant: string,
  accounts: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for (const chunk of chunksOf([...new Set(accounts)])) {
    const rows = await store
      .selectFrom('account')
      .select('account')
      .where('tenant', '=', tenant)
      .where('account', 'in', chunk)
      .execute()
    for (const { account } of rows) known.add(account)
  }
  return known
}

/** One statement may not write a row twice. */
function lastOfEach(attributes: readonly AccountAttribute[]): readonly AccountAttribute[] {
  const last = new Map(
    attributes.map((one) => [JSON.stringify([one.account, one.name]), one] as const),
  )
  return [...last.values()]
}

function* chunksOf<T>(
  all: readonly T[],
  size: number = CHUNK,
): Generator<readonly T[], void, undefined> {
  for (let i = 0; i < all.length; i += size) yield all.slice(i, i + size)
}
