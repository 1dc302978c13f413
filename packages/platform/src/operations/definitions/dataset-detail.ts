import type { DatasetDefinition, ResourceRef } from '@tributary/catalog'
import { sourceGuid, sourceName } from '@tributary/catalog/internal'
import type {
  DatasetData,
  PartitionMappingData,
  RequestOf,
  SourceInfoData,
  UserPrivilegeData,
} from '@tributary/contract'
import { RIGHTS } from '../../model/rights.ts'
import { readDefinitionStamp } from '../../store/definitions/read-definitions.ts'
import type { Session } from '../../tenant/session.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import { datasetColumns, relationsFrom, relationsTo } from './dataset-columns.ts'

/** One dataset, with the rights of the caller to it. */
export async function datasetDetail(
  session: Session,
  { name }: RequestOf<'datasetDetail'>,
): Promise<DatasetData> {
  const { caller, catalog, store } = session
  const dataset = catalog.dataset(name.trim(), 'name')
  const resource = { type: 'DATASET', name: dataset.name } as const
  const stamp = await readDefinitionStamp(store, caller.tenant, 'dataset', dataset.name)
  const defColumns = datasetColumns(catalog, dataset)
  const relations = relationsFrom(catalog, dataset)
  const relationFroms = relationsTo(catalog, dataset)
  const { wholeCatalog: fullCatalog } = session
  const all = [...relationsFrom(fullCatalog, dataset), ...relationsTo(fullCatalog, dataset)]
  const hidden = all.length - relations.length - relationFroms.length
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
    sourceInfo: toSourceInfo(session, dataset),
    columns: defColumns.filter(({ isHidden }) => !isHidden),
    defColumns,
    relations,
    relationFroms,
    filter: '',
    filterExpr: dataset.filter,
    layout: dataset.layout,
    resourceId: dataset.name,
    userPrivilegeResultDTO: toPrivilege(session, resource),
    createTime: stamp.createTime,
    updateTime: stamp.updateTime,
    userId: null,
    partitionMapping: toPartitionMapping(dataset),
    available: (await session.sources.isReadable(dataset)) ? 0 : 1,
    mutationApprovalPendingOperation: 'NONE',
    relatedDatasetCount: related.size,
    ...(hidden > 0 && { hidden }),
    status: 'ONLINE',
    tags: dataset.tags,
    datasetMode: 'STANDARD',
    identifierColumn: null,
    parentDatasetName: null,
    identifierValue: '',
    identifierValues: null,
    owner: findDatasetOwner(session, dataset),
  }
}

function toPartitionMapping({ partition }: DatasetDefinition): PartitionMappingData | null {
  if (partition === null) return null
  const { column, sourceTable, sourceColumn, grain, columns } = partition
  return {
    partitionColumnName: column,
    ...(sourceTable !== null && { sourceTableGuid: sourceTable }),
    ...(sourceColumn !== null && { sourceColumnName: sourceColumn }),
    ...(grain !== null && { dateGranularity: grain }),
    ...(columns.length > 0 && {
      columnPartitionMappings: columns.map(({ column: columnName, interval, sign }) => {
        return { columnName, interval, sign }
      }),
    }),
  }
}

function toSourceInfo({ catalog }: Tenant, dataset: DatasetDefinition): SourceInfoData {
  const { source } = dataset
  const guid = sourceGuid(source)
  const datasource = catalog.datasources.byName(source.datasource)
  const isFile = source.type === 'FILE'
  return {
    content: guid,
    type: source.type,
    datasourceItems: [
      {
        id: source.datasource,
        name: datasource?.displayName ?? source.datasource,
        queryEngineType: isFile ? 'DUCKDB' : (datasource?.type ?? ''),
      },
    ],
    id: guid,
    name: sourceName(source),
    displayName: sourceName(source),
    description: '',
    columns: dataset.columns.map((column) => ({
      name: column.sourceColumn,
      displayName: column.displayName,
      description: column.description,
      originDataType: column.originDataType,
      isPartition: dataset.partition?.column === column.name,
      isFirstPartition: dataset.partition?.column === column.name,
    })),
    catalogs: isFile ? [source.datasource] : [source.database, source.schema],
    resourceType: source.type,
    resourceId: guid,
  }
}

function toPrivilege(
  { access, caller }: Session,
  resource: ResourceRef & { readonly type: 'DATASET' },
): UserPrivilegeData {
  const entry = access.entry(resource)
  if (entry === null) throw new TypeError('A dataset is shown to somebody who has no right to it')
  const { grantable, ...may } = RIGHTS[entry.role]
  const { type: resourceType, name } = resource
  return {
    resourceDTO: { resourceType, resourceId: name, resourceName: name },
    cloudAccount: caller.account,
    accountType: 'USER',
    authorityRole: entry.role,
    grantTime: entry.granted,
    expiredTime: entry.expires,
    authoritySource: entry.source,
    canCreateResources: may.canEdit ? ['DIMENSION', 'METRIC'] : [],
    ...may,
    authRoleList: grantable,
    resourceType,
    resourceId: name,
  }
}

/** The dataset's owner, else the tenant's first owner. */
function findDatasetOwner({ catalog }: Tenant, { owner }: DatasetDefinition): DatasetData['owner'] {
  const { accounts } = catalog.workspace
  const account =
    accounts.find((candidate) => candidate.account === owner) ??
    accounts.find(({ role }) => role === 'OWNER')
  return { userId: account?.account ?? owner ?? '', nickname: account?.displayName ?? owner ?? '' }
}
