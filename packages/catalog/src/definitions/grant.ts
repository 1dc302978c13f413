/** What somebody may do with a resource: everything, manage it, only use it (specification §2.6). */
export type Role = 'OWNER' | 'ADMIN' | 'USAGER'

/** The kinds of resource that rights are given to: those of the API, categories, and the tenant as a whole. */
export type ResourceType =
  | 'TENANT'
  | 'CATEGORY'
  | 'DATASOURCE'
  | 'DATASET'
  | 'DIMENSION'
  | 'METRIC'
  | 'ANALYSIS_VIEW'
  | 'RESULT_PLAN'
  | 'WORKBOOK'

/** A resource by its name; a category by its id. */
export interface ResourceRef {
  readonly type: ResourceType
  readonly name: string
}

/** A right that an account has to a resource. */
export interface GrantDefinition {
  readonly account: string
  readonly role: Role
  readonly resource: ResourceRef
  /** The moment from which it holds no more, UTC as ISO text; null for never. */
  readonly expires: string | null
}
