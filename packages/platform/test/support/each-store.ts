import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeAll, describe } from 'vitest'
import { hasPostgres, MISSING, startPostgres } from '../../../../test/support/postgres.ts'
import { openStore } from '../../src/store/database/open-store.ts'
import type { Store } from '../../src/store/schema.ts'

/** Where a test finds stores; what it opens is closed after it. */
export interface StoreOpener {
  /** A place with nothing in it, for `openStore`; the tables may be there already. */
  place(): Promise<string>
  /** A place without even the tables. */
  emptyPlace(): Promise<string>
  /** A fresh store, or one more on `place`. */
  open(place?: string): Promise<Store>
}

/** Runs a suite on every kind of store. Without a PostgreSQL its part is left out, or under CI fails. */
export function eachStore(suite: (opener: StoreOpener) => void): void {
  describe('on SQLite', () => suite(openerOn(folders())))
  const name = hasPostgres() ? 'on PostgreSQL' : `on PostgreSQL (left out: ${MISSING})`
  describe.skipIf(!hasPostgres())(name, () => suite(openerOn(databases())))
}

/** The places of one kind of store. */
interface Places {
  /** The quickest that is empty; undefined for one in memory. */
  quick(): Promise<string | undefined>
  fresh(): Promise<string>
  empty(): Promise<string>
  /** Called after each test, when all stores are closed. */
  reset(): Promise<void>
}

function openerOn({ quick, fresh, empty, reset }: Places): StoreOpener {
  const stores: Store[] = []
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.destroy()
    await reset()
  })
  return {
    place: fresh,
    emptyPlace: empty,
    open: async (where) => {
      const store = await openStore(where ?? (await quick()))
      stores.push(store)
      return store
    },
  }
}

function folders(): Places {
  const made: string[] = []
  const fresh = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'tributary-store-'))
    made.push(folder)
    return folder
  }
  return {
    quick: async () => undefined,
    fresh,
    empty: fresh,
    reset: async () => {
      for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A database with the tables of a store: to copy it takes less than to make them. */
interface Template {
  readonly url: string
  readonly name: string
  readonly tables: readonly string[]
}

async function makeTemplate(): Promise<Template> {
  const { url } = await startPostgres()
  await (await openStore(url)).destroy()
  return { url, name: new URL(url).pathname.slice(1), tables: await tablesIn(url) }
}

/** Shared by the test files of a worker, as are the databases that are free: making one takes long. */
let template: Promise<Template> | null = null
const free: string[] = []

/** Databases are emptied after a test and used again by the next. */
function databases(): Places {
  const used: string[] = []
  let made: Template
  beforeAll(async () => {
    template ??= makeTemplate()
    made = await template
  })
  const fresh = async (): Promise<string> => {
    const place = free.pop() ?? (await createDatabase(made.url, made.name))
    used.push(place)
    return place
  }
  return {
    quick: fresh,
    fresh,
    empty: () => createDatabase(made.url, 'template1'),
    reset: async () => {
      for (const place of used.splice(0)) {
        // A test that broke off may leave other tables than it found.
        const names = await tablesIn(place)
        if (names.join() !== made.tables.join()) continue
        await emptyTables(place, names)
        free.push(place)
      }
    },
  }
}

async function createDatabase(url: string, template: string): Promise<string> {
  const name = `t${randomUUID().replaceAll('-', '')}`
  const server = Object.assign(new URL(url), { pathname: 'postgres' }).href
  await withClient(server, (client) => client.query(`create database ${name} template ${template}`))
  return Object.assign(new URL(url), { pathname: name }).href
}

async function tablesIn(url: string): Promise<readonly string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables
       where schemaname = 'public' and tablename not like 'kysely%' order by 1`,
    )
    return rows.map(({ name }) => name)
  })
}

async function emptyTables(url: string, names: readonly string[]): Promise<void> {
  const deletions = names.map((name) => `delete from ${name}`)
  // As a replica the server looks at no foreign keys, so that the order does not matter.
  const statements = ['set session_replication_role = replica', ...deletions]
  await withClient(url, (client) => client.query(statements.join(';')))
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
