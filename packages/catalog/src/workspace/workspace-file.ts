import type { Grain } from '@tributary/expression'
import type { AccountDefinition } from '../definitions/account.ts'
import type { OriginDataType } from '../definitions/dataset.ts'
import type { CategoryRef } from '../definitions/dimension.ts'
import type { MetricAggregate } from '../definitions/metric.ts'

/** A workspace file as it is written, before defaults: what the workspace schema describes. */
export interface WorkspaceFile {
  readonly tenant?: string
  readonly timeZone?: string
  readonly accounts?: readonly AccountInFile[]
  readonly datasources?: readonly DatasourceInFile[]
  readonly datasets?: readonly DatasetInFile[]
  readonly dimensions?: readonly DimensionInFile[]
  readonly metrics?: readonly MetricInFile[]
  readonly periods?: readonly PeriodInFile[]
  readonly dateTags?: readonly DateTagInFile[]
}

/** What every definition may say about itself. */
export interface DescribedInFile {
  readonly name: string
  readonly displayName?: string
  readonly description?: string
}

export interface AccountInFile {
  readonly account: string
  readonly displayName?: string
  readonly role: AccountDefinition['role']
}

export interface DatasourceInFile {
  readonly name: string
  readonly displayName?: string
  readonly type: 'FILES'
  readonly root: string
}

export interface DatasetInFile extends DescribedInFile {
  readonly source: { readonly datasource: string; readonly file: string }
  readonly time?: { readonly column: string; readonly grain: Grain }
  readonly columns: readonly ColumnInFile[]
  readonly relations?: readonly RelationInFile[]
  readonly owner?: string
  readonly tags?: readonly string[]
}

export interface ColumnInFile extends DescribedInFile {
  readonly type: OriginDataType
  readonly sourceColumn?: string
  readonly isHidden?: boolean
  readonly isPrimaryKey?: boolean
}

export interface RelationInFile {
  readonly name: string
  readonly displayName?: string
  readonly to: string
  readonly on: Readonly<Record<string, string>>
}

export interface DimensionInFile extends DescribedInFile {
  readonly code?: string
  readonly category?: CategoryRef
  readonly dataset: string
  readonly via?: string | readonly string[]
  readonly column?: string
  readonly expr?: string
  readonly values?: readonly {
    readonly value: string
    readonly name: string
    readonly description?: string
  }[]
}

interface MetricBaseInFile extends DescribedInFile {
  readonly code?: string
  readonly category?: CategoryRef
}

export interface AtomicInFile extends MetricBaseInFile {
  readonly type: 'ATOMIC'
  readonly dataset: string
  readonly aggregate: MetricAggregate
  readonly fraction?: number
  readonly expr?: string
  readonly filters?: readonly string[]
}

export interface DerivedInFile extends MetricBaseInFile {
  readonly type: 'DERIVED'
  readonly metric: string
  readonly filters: readonly string[]
}

export interface CompositeInFile extends MetricBaseInFile {
  readonly type: 'COMPOSITE'
  readonly expr: string
  readonly dataset?: string
}

export type MetricInFile = AtomicInFile | DerivedInFile | CompositeInFile

export interface PeriodInFile {
  readonly name: string
  readonly displayName?: string
  readonly expr: string
}

export interface DateTagInFile {
  readonly name: string
  readonly displayName?: string
  readonly condition: string
}
