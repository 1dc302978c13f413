import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { storeError } from '../errors.ts'
import { accountsAndDefinitions } from './migrations/2026-11-accounts-and-definitions.ts'
import type { StoreSchema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

/** The store of a platform, migrated and ready. */
export type Store = Kysely<StoreSchema>

/** The migrations, by the names under which the store remembers that they ran; in order. */
const MIGRATIONS = {
  '2026-11-accounts-and-definitions': accountsAndDefinitions,
}

/**
 * Opens the embedded store in `folder` (made when missing), or in memory without one, and brings its
 * tables up to date. Rejects with `PLATFORM_STORE_FAILED` when the file is not a store or cannot be written.
 */
export async function openStore(folder: string | undefined): Promise<Store> {
  const path = folder === undefined ? ':memory:' : join(folder, 'tributary.sqlite')
  try {
    if (folder !== undefined) mkdirSync(folder, { recursive: true })
    const store = new Kysely<StoreSchema>({ dialect: sqliteDialect(path) })
    const migrator = new Migrator({
      db: store,
      provider: { getMigrations: async () => MIGRATIONS },
    })
    const { error } = await migrator.migrateToLatest()
    if (error !== undefined) {
      await store.destroy()
      throw error
    }
    return store
  } catch (cause) {
    throw storeError(path, cause)
  }
}
