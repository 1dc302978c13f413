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
