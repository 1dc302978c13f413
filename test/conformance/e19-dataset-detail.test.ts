import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServedFlights, serveFlights } from '../support/flights.ts'
import { expectFields } from './support/fields.ts'

let flights: ServedFlights
// biome-ignore lint/suspicious/noExplicitAny: the tests look into what came back
let data: any
beforeAll(async () => {
  flights = await serveFlights()
  data = (await flights.ask('/api/v1/dataset/info?name=flights')).body.data
})
afterAll(() => flights.close())

const BOOLEANS = ['canEdit', 'canDelete', 'canUsage', 'canAuth', 'canTransfer']

describe('E19', () => {
  test('answers every field of §2.11', () => {
    expectFields(data, {
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
    expectFields(data.owner, { userId: 'string', nickname: 'string' })
    expect(data).toMatchObject({ available: 0, status: 'ONLINE', datasetMode: 'STANDARD' })
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
    for (const item of data.sourceInfo.datasourceItems) {
      expectFields(item, { id: 'string', name: 'string', queryEngineType: 'string' })
    }
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

  test('answers the columns', () => {
    expect(data.defColumns).toHaveLength(5)
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
      expect(column.expr).toBe(`['flights'/'${column.name}']`)
    }
    const origin = data.columns.find(({ name }: { name: string }) => name === 'origin')
    expectFields(origin.dimension, {
      name: 'string',
      displayName: 'string',
      ownerId: 'string|null',
      originalDataType: 'string',
    })
  })

  test('answers relations from the N side and from the 1 side', async () => {
    expect(data.relationFroms).toEqual([])
    for (const relation of data.relations) {
      expectFields(relation, {
        type: 'string',
        srcDatasetName: 'string',
        dstDatasetName: 'string',
        relationConditions: 'array',
        relationName: 'string',
        relationDisplayName: 'string',
        filters: 'array',
        srcDatasetDisplayName: 'string',
        dstDatasetDisplayName: 'string',
        constraintSetting: 'object|null',
      })
      expect(relation).toMatchObject({ type: 'MANY_TO_ONE', srcDatasetName: 'flights' })
    }
    const { body } = await flights.ask('/api/v1/dataset/info?name=airports')
    expect(body.data.relations).toEqual([])
    expect(body.data.relationFroms).toHaveLength(2)
    for (const relation of body.data.relationFroms) {
      expectFields(relation, {
        id: 'integer',
        type: 'string',
        srcDatasetName: 'string',
        dstDatasetName: 'string',
        relationConditions: 'array',
      })
      expectFields(relation.relationConditions[0], { srcExpr: 'string', dstExpr: 'string' })
    }
  })

  test('answers what the caller may do', () => {
    expectFields(data.userPrivilegeResultDTO, {
      resourceDTO: 'object',
      cloudAccount: 'string',
      accountType: 'string',
      authorityRole: 'string',
      grantTime: 'integer|null',
      expiredTime: 'integer|null',
      authoritySource: 'string',
      canCreateResources: 'array',
      ...Object.fromEntries(BOOLEANS.map((name) => [name, 'boolean'])),
      authRoleList: 'array',
      resourceType: 'string',
      resourceId: 'string',
    })
    expect(data.userPrivilegeResultDTO).toMatchObject({
      accountType: 'USER',
      authorityRole: 'OWNER',
      resourceType: 'DATASET',
    })
  })

  test('takes a name of at most 128 characters', async () => {
    const ask = (name: string) => flights.ask(`/api/v1/dataset/info?name=${name}`)
    expect((await ask('x'.repeat(128))).status).toBe(404)
    expect((await ask('x'.repeat(129))).status).toBe(400)
    expect((await ask('')).status).toBe(400)
    expect((await flights.ask('/api/v1/dataset/info')).status).toBe(400)
  })
})
