import { describe, expect, test } from 'vitest'
import { moveUserGroup } from '../../../src/operations/users/move-user-group.ts'
import { userGroups } from '../../../src/operations/users/user-groups.ts'
import { openStore } from '../../../src/store/database/open-store.ts'
import { applyGroups, TOP } from '../../../src/store/users/user-groups.ts'
import { eachStore } from '../../support/each-store.ts'
import { callerAs, type StoredTenant, tenantOn } from '../../support/tenant-on.ts'

const OWNER = callerAs('OWNER')

/** The code of each group and of the one above; the id is the code in capitals. */
const TREE: Readonly<Record<string, string | null>> = {
  ops: null,
  east: 'ops',
  north: 'east',
  west: 'ops',
  planning: null,
}

async function withTree(tenant: StoredTenant, tree = TREE, name = 't'): Promise<StoredTenant> {
  const groups = Object.entries(tree).map(([code, parent]) => {
    return { id: code.toUpperCase(), code, displayName: `Group ${code}`, parent }
  })
  await tenant.write((transaction) => applyGroups(transaction, name, groups))
  return tenant
}

/** The tree as text, each group under and behind those it is under and behind. */
async function shown(tenant: StoredTenant, caller = OWNER): Promise<readonly string[]> {
  const { list } = await userGroups({ ...tenant, caller }, { pageNumber: 1, pageSize: 1_000 })
  const depth = new Map([[TOP, 0]])
  return list.map(({ groupId, groupCode, parentGroupId, frontGroupId }) => {
    depth.set(groupId, depth.get(parentGroupId)! + 1)
    const indent = '  '.repeat(depth.get(parentGroupId)!)
    return `${indent}${groupCode}${frontGroupId === null ? '' : ` after ${frontGroupId}`}`
  })
}

const move = (value: string, parentGroupId: string, frontGroupId?: string | null) => ({
  groupIdentityType: 'USER_GROUP_CODE' as const,
  value,
  parentGroupId,
  ...(frontGroupId === undefined ? {} : { frontGroupId }),
})

