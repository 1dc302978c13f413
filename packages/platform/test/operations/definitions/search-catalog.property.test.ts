import { loadWorkspace, type Workspace } from '@tributary/catalog'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPlatform } from '../../../src/create-platform.ts'
import type { Platform } from '../../../src/platform.ts'
import { RIGHTS_SHOP } from '../../support/rights-shop.ts'
import { folderOf } from '../../support/shop.ts'

let base: Workspace
let remove: () => Promise<void>

beforeAll(async () => {
  const made = await folderOf(RIGHTS_SHOP)
  remove = made.remove
  base = await loadWorkspace(made.folder)
})
afterAll(() => remove())

const QUESTIONS = ['', 'order', 'count net', 'ordr', 'metric_1', 'zzz']

/** What the owner and somebody with few rights find. */
async function found(platform: Platform): Promise<readonly unknown[]> {
  const all: unknown[] = []
  for (const authValue of ['boss', 'clerk']) {
    const caller = await platform.authenticate({ tenantId: 'shop', authType: 'ACCOUNT', authValue })
    for (const q of QUESTIONS) all.push(await platform.as(caller).searchCatalog({ q, limit: 100 }))
  }
  return all
}

/** The shop with more metrics: for each number one of its name, with words that depend on the text. */
function withMetrics(some: readonly (readonly [number, string])[]): Workspace {
  const [first] = base.metrics.filter(({ name }) => name === 'order_count')
  const more = some.map(([n, words]) => ({
    ...first!,
    ...{ name: `metric_${n}`, code: `c_${n}`, displayName: `${words} ${n}`, description: words },
  }))
  const grants = some.flatMap(([n, words]) =>
    words.includes('order')
      ? [
          {
            ...base.grants.find(({ account }) => account === 'clerk')!,
            resource: { type: 'METRIC' as const, name: `metric_${n}` },
          },
        ]
      : [],
  )
  return { ...base, metrics: [...base.metrics, ...more], grants: [...base.grants, ...grants] }
}

describe('a search after changes of the definitions', () => {
  test('finds what a service that has just started finds', async () => {
    const words = fc.constantFrom('order', 'net count', 'late orders', 'zz', 'count of nets')
    const state = fc.uniqueArray(fc.tuple(fc.nat(9), words), { maxLength: 8, selector: ([n]) => n })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(state, fc.boolean()), { minLength: 1, maxLength: 4 }),
        async (steps) => {
          const trusting = { trustIdentityHeaders: true }
          const platform = await createPlatform({ ...trusting, workspace: base })
          try {
            await found(platform)
            for (const [some, searches] of steps) {
              const workspace = withMetrics(some)
              await platform.apply(workspace)
              if (!searches) continue
              const anew = await createPlatform({ ...trusting, workspace })
              try {
                expect(await found(platform)).toEqual(await found(anew))
              } finally {
                await anew.close()
              }
            }
          } finally {
            await platform.close()
          }
        },
      ),
      { numRuns: 8 },
    )
  })
})
