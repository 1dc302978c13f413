import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Dialect, Kysely, type KyselyPlugin } from 'kysely'
import { Migrator } from 'kysely/migration'
import { PlatformError, storeError } from '../errors.ts'
import { codePointOrder } from './code-point-order.ts'
import { MIGRATIONS } from './migrations.ts'
import { isPostgresUrl, postgresDialect } from './postgresql.ts'
import type { StoreSchema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

/** The store of a platform, migrated and ready. */
export type Store = Kysely<StoreSchema>

/**
 * Opens the store at `place` and brings its tables up to date. A place is a folder for the embedded store
 * (made when missing), the address of a PostgreSQL (`postgres://…`), or undefined for one in memory. Rejects
 * with `PLATFORM_STORE_FAILED` when it is no store or cannot be written, and with
 * `PLATFORM_STORE_UNAVAILABLE` when it does not answer now.
 */
export async function openStore(place: string | undefined): Promise<Store> {
  const shown = shownPlace(place)
  try {
    const store = new Kysely<StoreSchema>(connect(place))
    try {
      await migrate(store)
      return store
    } catch (error) {
      await store.destroy()
      throw error
    }
  } catch (cause) {
    throw cause instanceof PlatformError ? cause : storeError(shown, cause)
  }
}

function connect(place: string | undefined): {
  readonly dialect: Dialect
  readonly plugins: KyselyPlugin[]
} {
  if (place !== undefined && isPostgresUrl(place)) {
    return { dialect: postgresDialect(place), plugins: [codePointOrder] }
  }
  if (place !== undefined) mkdirSync(place, { recursive: true })
  return { dialect: sqliteDialect(sqlitePath(place)), plugins: [] }
}

async function migrate(store: Store): Promise<void> {
  // Kysely runs migrations in the order of their names: a number before each makes that the order of the list.
  const numbered = Object.entries(MIGRATIONS).map(([name, migration], place) => {
    return [`${String(place + 1).padStart(4, '0')} ${name}`, migration] as const
  })
  const migrator = new Migrator({
    db: store,
    provider: { getMigrations: async () => Object.fromEntries(numbered) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

function sqlitePath(folder: string | undefined): string {
  return folder === undefined ? ':memory:' : join(folder, 'tributary.sqlite')
}

/** The place as it may be shown: an address without its password. */
function shownPlace(place: string | undefined): string {
  if (place === undefined || !isPostgresUrl(place)) return sqlitePath(place)
  return URL.canParse(place) ? Object.assign(new URL(place), { password: '' }).href : 'PostgreSQL'
}
