import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import {
  hasPostgres,
  MISSING,
  startPostgres,
  type TestPostgres,
} from '../../../../test/support/postgres.ts'
import { openStore, type Store } from '../../src/store/open-store.ts'

/** Where a test finds stores; what it opens is closed after it. */
export interface StoreOpener {
  /** A place with nothing in it, for `openStore`. */
  place(): Promise<string>
  /** A fresh store, or one more on `place`. */
  open(place?: string): Promise<Store>
}

/** Runs a suite on every kind of store. Without a PostgreSQL its part is left out, or under CI fails. */
export function eachStore(suite: (opener: StoreOpener) => void): void {
  describe('on SQLite', () => suite(openerOf(freshFolder, async () => undefined)))
  const name = hasPostgres() ? 'on PostgreSQL' : `on PostgreSQL (left out: ${MISSING})`
  describe.skipIf(!hasPostgres())(name, () => {
    let server: TestPostgres
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server.stop())
    const fresh = () => freshDatabase(server)
    suite(openerOf(fresh, fresh))
  })
}

interface FreshPlace {
  readonly place: string
  remove?(): Promise<void>
}

function openerOf(
  fresh: () => Promise<FreshPlace>,
  quick: () => Promise<FreshPlace | undefined>,
): StoreOpener {
  const stores: Store[] = []
  const places: FreshPlace[] = []
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.destroy()
    for (const one of places.splice(0)) await one.remove?.()
  })
  return {
    place: async () => {
      const made = await fresh()
      places.push(made)
      return made.place
    },
    open: async (where) => {
      const store = await openStore(where ?? (await quick())?.place)
      stores.push(store)
      return store
    },
  }
}

async function freshFolder(): Promise<FreshPlace> {
  const place = await mkdtemp(join(tmpdir(), 'tributary-store-'))
  return { place, remove: () => rm(place, { recursive: true, force: true }) }
}

async function freshDatabase({ url }: TestPostgres): Promise<FreshPlace> {
  const name = `t${randomUUID().replaceAll('-', '')}`
  const client = new Client(url)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return { place: Object.assign(new URL(url), { pathname: name }).href }
}
