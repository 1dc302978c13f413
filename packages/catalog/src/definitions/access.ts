/** The right of an account to a resource: it owns it, manages it, or only uses it. */
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
  /** When it expires, UTC as ISO text; null for never. */
  readonly expires: string | null
}

/** An account that may call the API of a tenant. */
export interface AccountDefinition {
  readonly account: string
  readonly displayName: string
  /** Its role for everything of the tenant; null for only what grants allow. */
  readonly role: Role | null
}

/** A group of users, in the tree of groups. */
export interface GroupDefinition {
  readonly id: string
  readonly code: string
  readonly displayName: string
  /** Code of the group above; null at the top. */
  readonly parent: string | null
}

/** A category of metrics and dimensions. A right to a category is a right to everything in it. */
export interface CategoryDefinition {
  readonly id: string
  readonly name: string
}
