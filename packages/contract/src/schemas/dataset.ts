import { Type } from 'typebox'
import {
  createMap,
  flag,
  integer,
  list,
  nullable,
  object,
  objects,
  shortText,
  text,
  texts,
  type ValueOf,
} from './schema.ts'

/** Query of `datasetDetail`. */
export const datasetNameQuery = Type.Object({
  name: shortText(128, 'Name of the dataset.'),
})

const moment = (description: string) =>
  Type.Integer({ description: `${description}, ms since 1970.` })

const sourceInfo = object('Where the rows come from.', {
  content: text('Full path of the data.'),
  type: text('Kind of source, such as `TABLE` or `FILE`.'),
  datasourceItems: objects('Data sources that hold it.', {
    id: text('Id of the data source.'),
    name: text('Name of the data source.'),
    queryEngineType: text('Engine that reads it.'),
  }),
  id: text('Id of the source.'),
  name: text('Name of the source.'),
  displayName: text('Name for people.'),
  description: text('What it holds.'),
  columns: objects('Columns of the source.', {
    name: text('Column name.'),
    displayName: text('Name for people.'),
    description: text('What it holds.'),
    originDataType: text('Type in the source.'),
    isPartition: flag('Whether the source is partitioned by it.'),
    isFirstPartition: flag('Whether it is the first partition column.'),
  }),
  catalogs: texts('Path of catalogs that leads to it.'),
  resourceType: text('Resource type for permissions.'),
  resourceId: text('Resource id for permissions.'),
})

const column = Type.Object({
  name: text('Column name.'),
  displayName: text('Name for people.'),
  description: text('What it holds.'),
  type: Type.Union([Type.Literal('DIMENSION'), Type.Literal('MEASURE')], {
    description: 'Whether the column is grouped by or aggregated.',
  }),
  isHidden: flag('Whether it is left out of `columns`.'),
  originDataType: text('Type of its values.'),
  isPartition: nullable(flag('Whether the source is partitioned by it.')),
  isFirstPartition: flag('Whether it is the first partition column.'),
  isPrimaryKey: flag('Whether it is the primary key.'),
  sourceColumn: text('Column of the source it is read from.'),
  ast: createMap(Type.Unknown(), { description: 'Its expression as a tree.' }),
  expr: text("Its expression, `['dataset'/'column']`."),
  dimension: nullable(
    object('The dimension made of it.', {
      name: text('Dimension name.'),
      displayName: text('Name for people.'),
      ownerId: nullable(text('User id of its owner.')),
      originalDataType: text('Type of its values.'),
    }),
  ),
})

const conditions = objects('Join conditions: all pairs are equal.', {
  srcExpr: text('Expression on the N side.'),
  dstExpr: text('Expression on the 1 side.'),
})

const relation = Type.Object({
  type: text('Cardinality, such as `MANY_TO_ONE`.'),
  srcDatasetName: text('This dataset.'),
  dstDatasetName: text('The other dataset.'),
  relationConditions: conditions,
  relationName: text('Name of the relation.'),
  relationDisplayName: text('Name for people.'),
  filters: texts('Conditions on the relation.'),
  srcDatasetDisplayName: text('This dataset, for people.'),
  dstDatasetDisplayName: text('The other dataset, for people.'),
  constraintSetting: nullable(createMap(Type.Unknown(), { description: 'Constraint settings.' })),
})

const relationFrom = Type.Object({
  id: integer('Number of the relation.'),
  type: text('Cardinality, such as `MANY_TO_ONE`.'),
  srcDatasetName: text('The other dataset.'),
  dstDatasetName: text('This dataset.'),
  relationConditions: conditions,
})

