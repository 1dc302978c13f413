import type { Kysely, Transaction } from 'kysely'
import type { DefinitionImportTable, StoreSchema } from '../schema.ts'

/** The definitions that imports of a tenant wrote: hashes by key as JSON, by the name of the file. */
export async function readDefinitionImports(
  store: Kysely<StoreSchema>,
  tenant: string,
): Promise<Readonly<Record<string, string>>> {
  const rows = await store
    .selectFrom('definition_import')
    .select(['file', 'objects'])
    .where('tenant', '=', tenant)
    .orderBy('file')
    .execute()
  return Object.fromEntries(rows.map(({ file, objects }) => [file, objects]))
}

/** Records the definitions that an import wrote, instead of those of an earlier import of the same file. */
export async function writeDefinitionImport(
  transaction: Transaction<StoreSchema>,
  tenant: string,
  { file, account, at, objects }: Omit<DefinitionImportTable, 'tenant'>,
): Promise<void> {
  await transaction
    .insertInto('definition_import')
    .values({ tenant, file, account, at, objects })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'file']).doUpdateSet({ account, at, objects }),
    )
    .execute()
}
