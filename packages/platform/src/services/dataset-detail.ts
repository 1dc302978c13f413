import { type DatasetDefinition, fileGuid } from '@tributary/catalog'
import type { Caller } from '../access/caller.ts'
import { RIGHTS } from '../access/roles.ts'
import { definitionStamp } from '../store/definition-stamp.ts'
import { isReadable, type Tenant } from '../tenant.ts'
import { datasetColumns } from './dataset-columns.ts'
import type { DatasetData, SourceInfoData, UserPrivilegeData } from './dataset-data.ts'
import { relationsFrom, relationsTo } from './dataset-relations.ts'

/** E19: one dataset, with what the caller may do with it. */
export async function datasetDetail(
  tenant: Tenant,
  caller: Caller,
  name: string,
): Promise<DatasetData> {
  const { catalog } = tenant
  const dataset = catalog.dataset(name.trim(), 'name')
  const stamp = await definitionStamp(tenant.store, caller.tenant, 'dataset', dataset.name)
  const defColumns = datasetColumns(catalog, dataset)
  const relations = relationsFrom(catalog, dataset)
  const relationFroms = relationsTo(catalog, dataset)
  const related = new Set([
    ...relations.map(({ dstDatasetName }) => dstDatasetName),
    ...relationFroms.map(({ srcDatasetName }) => srcDatasetName),
  ])
  return {
    name: dataset.name,
    displayName: dataset.displayName,
    description: dataset.description,
    version: stamp.version,
    isPublished: true,
    hasDraft: false,
    sourceInfo: sourceInfo(tenant, dataset),
    columns: defColumns.filter(({ isHidden }) => !isHidden),
    defColumns,
    relations,
    relationFroms,
    filter: '',
    filterExpr: null,
    layout: {},
    resourceId: dataset.name,
    userPrivilegeResultDTO: privilege(caller, dataset),
    createTime: stamp.createTime,
    updateTime: stamp.updateTime,
    userId: null,
    partitionMapping: null,
    available: (await isReadable(tenant, dataset)) ? 0 : 1,
    mutationApprovalPendingOperation: 'NONE',
    relatedDatasetCount: related.size,
    status: 'ONLINE',
    tags: dataset.tags,
    datasetMode: 'STANDARD',
    identifierColumn: null,
    parentDatasetName: null,
    identifierValue: '',
    identifierValues: null,
    owner: ownerOf(tenant, dataset),
  }
}

function sourceInfo({ catalog }: Tenant, dataset: DatasetDefinition): SourceInfoData {
  const guid = fileGuid(dataset.source.datasource, dataset.source.file)
  return {
    content: guid,
    type: dataset.source.type,
    datasourceItems: [
      {
        id: dataset.source.datasource,
        name:
          catalog.datasources.byName(dataset.source.datasource)?.displayName ??
          dataset.source.datasource,
        queryEngineType: 'DUCKDB',
      },
    ],
    id: guid,
    name: dataset.source.file,
    displayName: dataset.source.file,
    description: '',
    columns: dataset.columns.map((column) => ({
      name: column.sourceColumn,
      displayName: column.displayName,
      description: column.description,
      originDataType: column.originDataType,
      isPartition: false,
      isFirstPartition: false,
    })),
    catalogs: [dataset.source.datasource],
    resourceType: dataset.source.type,
    resourceId: guid,
  }
}

function privilege(caller: Caller, { name }: DatasetDefinition): UserPrivilegeData {
  const { grantable, ...may } = RIGHTS[caller.role]
  return {
    resourceDTO: { resourceType: 'DATASET', resourceId: name, resourceName: name },
    cloudAccount: caller.account,
    accountType: 'USER',
    authorityRole: caller.role,
    grantTime: null,
    expiredTime: null,
    authoritySource: 'DIRECT',
    canCreateResources: may.canEdit ? ['DIMENSION', 'METRIC'] : [],
    ...may,
    authRoleList: grantable,
    resourceType: 'DATASET',
    resourceId: name,
  }
}

/** The dataset's owner, else the tenant's first owner. */
function ownerOf({ catalog }: Tenant, { owner }: DatasetDefinition): DatasetData['owner'] {
  const { accounts } = catalog.workspace
  const account =
    accounts.find((one) => one.account === owner) ?? accounts.find(({ role }) => role === 'OWNER')
  return { userId: account?.account ?? owner ?? '', nickname: account?.displayName ?? owner ?? '' }
}
