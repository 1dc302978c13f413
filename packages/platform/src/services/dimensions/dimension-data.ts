/** A dimension as E17 and E18 write it (§2.10). */
export interface DimensionData {
  readonly name: string
  readonly dimName: string
  readonly dimCode: string | null
  readonly dimDisplayName: string
  readonly dimCategoryId: string | null
  readonly dimDescription: string
  readonly datasetName: string | null
  readonly originDataType: string
  readonly config: { readonly type: 'COLUMN_BIND' | 'CUSTOM'; readonly value: string } | null
  readonly valueList: readonly {
    readonly value: string
    readonly name: string
    readonly description: string
  }[]
  readonly basicAttributes: Readonly<Record<string, string>>
  readonly businessAttributes: Readonly<Record<string, string>>
  readonly technicalAttributes: Readonly<Record<string, string>>
  readonly managementAttributes: Readonly<Record<string, string>>
  readonly displayStatus: string | null
}

/** `data` of E18: per metric asked for, its dimensions. */
export type DimensionsOfMetricsData = Readonly<Record<string, readonly DimensionData[]>>
