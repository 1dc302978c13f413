/** Something to group and filter by. */
export interface DimensionDefinition {
  readonly name: string
  readonly code: string | null
  readonly displayName: string
  readonly description: string
  readonly category: CategoryRef
  /** The dataset whose rows have the dimension: where the relations of `via` begin. */
  readonly dataset: string
  /** Names of the relations from `dataset` to the dataset of the value; empty when that is `dataset` itself. */
  readonly via: readonly string[]
  readonly value: DimensionValue
  /**
   * The dimension of another dataset that has the same values with the same meaning: in questions about metrics of both
   * datasets, either name means this one where its dataset is aggregated. @defaultValue none
   */
  readonly sameAs?: string
  /** Whether changes are explained by it unless a question names dimensions. @defaultValue true */
  readonly explain?: boolean
  readonly originDataType: string
  readonly valueList: readonly {
    readonly value: string
    readonly name: string
    readonly description: string
  }[]
  readonly attributes: DimensionAttributes
}

/** Further attributes of a dimension by kind: texts by name. */
export interface DimensionAttributes {
  readonly basic: Readonly<Record<string, string>>
  readonly business: Readonly<Record<string, string>>
  readonly technical: Readonly<Record<string, string>>
  readonly management: Readonly<Record<string, string>>
}

/**
 * Where the value comes from: a column, or an expression over the columns, or a condition on metrics by the dimension `per`:
 * then it is whether the value of that dimension is one of those that fulfil the condition.
 */
export type DimensionValue =
  | { readonly type: 'COLUMN_BIND'; readonly column: string }
  | { readonly type: 'CUSTOM'; readonly expr: string }
  | { readonly type: 'HAVING'; readonly per: string; readonly condition: string }

/** A category; id `-1` is Uncategorized. */
export interface CategoryRef {
  readonly id: string
  readonly name: string
}
