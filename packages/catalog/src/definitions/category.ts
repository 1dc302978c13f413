/** Where metrics and dimensions are filed; a right to a category is one to all that is in it. */
export interface CategoryDefinition {
  readonly id: string
  readonly name: string
}
