import {
  createCatalog,
  type GrantDefinition,
  parseWorkspace,
  type Workspace,
} from '@tributary/catalog'
import { fixedClock } from '@tributary/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accessOf } from '../../src/access/access.ts'
import { authenticate } from '../../src/access/authenticate.ts'
import { listEntries } from '../../src/access/list-entries.ts'
import { applyWorkspace } from '../../src/store/apply-workspace.ts'
import type { Store } from '../../src/store/open-store.ts'
import { eachStore } from '../support/each-store.ts'
import { RIGHTS_SHOP } from '../support/rights-shop.ts'

const { workspace } = parseWorkspace([
  { file: 'workspace.yaml', text: RIGHTS_SHOP['workspace.yaml']! },
])
const SHOP: Workspace = { ...workspace!, accounts: [], grants: [] }
const PEOPLE = ['ann', 'bob', 'cid'] as const
const ROLES = ['OWNER', 'ADMIN', 'USAGER'] as const
const PLACES = [
  { type: 'METRIC', name: 'revenue' },
  { type: 'METRIC', name: 'order_count' },
  { type: 'DIMENSION', name: 'city' },
  { type: 'DATASET', name: 'orders' },
  { type: 'CATEGORY', name: 'money' },
] as const
const MOMENTS = ['2024-01-01', '2024-06-01', '2025-01-01'].map((day) => `${day}T00:00:00Z`)

const role = fc.constantFrom(...ROLES)
const state = fc.record({
  roles: fc.record(Object.fromEntries(PEOPLE.map((name) => [name, fc.option(role)]))),
  grants: fc.uniqueArray(
    fc.record({
      account: fc.constantFrom(...PEOPLE),
      role,
      resource: fc.constantFrom(...PLACES),
      expires: fc.option(fc.constantFrom(...MOMENTS)),
    }),
    { maxLength: 8, selector: ({ account, resource }) => `${account} ${resource.name}` },
  ),
})
type State = typeof state extends fc.Arbitrary<infer S> ? S : never

function workspaceOf({ roles, grants }: State): Workspace {
  const accounts = PEOPLE.map((account) => {
    return { account, displayName: account, role: roles[account] ?? null }
  })
  return { ...SHOP, accounts, grants: grants as GrantDefinition[] }
}

/** What the text of the specification says, word by word: who, which role, from where. */
function expected({ roles, grants }: State, place: (typeof PLACES)[number], now: string) {
  const category = place.name === 'revenue' ? 'money' : null
  return PEOPLE.flatMap((account) => {
    const valid = grants.filter(
      (one) => one.account === account && (one.expires === null || now < one.expires),
    )
    const direct = valid
      .filter(({ resource }) => resource === place)
      .map((one) => `${account} ${one.role} DIRECT`)
    const filed = valid
      .filter(({ resource }) => resource.type === 'CATEGORY' && resource.name === category)
      .map((one) => `${account} ${one.role} EXTEND CATEGORY money`)
    const whole = roles[account]
    return [...direct, ...filed, ...(whole ? [`${account} ${whole} EXTEND TENANT shop`] : [])]
  })
}

const RANK = { OWNER: 3, ADMIN: 2, USAGER: 1 } as const

async function compare(store: Store, given: State, now: string): Promise<void> {
  const catalog = createCatalog(workspaceOf(given))
  const clock = new Date(now)
  for (const place of PLACES) {
    const listed = await listEntries({ store, catalog }, place, clock)
    const shown = listed.map(({ account, entry: { role, source, from } }) =>
      [account, role, source, ...(from ? [from.type, from.name] : [])].join(' '),
    )
    const wanted = expected(given, place, now)
    expect(shown).toEqual(wanted)
    for (const account of PEOPLE) {
      const { caller } = await authenticate(
        store,
        { tenantId: 'shop', authType: 'ACCOUNT', authValue: account },
        true,
      )
      const access = accessOf(catalog, caller, clock)
      const own = wanted
        .filter((line) => line.startsWith(account))
        .map((line) => RANK[line.split(' ')[1] as keyof typeof RANK])
      const best = Math.max(0, ...own)
      expect(access.may('USE', place)).toBe(best >= 1)
      expect(access.may('EDIT', place)).toBe(best >= 2)
      expect(access.may('DELETE', place)).toBe(best >= 2)
      expect(access.may('AUTH', place)).toBe(best >= 2)
      expect(access.may('TRANSFER', place)).toBe(best >= 3)
      expect(RANK[access.entry(place)?.role ?? 'USAGER']).toBe(best || 1)
      expect(access.entry(place) === null).toBe(best === 0)
    }
  }
}

describe('rights', () => {
  eachStore(({ open }) => {
    test('are what the last workspace said, direct and inherited, without the expired', async () => {
      const runs = process.env.TRIBUTARY_LONG ? 300 : 12
      await fc.assert(
        fc.asyncProperty(
          fc.array(state, { minLength: 1, maxLength: 4 }),
          fc.constantFrom(...MOMENTS),
          async (states, now) => {
            const store = await open()
            for (const one of states) {
              await applyWorkspace(store, workspaceOf(one), fixedClock(new Date(now)))
              // A dataset of the shop has no owner, so nothing else gives rights.
              await compare(store, one, now)
            }
          },
        ),
        { numRuns: runs },
      )
    })
  })
})
