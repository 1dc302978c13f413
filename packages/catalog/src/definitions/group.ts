/** A group of users, in the tree of groups. */
export interface GroupDefinition {
  readonly id: string
  readonly code: string
  readonly displayName: string
  /** Code of the group above; null at the top. */
  readonly parent: string | null
}
