import { createCatalog, loadWorkspace } from '@tributary/catalog'
import { systemClock } from '@tributary/core'
import { afterEach, expect, test } from 'vitest'
import { importDefinitionsAsTask } from '../../../src/operations/definitions/import-definitions.ts'
import { openStore } from '../../../src/store/database/open-store.ts'
import { createWrite } from '../../../src/store/database/write-queue.ts'
import type { Session } from '../../../src/tenant/session.ts'
import { folderOf } from '../../support/shop.ts'

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

const WORKSPACE = `tenant: shop
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: lake, type: FILES, root: . }]
datasets:
  - name: visits
    source: { datasource: lake, file: visits.csv }
    columns: [{ name: page, type: VARCHAR }]
metrics: [{ name: page_views, type: ATOMIC, dataset: visits, aggregate: COUNT }]
`

const MODEL = `semantic_model:
  - name: shop
    datasets: [{ name: orders, source: main.orders }]
    metrics: [{ name: revenue, expression: { dialects: [{ dialect: ANSI_SQL, expression: 'SUM(orders.amount)' }] } }]
`

test('an import that is asked for between its commit and its end tells what it did', async () => {
  const { folder, remove } = await folderOf({
    'workspace.yaml': WORKSPACE,
    'visits.csv': 'page\nhome\n',
    'orders.csv': 'id,amount\n1,2.5\n',
  })
  endings.push(remove)
  const workspace = await loadWorkspace(folder)
  const store = await openStore(undefined)
  endings.push(() => store.destroy())
  const write = createWrite(store, 'shop')
  const catalog = createCatalog(workspace)
  const session = {
    ...{ catalog, wholeCatalog: catalog, version: 1, store, write, clock: systemClock },
    ...{ caller: { tenant: 'shop', account: 'ann' }, access: { may: () => true } },
  } as unknown as Session
  const committed = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  const deps = {
    ...{ filesOf: null, engineBytes: 2 ** 28, session: () => session },
    tenants: {
      ensure: () => Promise.reject(new Error('no other definitions')),
      apply: async (_: unknown, { alongside }: { readonly alongside?: unknown }) => {
        await write(alongside as Parameters<typeof write>[0])
        committed.resolve()
        await opened.promise
      },
    },
  } as unknown as Parameters<typeof importDefinitionsAsTask>[0]
  // The time until the answer is over when the definitions are stored, and the tenant is not open with them.
  const given = { file: 'shop.yaml', text: MODEL }
  const late: typeof session.write = async (work) => {
    await committed.promise
    return write(work)
  }
  const waits = { ...session, write: late } as Session
  const answer = importDefinitionsAsTask({ ...deps, session: () => waits }, given, {
    ...{ answerWithin: 0, lease: 60_000, running: new Map() },
    admit: (work, signal) => work(signal),
  })
  const state = await answer
  opened.resolve()
  expect(state).toMatchObject({
    ...{ status: 'SUCCESS', applied: true, format: 'ossie' },
    counts: { metrics: 1 },
  })
  expect(state.added).toContain('metrics/revenue')
})
