import {
  createCatalog,
  type GrantDefinition,
  parseWorkspace,
  type ResourceRef,
  type Role,
  type Workspace,
} from '@tributary/catalog'
import { fixedClock } from '@tributary/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAccess } from '../../src/access/access.ts'
import { authenticate } from '../../src/access/authenticate.ts'
import { listEntries } from '../../src/access/list-entries.ts'
import { createTokenVerifier } from '../../src/access/token-issuers.ts'
import { createWrite } from '../../src/store/database/write-queue.ts'
import { applyWorkspace } from '../../src/store/definitions/apply-workspace.ts'
import type { Store } from '../../src/store/schema.ts'
import { grantOwnership } from '../../src/store/users/grants.ts'
import { eachStore } from '../support/each-store.ts'
import { RIGHTS_SHOP } from '../support/rights-shop.ts'

const { workspace } = parseWorkspace([
  { file: 'workspace.yaml', text: RIGHTS_SHOP['workspace.yaml']! },
])
const SHOP: Workspace = { ...workspace!, accounts: [], grants: [] }
const PEOPLE = ['ann', 'bob', 'cid'] as const
const ROLES = ['OWNER', 'ADMIN', 'USAGER'] as const
const VIEWS = ['v1', 'v2'] as const
const GRANTABLE: readonly ResourceRef[] = [
  { type: 'METRIC', name: 'revenue' },
  { type: 'METRIC', name: 'order_count' },
  { type: 'DIMENSION', name: 'city' },
  { type: 'DATASET', name: 'orders' },
  { type: 'CATEGORY', name: 'money' },
]
const PLACES: readonly ResourceRef[] = [
  ...GRANTABLE,
  ...VIEWS.map((name) => ({ type: 'ANALYSIS_VIEW', name }) as const),
]
const MOMENTS = ['2024-01-01', '2024-06-01', '2025-01-01'].map((day) => `${day}T00:00:00Z`)

/** What one workspace says of people and their rights. */
interface Said {
  readonly people: readonly { readonly account: string; readonly role: Role | null }[]
  readonly grants: readonly GrantDefinition[]
}

/** The rights as a plain list of sentences would tell them. */
interface Model {
  said: Said
  /** By view the account that made it. */
  readonly views: Map<string, string>
  now: string
}

/** What the text of the specification says, word by word: who, which role, from where. */
function expected({ said, views, now }: Model, place: ResourceRef): readonly string[] {
  const category = place.name === 'revenue' ? 'money' : null
  return said.people.flatMap(({ account, role }) => {
    const valid = said.grants.filter(
      (one) => one.account === account && (one.expires === null || now < one.expires),
    )
    const isMaker = place.type === 'ANALYSIS_VIEW' && views.get(place.name) === account
    return [
      ...valid.filter(({ resource }) => resource === place).map((one) => `${one.role} DIRECT`),
      ...(isMaker ? ['OWNER DIRECT'] : []),
      ...valid
        .filter(({ resource }) => resource.type === 'CATEGORY' && resource.name === category)
        .map((one) => `${one.role} EXTEND CATEGORY money`),
      ...(role === null ? [] : [`${role} EXTEND TENANT shop`]),
    ].map((right) => `${account} ${right}`)
  })
}

const RANK = { OWNER: 3, ADMIN: 2, USAGER: 1 } as const

