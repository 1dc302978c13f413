/** What an identity value of a request is: a user's id or a user's account. */
export type UserIdentityType = 'USER_ID' | 'USER_ACCOUNT'

/** A custom attribute of a user (§2.7). */
export interface UserAttributeData {
  readonly name: string
  readonly value: string
}

/** Body of E10. */
export interface SaveUserAttributesRequest {
  readonly identityType: UserIdentityType
  readonly userPropertyRequests: readonly {
    readonly identityValue: string
    readonly properties: readonly UserAttributeData[]
  }[]
}

/** Body of E11. */
export interface DeleteUserAttributesRequest {
  readonly identityType: UserIdentityType
  readonly items: readonly {
    readonly identityValue: string
    readonly propertyNames: readonly string[]
  }[]
}

/** Body of E12. */
export interface UserAttributesQuery {
  readonly identityType: UserIdentityType
  readonly identityValues: readonly string[]
  /** Only attributes of these names; all when absent, null or empty. */
  readonly propertyNames?: readonly string[] | null
}

/** A user of `data` of E12, with the attributes by name. */
export interface UserAttributesData {
  readonly identityValue: string
  readonly properties: readonly UserAttributeData[]
}

/** What identifies a group in a request: its id or its code. */
export type GroupIdentityType = 'USER_GROUP_ID' | 'USER_GROUP_CODE'

/** Body of E20. */
export interface UserGroupsQuery {
  /** Only groups whose code or name contains it, whatever the case. */
  readonly keyword?: string | null
  /** What `groupIds` are; needed when there are any. */
  readonly groupIdentityType?: GroupIdentityType | null
  /** Only these groups; all when absent, null or empty. */
  readonly groupIds?: readonly string[] | null
  /** From 1. */
  readonly pageNumber: number
  /** From 1 to 1,000. */
  readonly pageSize: number
}

/** Body of E21. */
export interface MoveUserGroupRequest {
  readonly groupIdentityType: GroupIdentityType
  /** The group to move. */
  readonly value: string
  /** Its new parent; `-1` is the top. */
  readonly parentGroupId: string
  /** The child of the new parent that it comes after; without it the group comes first. */
  readonly frontGroupId?: string | null
}

/** A group of E20. */
export interface UserGroupData {
  readonly groupId: string
  readonly groupCode: string
  readonly groupName: string
  /** `-1` at the top. */
  readonly parentGroupId: string
  /** The sibling right before it; null for the first. */
  readonly frontGroupId: string | null
}

/** `data` of E20. */
export interface UserGroupsData {
  /** How many groups there are on all pages. */
  readonly total: number
  readonly pageNumber: number
  readonly pageSize: number
  readonly list: readonly UserGroupData[]
}