const privileges = object('What the caller may do with the dataset.', {
  resourceDTO: object('The dataset as a resource.', {
    resourceType: text('Resource type.'),
    resourceId: text('Resource id.'),
    resourceName: Type.Optional(text('Resource name.')),
  }),
  cloudAccount: text('Account of the caller.'),
  accountType: Type.Literal('USER', { description: 'Always `USER`.' }),
  authorityRole: text('Role of the caller.'),
  grantTime: nullable(moment('When the role was given')),
  expiredTime: nullable(moment('When the role ends')),
  authoritySource: text('Where the role comes from.'),
  canCreateResources: texts('Kinds of resource the caller may create.'),
  canEdit: flag('Whether the caller may change it.'),
  canDelete: flag('Whether the caller may delete it.'),
  canUsage: flag('Whether the caller may query it.'),
  canAuth: flag('Whether the caller may give rights to it.'),
  canTransfer: flag('Whether the caller may pass on ownership.'),
  authRoleList: texts('Roles the caller may give.'),
  resourceType: Type.Literal('DATASET', { description: 'Always `DATASET`.' }),
  resourceId: text('Resource id.'),
})

const partitionMapping = object('How the rows are partitioned; null when not known.', {
  partitionColumnName: text('The column of the dataset.'),
  sourceTableGuid: Type.Optional(text('The partitioned table.')),
  sourceColumnName: Type.Optional(text('The column of that table.')),
  dateGranularity: Type.Optional(text('Length of a partition, such as `DAY`.')),
  columnPartitionMappings: Type.Optional(
    objects('Columns that are ahead of it or behind it.', {
      columnName: text('A column of the dataset.'),
      interval: integer('Number of partitions.'),
      sign: Type.Enum(['POSITIVE', 'NEGATIVE'], {
        description: 'Whether it is ahead or behind.',
      }),
    }),
  ),
})

/** `data` of `datasetDetail`. */
export const datasetData = Type.Object({
  name: text('Name, unique within the tenant.'),
  displayName: text('Name for people.'),
  description: text('What it holds.'),
  version: integer('Version number.'),
  isPublished: flag('Whether it is published.'),
  hasDraft: flag('Whether there is a draft.'),
  sourceInfo,
  columns: list('Columns that are not hidden.', column),
  defColumns: list('All columns.', column),
  relations: list('Relations from this dataset.', relation),
  relationFroms: list('Relations to this dataset.', relationFrom),
  filter: text('Filter for a front end; read `filterExpr`.'),
  filterExpr: nullable(text('Condition on all rows.')),
  layout: createMap(Type.Unknown(), { description: 'State of a front end, passed through.' }),
  resourceId: text('Resource id for permissions.'),
  userPrivilegeResultDTO: privileges,
  createTime: moment('When it was created'),
  updateTime: moment('When it was last changed'),
  userId: Type.Null({ description: 'Always null; read `owner`.' }),
  partitionMapping: nullable(partitionMapping),
  available: integer('0 when it can be queried.'),
  mutationApprovalPendingOperation: text('`NONE` when nothing waits for approval.'),
  relatedDatasetCount: nullable(integer('Number of related datasets that are listed.')),
  hidden: Type.Optional(
    integer('Relations that are left out, because the caller may not use the other dataset.'),
  ),
  status: text('State, such as `ONLINE`.'),
  tags: texts('Tags.'),
  datasetMode: text('`STANDARD` for a wide table.'),
  identifierColumn: Type.Null({ description: 'Null in standard mode.' }),
  parentDatasetName: Type.Null({ description: 'Null: not shared.' }),
  identifierValue: text('Identifier in vertical mode.'),
  identifierValues: Type.Null({ description: 'Null in standard mode.' }),
  owner: object('Who owns it.', { userId: text('User id.'), nickname: text('Name for people.') }),
})

/** `data` of `datasetDetail`. */
export type DatasetData = ValueOf<typeof datasetData>

/** Where the rows of a dataset come from. */
export type SourceInfoData = ValueOf<typeof sourceInfo>

/** A column of a dataset. */
export type ColumnData = ValueOf<typeof column>

/** A relation from a dataset, which is on the N side. */
export type RelationData = ValueOf<typeof relation>

/** A relation to a dataset, which is on the 1 side. */
export type RelationFromData = ValueOf<typeof relationFrom>

/** How a dataset is partitioned; what is not known is absent. */
export type PartitionMappingData = ValueOf<typeof partitionMapping>

/** The rights of the caller to a dataset. */
export type UserPrivilegeData = ValueOf<typeof privileges>
