/** `data` of E19 (§2.11). */
export interface DatasetData {
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly version: number
  readonly isPublished: boolean
  readonly hasDraft: boolean
  readonly sourceInfo: SourceInfoData
  readonly columns: readonly ColumnData[]
  readonly defColumns: readonly ColumnData[]
  readonly relations: readonly RelationData[]
  readonly relationFroms: readonly RelationFromData[]
  readonly filter: string
  readonly filterExpr: string | null
  readonly layout: Readonly<Record<string, unknown>>
  readonly resourceId: string
  readonly userPrivilegeResultDTO: UserPrivilegeData
  readonly createTime: number
  readonly updateTime: number
  readonly userId: null
  readonly partitionMapping: PartitionMappingData | null
  readonly available: number
  readonly mutationApprovalPendingOperation: string
  readonly relatedDatasetCount: number | null
  readonly status: string
  readonly tags: readonly string[]
  readonly datasetMode: string
  readonly identifierColumn: null
  readonly parentDatasetName: null
  readonly identifierValue: string
  readonly identifierValues: null
  readonly owner: { readonly userId: string; readonly nickname: string }
}

/** How the dataset is cut into parts; what is not known is absent. */
export interface PartitionMappingData {
  readonly partitionColumnName: string
  readonly sourceTableGuid?: string
  readonly sourceColumnName?: string
  readonly dateGranularity?: string
  readonly columnPartitionMappings?: readonly {
    readonly columnName: string
    readonly interval: number
    readonly sign: 'POSITIVE' | 'NEGATIVE'
  }[]
}

/** Where a dataset's rows come from. */
export interface SourceInfoData {
  readonly content: string
  readonly type: string
  readonly datasourceItems: readonly {
    readonly id: string
    readonly name: string
    readonly queryEngineType: string
  }[]
  readonly id: string
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly columns: readonly SourceColumnData[]
  readonly catalogs: readonly string[]
  readonly resourceType: string
  readonly resourceId: string
}

/** A column of the source. */
export interface SourceColumnData {
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly originDataType: string
  readonly isPartition: boolean
  readonly isFirstPartition: boolean
}

/** A column of the dataset. */
export interface ColumnData {
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly type: 'DIMENSION' | 'MEASURE'
  readonly isHidden: boolean
  readonly originDataType: string
  readonly isPartition: boolean | null
  readonly isFirstPartition: boolean
  readonly isPrimaryKey: boolean
  readonly sourceColumn: string
  readonly ast: Readonly<Record<string, unknown>>
  readonly expr: string
  readonly dimension: {
    readonly name: string
    readonly displayName: string
    readonly ownerId: string | null
    readonly originalDataType: string
  } | null
}

/** How the rows of two datasets find one another. */
export interface RelationConditionData {
  readonly srcExpr: string
  readonly dstExpr: string
}

/** A relation from this dataset (on the N side). */
export interface RelationData {
  readonly type: string
  readonly srcDatasetName: string
  readonly dstDatasetName: string
  readonly relationConditions: readonly RelationConditionData[]
  readonly relationName: string
  readonly relationDisplayName: string
  readonly filters: readonly string[]
  readonly srcDatasetDisplayName: string
  readonly dstDatasetDisplayName: string
  readonly constraintSetting: Readonly<Record<string, unknown>> | null
}

/** A relation to this dataset (on the 1 side). */
export interface RelationFromData {
  readonly id: number
  readonly type: string
  readonly srcDatasetName: string
  readonly dstDatasetName: string
  readonly relationConditions: readonly RelationConditionData[]
}

/** What the caller may do with the dataset. */
export interface UserPrivilegeData {
  readonly resourceDTO: {
    readonly resourceType: string
    readonly resourceId: string
    readonly resourceName?: string
  }
  readonly cloudAccount: string
  readonly accountType: 'USER'
  readonly authorityRole: string
  readonly grantTime: number | null
  readonly expiredTime: number | null
  readonly authoritySource: string
  readonly canCreateResources: readonly string[]
  readonly canEdit: boolean
  readonly canDelete: boolean
  readonly canUsage: boolean
  readonly canAuth: boolean
  readonly canTransfer: boolean
  readonly authRoleList: readonly string[]
  readonly resourceType: 'DATASET'
  readonly resourceId: string
}
