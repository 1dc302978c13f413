import type { Role } from '@tributary/catalog/internal'

/** The kinds of resource that E6 lists permissions of. */
export type ListedResourceType =
  | 'DATASET'
  | 'METRIC'
  | 'DIMENSION'
  | 'ANALYSIS_VIEW'
  | 'DATASOURCE'
  | 'RESULT_PLAN'
  | 'WORKBOOK'

/** Body of E6. */
export interface ResourceEntriesQuery {
  readonly resourceType: ListedResourceType
  /** The name of the resource, or its code. */
  readonly resourceId: string
  /** Says nothing that `resourceId` does not say. */
  readonly resourceName?: string | null
}

/** A permission that somebody has on a resource (§2.6). */
export interface ResourceEntryData {
  readonly authorityAccount: {
    readonly accountType: 'USER'
    readonly account: string
    readonly id: string
    readonly displayName: string
    readonly photo: null
  }
  readonly authorityResource: {
    readonly authorityRole: Role
    readonly authoritySource: 'DIRECT' | 'EXTEND'
    /** Milliseconds since 1970 UTC; null for never. */
    readonly expiredTime: number | null
    /** Where an inherited permission comes from; null for a direct one. */
    readonly extendResourceDTO: {
      readonly resourceType: string
      readonly resourceId: string
      readonly resourceName: string | null
    } | null
    readonly canEdit: boolean
    readonly canDelete: boolean
    readonly canUsage: boolean
    readonly canAuth: boolean
    readonly canTransfer: boolean
  }
}
