import { beforeAll, describe, expect, test } from 'vitest'
import { expectFields } from './support/fields.ts'
import { dataOf, expectRefusal } from './support/refusals.ts'
import { onEachStore } from './support/shop.ts'

const INFO = 'dataset/info'

onEachStore((shop) => {
  describe('datasetDetail', () => {
    // biome-ignore lint/suspicious/noExplicitAny: the tests look into what came back
    let data: any
    // biome-ignore lint/suspicious/noExplicitAny: the tests look into what came back
    let branches: any
    beforeAll(async () => {
      data = dataOf(await shop.ask(`${INFO}?name=orders`))
      branches = dataOf(await shop.ask(`${INFO}?name=branches`))
    })

    test('answers every field of a dataset', () => {
      for (const dataset of [data, branches]) {
        expectFields(dataset, {
          name: 'string',
          displayName: 'string',
          description: 'string',
          version: 'integer',
          isPublished: 'boolean',
          hasDraft: 'boolean',
          sourceInfo: 'object',
          columns: 'array',
          defColumns: 'array',
          relations: 'array',
          relationFroms: 'array',
          filter: 'string',
          filterExpr: 'string|null',
          layout: 'object',
          resourceId: 'string',
          userPrivilegeResultDTO: 'object',
          createTime: 'integer',
          updateTime: 'integer',
          userId: 'null',
          partitionMapping: 'object|null',
          available: 'integer',
          mutationApprovalPendingOperation: 'string',
          relatedDatasetCount: 'integer|null',
          status: 'string',
          tags: 'array',
          datasetMode: 'string',
          identifierColumn: 'string|null',
          parentDatasetName: 'string|null',
          identifierValue: 'string',
          identifierValues: 'array|null',
          owner: 'object',
        })
      }
      expect(data).toMatchObject({
        name: 'orders',
        version: 1,
        isPublished: true,
        hasDraft: false,
        available: 0,
        mutationApprovalPendingOperation: 'NONE',
        relatedDatasetCount: 1,
        status: 'ONLINE',
        tags: ['sales', 'daily'],
        datasetMode: 'STANDARD',
        resourceId: 'orders',
      })
    })

    test('has the times of creation and change in milliseconds', () => {
      expect(Math.abs(Date.now() - data.createTime)).toBeLessThan(3_600_000)
      expect(data.updateTime).toBe(data.createTime)
    })

    test('answers the owner: the one of the dataset, else of the tenant', () => {
      expect(data.owner).toEqual({ userId: 'max', nickname: 'Max' })
      expect(branches.owner).toEqual({ userId: 'ann', nickname: 'Ann' })
    })

    test('answers the filter of the dataset, or null', () => {
      expect(data.filterExpr).toBe('[shop] <> "test"')
      expect(branches.filterExpr).toBeNull()
    })

    test('passes the layout through', () => {
      expect(data.layout).toEqual({ open: ['amount'], width: 3 })
      expect(branches.layout).toEqual({})
    })

    test('answers the partition mapping, or null', () => {
      expect(data.partitionMapping).toEqual({
        partitionColumnName: 'day',
        sourceTableGuid: 'lake.sales.orders',
        sourceColumnName: 'dt',
        dateGranularity: 'DAY',
        columnPartitionMappings: [{ columnName: 'amount', interval: 2, sign: 'NEGATIVE' }],
      })
      expect(branches.partitionMapping).toBeNull()
    })

    test('answers the source', () => {
      expectFields(data.sourceInfo, {
        content: 'string',
        type: 'string',
        datasourceItems: 'array',
        id: 'string',
        name: 'string',
        displayName: 'string',
        description: 'string',
        columns: 'array',
        catalogs: 'array',
        resourceType: 'string',
        resourceId: 'string',
      })
      expect(data.sourceInfo.datasourceItems).toEqual([
        { id: 'local', name: 'local', queryEngineType: 'DUCKDB' },
      ])
      for (const column of data.sourceInfo.columns) {
        expectFields(column, {
          name: 'string',
          displayName: 'string',
          description: 'string',
          originDataType: 'string',
          isPartition: 'boolean',
          isFirstPartition: 'boolean',
        })
      }
    })

    test('answers all columns in defColumns, and without the hidden ones in columns', () => {
      const names = (columns: readonly { name: string }[]) => columns.map(({ name }) => name)
      expect(names(data.defColumns)).toEqual(['day', 'shop', 'amount'])
      expect(names(data.columns)).toEqual(['day', 'amount'])
    })

    test('answers each column with every field', () => {
      for (const column of data.defColumns) {
        expectFields(column, {
          name: 'string',
          displayName: 'string',
          description: 'string',
          type: 'string',
          isHidden: 'boolean',
          originDataType: 'string',
          isPartition: 'boolean|null',
          isFirstPartition: 'boolean',
          isPrimaryKey: 'boolean',
          sourceColumn: 'string',
          ast: 'object',
          expr: 'string',
          dimension: 'object|null',
        })
        expect(['DIMENSION', 'MEASURE']).toContain(column.type)
        expect(column.expr).toBe(`['orders'/'${column.name}']`)
        expect(Object.keys(column.ast)).toEqual(
          expect.arrayContaining(['extType', 'type', 'path', 'op', 'args', 'val', 'x', 'y']),
        )
        expect(Object.keys(column.ast)).toEqual(
          expect.arrayContaining(['formula', 'partitionList', 'orderList', 'isDesc', 'position']),
        )
      }
      const [day, branch] = data.defColumns
      expect(day).toMatchObject({
        displayName: 'Day of order',
        originDataType: 'DATE',
        isPartition: true,
        isFirstPartition: true,
        isHidden: false,
        sourceColumn: 'day',
      })
      expect(branch).toMatchObject({
        description: 'Who sold it.',
        type: 'DIMENSION',
        isHidden: true,
        isPartition: false,
        dimension: {
          name: 'shop',
          displayName: 'Branch',
          ownerId: 'max',
          originalDataType: 'VARCHAR',
        },
      })
      expect(branches.defColumns[0]).toMatchObject({ isPrimaryKey: true, isPartition: null })
    })

    test('answers relations from the N side', () => {
      expect(data.relations).toEqual([
        {
          type: 'MANY_TO_ONE',
          srcDatasetName: 'orders',
          dstDatasetName: 'branches',
          relationConditions: [{ srcExpr: "['orders'/'shop']", dstExpr: "['branches'/'id']" }],
          relationName: 'order_branch',
          relationDisplayName: 'Branch',
          filters: [],
          srcDatasetDisplayName: 'orders',
          dstDatasetDisplayName: 'Branches',
          constraintSetting: null,
        },
      ])
      expect(data.relationFroms).toEqual([])
    })

    test('answers relations from the 1 side', () => {
      expect(branches.relations).toEqual([])
      expect(branches.relationFroms).toEqual([
        {
          id: 1,
          type: 'MANY_TO_ONE',
          srcDatasetName: 'orders',
          dstDatasetName: 'branches',
          relationConditions: [{ srcExpr: "['orders'/'shop']", dstExpr: "['branches'/'id']" }],
        },
      ])
    })

    describe('userPrivilegeResultDTO', () => {
      const OF_OWNER = {
        authorityRole: 'OWNER',
        authoritySource: 'EXTEND',
        expiredTime: null,
        canEdit: true,
        canDelete: true,
        canUsage: true,
        canAuth: true,
        canTransfer: true,
        authRoleList: ['OWNER', 'ADMIN', 'USAGER'],
      }
      const OF_ADMIN = {
        ...OF_OWNER,
        authorityRole: 'ADMIN',
        canTransfer: false,
        authRoleList: ['ADMIN', 'USAGER'],
      }
      const OF_USAGER = {
        ...OF_OWNER,
        authorityRole: 'USAGER',
        canEdit: false,
        canDelete: false,
        canAuth: false,
        canTransfer: false,
        authRoleList: [],
        canCreateResources: [],
      }

      test.each([
        ['ann', OF_OWNER],
        ['max', OF_ADMIN],
        ['joe', OF_USAGER],
        [
          'eve',
          {
            ...OF_ADMIN,
            authoritySource: 'DIRECT',
            expiredTime: Date.parse('2999-01-01T00:00:00Z'),
          },
        ],
      ])('is what %s may do', async (account, expected) => {
        const answer = await shop.ask(`${INFO}?name=branches`, undefined, account)
        const { userPrivilegeResultDTO: privilege } = dataOf(answer)
        expectFields(privilege, {
          resourceDTO: 'object',
          cloudAccount: 'string',
          accountType: 'string',
          authorityRole: 'string',
          grantTime: 'integer|null',
          expiredTime: 'integer|null',
          authoritySource: 'string',
          canCreateResources: 'array',
          canEdit: 'boolean',
          canDelete: 'boolean',
          canUsage: 'boolean',
          canAuth: 'boolean',
          canTransfer: 'boolean',
          authRoleList: 'array',
          resourceType: 'string',
          resourceId: 'string',
        })
        expectFields(privilege.resourceDTO, {
          resourceType: 'string',
          resourceId: 'string',
          'resourceName?': 'string',
        })
        expect(privilege).toMatchObject({
          ...expected,
          cloudAccount: account,
          accountType: 'USER',
          resourceType: 'DATASET',
          resourceId: 'branches',
        })
      })
    })

    test('is for those who may use the dataset, and tells them of no other', async () => {
      expectRefusal(await shop.ask(`${INFO}?name=orders`, undefined, 'eve'), {
        status: 404,
        code: 'CATALOG_UNKNOWN_DATASET',
      })
      const seen = dataOf(await shop.ask(`${INFO}?name=branches`, undefined, 'eve'))
      expect(seen).toMatchObject({ relationFroms: [], relatedDatasetCount: 0, hidden: 1 })
    })

    test('takes a name of at most 128 characters, trimmed', async () => {
      const ask = (name: string) => shop.ask(`${INFO}?name=${encodeURIComponent(name)}`)
      expect(dataOf(await ask('  orders ')).name).toBe('orders')
      expectRefusal(await ask('x'.repeat(128)), { status: 404, code: 'CATALOG_UNKNOWN_DATASET' })
      expectRefusal(await ask('x'.repeat(129)), { status: 400, path: 'name' })
      expectRefusal(await ask(''), { status: 400, path: 'name' })
      expectRefusal(await ask("' or 1=1 --"), { status: 404 })
      expectRefusal(await shop.ask(INFO), { status: 400, path: 'name' })
    })

    test('keeps version and times over a restart', async () => {
      await shop.restart()
      const again = dataOf(await shop.ask(`${INFO}?name=orders`))
      expect(again).toEqual(data)
    })
  })
})
