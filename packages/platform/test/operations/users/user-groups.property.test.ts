import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Caller } from '../../../src/model/rights.ts'
import { moveUserGroup } from '../../../src/operations/users/move-user-group.ts'
import { userGroups } from '../../../src/operations/users/user-groups.ts'
import { applyGroups, TOP } from '../../../src/store/users/user-groups.ts'
import { eachStore } from '../../support/each-store.ts'
import { callerAs, type StoredTenant, tenantOn } from '../../support/tenant-on.ts'

const RUNS = process.env.TRIBUTARY_LONG === undefined ? 4 : 500

/** A node of the model: a tree as nested lists. */
interface Node {
  readonly code: string
  readonly children: Node[]
}

/** The tenant of one run, and its owner. */
interface Real extends StoredTenant {
  readonly owner: Caller
}

const idOf = (code: string): string => (code === TOP ? TOP : `id of ${code}`)

function find(node: Node, code: string): Node | undefined {
  if (node.code === code) return node
  for (const child of node.children) {
    const found = find(child, code)
    if (found !== undefined) return found
  }
  return undefined
}

function parentOf(node: Node, code: string): Node | undefined {
  if (node.children.some((child) => child.code === code)) return node
  return node.children.map((child) => parentOf(child, code)).find((one) => one !== undefined)
}

/** Moves in the model; false when the move makes no sense. */
function moveIn(top: Node, group: string, parent: string, front: string | null): boolean {
  const node = find(top, group)
  const under = find(top, parent)
  if (group === TOP || node === undefined || under === undefined) return false
  if (find(node, parent) !== undefined) return false
  if (front !== null) {
    if (front === group || !under.children.some(({ code }) => code === front)) return false
  }
  const from = parentOf(top, group)!.children
  from.splice(from.indexOf(node), 1)
  const at = front === null ? 0 : under.children.findIndex(({ code }) => code === front) + 1
  under.children.splice(at, 0, node)
  return true
}

/** The model as E20 lists it. */
function listed({ code: parent, children }: Node): readonly object[] {
  return children.flatMap((child, i) => [
    {
      groupId: idOf(child.code),
      groupCode: child.code,
      groupName: child.code,
      parentGroupId: idOf(parent),
      frontGroupId: i === 0 ? null : idOf(children[i - 1]!.code),
    },
    ...listed(child),
  ])
}

const CODES = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const code = fc.constantFrom(...CODES, TOP, 'none')

interface Move {
  readonly value: string
  readonly parent: string
  readonly front: string | null
  readonly byCode: boolean
}

function moving({ value, parent, front, byCode }: Move): fc.AsyncCommand<Node, Real> {
  return {
    check: () => true,
    run: async (model, tenant) => {
      const isDone = moveIn(model, value, parent, front)
      const as = byCode ? (one: string) => one : idOf
      const outcome = await moveUserGroup(
        { ...tenant, caller: tenant.owner },
        {
          groupIdentityType: byCode ? 'USER_GROUP_CODE' : 'USER_GROUP_ID',
          value: as(value),
          parentGroupId: as(parent),
          frontGroupId: front === null ? null : as(front),
        },
      ).catch((error: { code: string }) => error.code)
      if (isDone) expect(outcome).toBe(true)
      else expect(outcome).toMatch(/^PLATFORM_(UNKNOWN_GROUP|GROUP_CONFLICT)$/)
      const { list } = await userGroups(
        { ...tenant, caller: tenant.owner },
        { pageNumber: 1, pageSize: 100 },
      )
      expect(list).toEqual(listed(model))
    },
    toString: () => `${value} under ${parent} after ${front}`,
  }
}

const moves = fc
  .record({
    value: code,
    parent: code,
    front: fc.option(code),
    byCode: fc.boolean(),
  })
  .map(moving)

/** A tree: each group is under one that stands before it, or at the top. */
const trees = fc
  .tuple(...CODES.map((_, i) => fc.constantFrom(TOP, ...CODES.slice(0, i))))
  .map((parents) => CODES.map((one, i) => ({ code: one, parent: parents[i]! })))

describe('groups of users', () => {
  eachStore(({ open }) => {
    test('move as in nested lists', { timeout: 60_000 }, async () => {
      const store = await open()
      let runs = 0
      await fc.assert(
        fc.asyncProperty(trees, fc.commands([moves], { maxCommands: 20 }), async (tree, all) => {
          const name = `run${++runs}`
          const tenant = await tenantOn(store, [], name)
          const real: Real = { ...tenant, owner: callerAs('OWNER', 'ann', name) }
          const groups = tree.map(({ code: own, parent }) => {
            return {
              id: idOf(own),
              code: own,
              displayName: own,
              parent: parent === TOP ? null : parent,
            }
          })
          await tenant.write((transaction) => applyGroups(transaction, name, groups))
          const model: Node = { code: TOP, children: [] }
          for (const { code: own, parent } of tree) {
            find(model, parent)!.children.push({ code: own, children: [] })
          }
          await fc.asyncModelRun(() => ({ model, real }), all)
        }),
        { numRuns: RUNS },
      )
    })
  })
})
