import { join } from 'node:path'
import { type Dialect, Kysely, type KyselyPlugin, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import {
  invalidRequestError,
  newerStoreError,
  PlatformError,
  storeError,
  unreachableStoreError,
} from '../../model/errors.ts'
import type { PlatformOptions } from '../../model/options.ts'
import { codePointOrder, createPostgresDialect, isPostgresUrl } from '../postgresql.ts'
import { makePrivateFolder } from '../private-files.ts'
import type { Store, StoreSchema } from '../schema.ts'
import { createSqliteDialect } from '../sqlite/sqlite.ts'
import { type IsInPlace, makeStoreFile, watchStoreFile } from '../sqlite/store-file.ts'
import { rememberFile } from './large-writes.ts'
import { MIGRATIONS } from './migrations.ts'

/**
 * Opens the store at `place` and brings its tables up to date. A place is a folder for the embedded store
 * (made when missing; only its owner can read the files), the address of a PostgreSQL (`postgres://…`), or undefined for one in memory. Rejects
 * with `PLATFORM_STORE_FAILED` when it is no store, is one of a newer version or cannot be written, and with
 * `PLATFORM_STORE_UNAVAILABLE` when it does not answer now.
 */
export async function openStore(place: string | undefined): Promise<Store> {
  const maskedPlace = maskPlace(place)
  try {
    const { isInPlace, ...connection } = await connect(place)
    const store = new Kysely<StoreSchema>(connection)
    try {
      await migrate(store, maskedPlace)
      if (isInPlace !== null) rememberFile(store, { path: toSqlitePath(place), isInPlace })
      return store
    } catch (error) {
      await store.destroy()
      throw error
    }
  } catch (cause) {
    if (!(cause instanceof PlatformError)) throw storeError(maskedPlace, cause)
    throw cause.code === 'PLATFORM_STORE_UNAVAILABLE'
      ? unreachableStoreError(maskedPlace, cause)
      : cause
  }
}

interface Connection {
  readonly dialect: Dialect
  readonly plugins: KyselyPlugin[]
  /** Null for a store that has no file here. */
  readonly isInPlace: IsInPlace | null
}

async function connect(place: string | undefined): Promise<Connection> {
  if (place !== undefined && isPostgresUrl(place)) {
    return {
      dialect: await createPostgresDialect(place),
      plugins: [codePointOrder],
      isInPlace: null,
    }
  }
  const path = toSqlitePath(place)
  if (place === undefined)
    return { dialect: createSqliteDialect(path), plugins: [], isInPlace: null }
  makePrivateFolder(place)
  makeStoreFile(path)
  const isInPlace = watchStoreFile(path)
  return { dialect: createSqliteDialect(path, isInPlace), plugins: [], isInPlace }
}

async function migrate(store: Store, maskedPlace: string): Promise<void> {
  // Kysely runs migrations in the order of their names: a number before each makes that the order of the list.
  const numbered = Object.entries(MIGRATIONS).map(([name, migration], place) => {
    return [`${String(place + 1).padStart(4, '0')} ${name}`, migration] as const
  })
  const migrator = new Migrator({
    db: store,
    provider: { getMigrations: async () => Object.fromEntries(numbered) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  const unknown = await findUnknownMigrations(
    store,
    numbered.map(([name]) => name),
  )
  throw unknown.length === 0 ? error : newerStoreError(maskedPlace, unknown, error)
}

/** The migrations of the store that are not among `migrationNames`; none when they cannot be read. */
async function findUnknownMigrations(
  store: Store,
  migrationNames: readonly string[],
): Promise<readonly string[]> {
  const ran = sql<{ readonly name: string }>`select name from ${sql.table('kysely_migration')}`
  const { rows } = await ran.execute(store).catch(() => ({ rows: [] }))
  return rows.map(({ name }) => name).filter((name) => !migrationNames.includes(name))
}

function toSqlitePath(folder: string | undefined): string {
  return folder === undefined ? ':memory:' : join(folder, 'tributary.sqlite')
}

/** The place without its password, which an address may also have in its parameters. */
function maskPlace(place: string | undefined): string {
  if (place === undefined || !isPostgresUrl(place)) return toSqlitePath(place)
  if (!URL.canParse(place)) return 'PostgreSQL'
  return Object.assign(new URL(place), { password: '', search: '' }).href
}

/**
 * The place of the store that the options name, for `openStore`. Throws `PLATFORM_INVALID_REQUEST` for an
 * address that is not of PostgreSQL, and when both options are given.
 */
export function resolveStorePlace({
  data,
  store,
}: Pick<PlatformOptions, 'data' | 'store'>): string | undefined {
  if (store === undefined) return data
  if (data !== undefined) {
    throw invalidRequestError(
      'store',
      'There is one store: give either "data" or "store", not both.',
    )
  }
  if (isPostgresUrl(store)) return store
  // The address may hold a password: it is not shown.
  const message = 'The address of a store begins with postgres:// or postgresql://.'
  throw invalidRequestError('store', message)
}
