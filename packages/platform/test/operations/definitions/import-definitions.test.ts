import { createCatalog, loadWorkspace } from '@tributary/catalog'
import { systemClock } from '@tributary/core'
import { afterEach, expect, test } from 'vitest'
import type { OperationSession } from '../../../src/operations/admission/operation.ts'
import { importDefinitions } from '../../../src/operations/definitions/import-definitions.ts'
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

test('the state of an import that is committed but not yet finished has its result', async () => {
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
  const tenants = {
    ensure: () => Promise.reject(new Error('no other definitions')),
    apply: async (_: unknown, { alongside }: { readonly alongside?: unknown }) => {
      await write(alongside as Parameters<typeof write>[0])
      committed.resolve()
      await opened.promise
    },
  }
  // The time until the answer is over when the definitions are stored, and the tenant is not open with them.
  const late: typeof session.write = async (work) => {
    await committed.promise
    return write(work)
  }
  const service = { filesOf: null, engineBytes: 2 ** 28, tenants, openSession: () => waits }
  const waits = { ...session, write: late, service } as unknown as OperationSession
  const request = { file: 'shop.yaml', text: MODEL }
  const answer = importDefinitions(waits, request, {
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
