import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Caller } from '../../../src/model/rights.ts'
import { deleteUserAttributes } from '../../../src/operations/users/delete-user-attributes.ts'
import { saveUserAttributes } from '../../../src/operations/users/save-user-attributes.ts'
import { userAttributes } from '../../../src/operations/users/user-attributes.ts'
import { eachStore } from '../../support/each-store.ts'
import { callerAs, type StoredTenant, tenantOn } from '../../support/tenant-on.ts'

const RUNS = process.env.TRIBUTARY_LONG === undefined ? 4 : 500
const USERS = ['ann', 'joe', 'éva']

/** What a user has, by user; kept as plainly as can be. */
type Model = Map<string, Map<string, string>>

/** The tenant of one run, and its owner. */
interface Real extends StoredTenant {
  readonly owner: Caller
}

const user = fc.constantFrom(...USERS, 'nobody')
const name = fc.constantFrom('a', 'b', 'A', '__proto__', 'ü')
const value = fc.oneof(fc.constantFrom('', '1', "'; drop table account; --"), fc.string())
const identityType = fc.constantFrom('USER_ID', 'USER_ACCOUNT')

const saving = fc
  .record({
    identityType,
    userPropertyRequests: fc.array(
      fc.record({
        identityValue: user,
        properties: fc.array(fc.record({ name, value }), { minLength: 1, maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map((request) =>
    command(`save ${JSON.stringify(request)}`, (tenant, model) => {
      const users = request.userPropertyRequests
      const isKnown = users.every(({ identityValue }) => model.has(identityValue))
      const isStorable = users.every(({ properties }) =>
        properties.every((one) => !one.value.includes('\0') && one.value.isWellFormed()),
      )
      const isDone = isKnown && isStorable
      if (isDone) {
        for (const { identityValue, properties } of users) {
          for (const one of properties) model.get(identityValue)!.set(one.name, one.value)
        }
      }
      return {
        isDone,
        done: () => saveUserAttributes({ ...tenant, caller: tenant.owner }, request),
      }
    }),
  )

const deleting = fc
  .record({
    identityType,
    items: fc.array(
      fc.record({ identityValue: user, propertyNames: fc.array(name, { minLength: 1 }) }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map((request) =>
    command(`delete ${JSON.stringify(request)}`, (tenant, model) => {
      const isDone = request.items.every(({ identityValue }) => model.has(identityValue))
      if (isDone) {
        for (const { identityValue, propertyNames } of request.items) {
          for (const one of propertyNames) model.get(identityValue)!.delete(one)
        }
      }
      return {
        isDone,
        done: () => deleteUserAttributes({ ...tenant, caller: tenant.owner }, request),
      }
    }),
  )

interface Step {
  readonly isDone: boolean
  done(): Promise<true>
}

/** A command that does the same to the model and to the store, then finds both alike. */
function command(
  title: string,
  step: (tenant: Real, model: Model) => Step,
): fc.AsyncCommand<Model, Real> {
  return {
    check: () => true,
    run: async (model, tenant) => {
      const { isDone, done } = step(tenant, model)
      const outcome = await done().catch((error: { code: string }) => error.code)
      if (isDone) expect(outcome).toBe(true)
      else expect(outcome).toMatch(/^PLATFORM_(UNKNOWN_USER|INVALID_REQUEST)$/)
      const query = { identityType: 'USER_ID', identityValues: USERS } as const
      expect(await userAttributes({ ...tenant, caller: tenant.owner }, query)).toEqual(
        USERS.map((identityValue) => ({
          identityValue,
          properties: [...model.get(identityValue)!]
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, kept]) => ({ name: key, value: kept })),
        })),
      )
    },
    toString: () => title,
  }
}

describe('the attributes of users', () => {
  eachStore(({ open }) => {
    test('equal those of a map of maps after any changes', { timeout: 60_000 }, async () => {
      const store = await open()
      let runs = 0
      await fc.assert(
        fc.asyncProperty(fc.commands([saving, deleting], { maxCommands: 12 }), async (commands) => {
          const name = `run${++runs}`
          const tenant = await tenantOn(store, USERS, name)
          const real: Real = { ...tenant, owner: callerAs('OWNER', 'ann', name) }
          const model: Model = new Map(USERS.map((one) => [one, new Map()]))
          await fc.asyncModelRun(() => ({ model, real }), commands)
        }),
        { numRuns: RUNS },
      )
    })
  })
})