describe('groups of users', () => {
  eachStore(({ open }) => {
    test('are listed in the order of the tree, each with its previous sibling', async () => {
      const tenant = await withTree(await tenantOn(await open(), []))
      expect(await shown(tenant)).toEqual([
        'ops',
        '  east',
        '    north',
        '  west after EAST',
        'planning after OPS',
      ])
      const { total, list } = await userGroups(
        { ...tenant, caller: OWNER },
        { pageNumber: 1, pageSize: 2 },
      )
      expect(total).toBe(5)
      expect(list).toEqual([
        {
          groupId: 'OPS',
          groupCode: 'ops',
          groupName: 'Group ops',
          parentGroupId: TOP,
          frontGroupId: null,
        },
        {
          groupId: 'EAST',
          groupCode: 'east',
          groupName: 'Group east',
          parentGroupId: 'OPS',
          frontGroupId: null,
        },
      ])
    })

    test('are replaced by another list', async () => {
      const tenant = await withTree(await tenantOn(await open(), []))
      await withTree(tenant, { west: null, ops: 'west' })
      expect(await shown(tenant)).toEqual(['west', '  ops'])
    })

    test.each([
      ['to the front of its parent', move('west', 'ops'), ['  west', '  east after WEST']],
      ['behind a sibling', move('east', 'ops', 'west'), ['  west', '  east after WEST']],
      ['where it is already', move('west', 'ops', 'east'), ['  east', '  west after EAST']],
    ])('move %s', async (_where, request, children) => {
      const tenant = await withTree(await tenantOn(await open(), []))
      expect(await moveUserGroup({ ...tenant, caller: OWNER }, request)).toBe(true)
      expect((await shown(tenant)).filter((line) => /^ {2}\w/.test(line))).toEqual(children)
    })

    test('move with all below them, to the top and back, by id', async () => {
      const tenant = await withTree(await tenantOn(await open(), []))
      const byId = { groupIdentityType: 'USER_GROUP_ID' } as const
      const toTop = { ...byId, value: 'EAST', parentGroupId: TOP, frontGroupId: 'OPS' }
      await moveUserGroup({ ...tenant, caller: OWNER }, toTop)
      expect(await shown(tenant)).toEqual([
        'ops',
        '  west',
        'east after OPS',
        '  north',
        'planning after EAST',
      ])
      await moveUserGroup(
        { ...tenant, caller: OWNER },
        { ...byId, value: 'OPS', parentGroupId: 'NORTH' },
      )
      expect(await shown(tenant)).toEqual([
        'east',
        '  north',
        '    ops',
        '      west',
        'planning after EAST',
      ])
    })

    test.each([
      ['an unknown group', move('none', 'ops'), 'PLATFORM_UNKNOWN_GROUP', 'value'],
      ['the id where codes are asked', move('OPS', 'west'), 'PLATFORM_UNKNOWN_GROUP', 'value'],
      ['an unknown parent', move('ops', 'none'), 'PLATFORM_UNKNOWN_GROUP', 'parentGroupId'],
      ['an unknown front', move('east', 'ops', 'none'), 'PLATFORM_UNKNOWN_GROUP', 'frontGroupId'],
      ['itself as parent', move('ops', 'ops'), 'PLATFORM_GROUP_CONFLICT', 'parentGroupId'],
      ['a child as parent', move('ops', 'north'), 'PLATFORM_GROUP_CONFLICT', 'parentGroupId'],
      ['itself as front', move('east', 'ops', 'east'), 'PLATFORM_GROUP_CONFLICT', 'frontGroupId'],
      [
        'a front elsewhere',
        move('west', 'ops', 'north'),
        'PLATFORM_GROUP_CONFLICT',
        'frontGroupId',
      ],
      ['the top as group', move(TOP, 'ops'), 'PLATFORM_UNKNOWN_GROUP', 'value'],
      ['the top as front', move('ops', TOP, TOP), 'PLATFORM_UNKNOWN_GROUP', 'frontGroupId'],
      ['text that is none', move('ops\0', TOP), 'PLATFORM_INVALID_REQUEST', 'value'],
    ])('refuse %s, and stay', async (_what, request, code, path) => {
      const tenant = await withTree(await tenantOn(await open(), []))
      const before = await shown(tenant)
      await expect(moveUserGroup({ ...tenant, caller: OWNER }, request)).rejects.toMatchObject({
        code,
        details: { path },
      })
      expect(await shown(tenant)).toEqual(before)
    })

    test('belong to one tenant', async () => {
      const store = await open()
      const one = await withTree(await tenantOn(store, [], 'one'), TREE, 'one')
      const two = await withTree(await tenantOn(store, [], 'two'), { ops: null }, 'two')
      const ofTwo = callerAs('OWNER', 'ann', 'two')
      await expect(moveUserGroup({ ...two, caller: ofTwo }, move('east', TOP))).rejects.toThrow(
        'east',
      )
      expect(await shown(two, ofTwo)).toEqual(['ops'])
      expect(await shown(one, callerAs('OWNER', 'ann', 'one'))).toHaveLength(5)
    })

    test('stay a tree when two are moved under one another at once', async () => {
      const tenant = await withTree(await tenantOn(await open(), []))
      const outcomes = await Promise.allSettled([
        moveUserGroup({ ...tenant, caller: OWNER }, move('ops', 'planning')),
        moveUserGroup({ ...tenant, caller: OWNER }, move('planning', 'ops')),
      ])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await shown(tenant)).toHaveLength(5)
    })
  })

  test('are listed by a USAGER, who may not move them', async () => {
    const store = await openStore(undefined)
    const tenant = await withTree(await tenantOn(store, []))
    const usager = callerAs('USAGER')
    expect(await shown(tenant, usager)).toHaveLength(5)
    await expect(
      moveUserGroup({ ...tenant, caller: usager }, move('west', 'ops')),
    ).rejects.toMatchObject({
      code: 'ACCESS_FORBIDDEN',
    })
    await store.destroy()
  })
})
