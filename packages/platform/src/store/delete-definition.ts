import type { Transaction } from 'kysely'
import { raiseVersion } from './definitions-version.ts'
import type { DefinitionKind, StoreSchema } from './schema.ts'

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