async function compare(store: Store, model: Model): Promise<void> {
  const catalog = createCatalog(SHOP)
  const now = new Date(model.now)
  const deps = {
    store,
    clock: { now: () => now },
    trustIdentityHeaders: true,
    verifyToken: createTokenVerifier([], { now: () => now }),
  }
  const callers = new Map(
    await Promise.all(
      model.said.people.map(async ({ account }) => {
        const asked = { tenantId: 'shop', authType: 'ACCOUNT', authValue: account }
        return [account, (await authenticate(deps, asked)).caller] as const
      }),
    ),
  )
  for (const place of PLACES) {
    const wanted = expected(model, place)
    const listed = await listEntries({ store, catalog }, place, now)
    expect(
      listed.map(({ account, entry: { role, source, from } }) =>
        [account, role, source, ...(from ? [from.type, from.name] : [])].join(' '),
      ),
    ).toEqual(wanted)
    for (const [account, caller] of callers) {
      const access = createAccess(catalog, caller, now)
      const ranks = wanted
        .filter((line) => line.startsWith(account))
        .map((line) => RANK[line.split(' ')[1] as Role])
      const best = Math.max(0, ...ranks)
      expect({
        USE: access.may('USE', place),
        EDIT: access.may('EDIT', place),
        DELETE: access.may('DELETE', place),
        AUTH: access.may('AUTH', place),
        TRANSFER: access.may('TRANSFER', place),
        rank: RANK[access.entry(place)?.role as Role] ?? 0,
      }).toEqual({
        USE: best >= 1,
        EDIT: best >= 2,
        DELETE: best >= 2,
        AUTH: best >= 2,
        TRANSFER: best >= 3,
        rank: best,
      })
    }
  }
}

type Command = fc.AsyncCommand<Model, Store>

function command(name: string, run: (model: Model, store: Store) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (model, store) => {
      await run(model, store)
      await compare(store, model)
    },
    toString: () => name,
  }
}

const role = fc.constantFrom(...ROLES)
const said: fc.Arbitrary<Said> = fc.subarray([...PEOPLE]).chain((accounts) =>
  fc.record({
    people: fc.tuple(
      ...accounts.map((account) =>
        fc.record({ account: fc.constant<string>(account), role: fc.option(role) }),
      ),
    ),
    grants:
      accounts.length === 0
        ? fc.constant([])
        : fc.uniqueArray(
            fc.record({
              account: fc.constantFrom<string>(...accounts),
              role,
              resource: fc.constantFrom(...GRANTABLE),
              expires: fc.option(fc.constantFrom(...MOMENTS)),
            }),
            {
              maxLength: 8,
              selector: ({ account, resource }) => `${account} ${resource.name}`,
            },
          ),
  }),
)

const commands = [
  said.map((next) =>
    command(`apply ${JSON.stringify(next)}`, async (model, store) => {
      const accounts = next.people.map(({ account, role }) => {
        return { account, displayName: account, role }
      })
      const { grants } = next
      await applyWorkspace(store, { ...SHOP, accounts, grants }, fixedClock(new Date(model.now)))
      model.said = next
      // Who goes takes with him what he made; should he come back, he begins anew.
      for (const [view, maker] of model.views) {
        if (!next.people.some(({ account }) => account === maker)) model.views.delete(view)
      }
    }),
  ),
  fc.tuple(fc.constantFrom(...VIEWS), fc.constantFrom(...PEOPLE)).map(([name, account]) =>
    command(`${account} makes ${name}`, async (model, store) => {
      const isThere = model.said.people.some((one) => one.account === account)
      if (!isThere || model.views.has(name)) return
      await createWrite(
        store,
        'shop',
      )((transaction) =>
        grantOwnership(
          transaction,
          { tenant: 'shop', account },
          { resource: { type: 'ANALYSIS_VIEW', name }, at: model.now },
        ),
      )
      model.views.set(name, account)
    }),
  ),
  fc.constantFrom(...MOMENTS).map((moment) =>
    command(`it is ${moment}`, async (model) => {
      model.now = moment
    }),
  ),
]

describe('rights', () => {
  eachStore(({ open }) => {
    test('equal those of a simple model after any sequence of changes', async () => {
      const isLong = process.env.TRIBUTARY_LONG !== undefined
      await fc.assert(
        fc.asyncProperty(fc.commands(commands, { maxCommands: 8 }), async (run) => {
          const store = await open()
          const setup = () => ({
            model: { said: { people: [], grants: [] }, views: new Map(), now: MOMENTS[0]! },
            real: store,
          })
          await fc.asyncModelRun(setup, run)
        }),
        { numRuns: isLong ? 300 : 6 },
      )
    })
  })
})
