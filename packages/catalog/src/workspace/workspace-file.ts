import type { Grain } from '@tributary/expression'
import type { Role } from '../definitions/access.ts'
import type { OriginDataType } from '../definitions/dataset.ts'
import type { CategoryRef } from '../definitions/dimension.ts'
import type { MetricAggregate } from '../definitions/metric.ts'
import type { PlanKind } from '../definitions/plan.ts'

/** A workspace file as it is written, before defaults: what the workspace schema describes. */
export interface WorkspaceFile {
  readonly tenant?: string
  readonly timeZone?: string
  readonly accounts?: readonly AccountInFile[]
  readonly categories?: readonly CategoryInFile[]
  readonly grants?: readonly GrantInFile[]
  readonly groups?: readonly GroupInFile[]
  readonly datasources?: readonly DatasourceInFile[]
  readonly datasets?: readonly DatasetInFile[]
  readonly dimensions?: readonly DimensionInFile[]
  readonly metrics?: readonly MetricInFile[]
  readonly periods?: readonly PeriodInFile[]
  readonly dateTags?: readonly DateTagInFile[]
  readonly plans?: readonly PlanInFile[]
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
  readonly role?: Role
}

export interface CategoryInFile {
  readonly id: string
  readonly name?: string
}

export interface GrantInFile {
  readonly account: string
  readonly role: Role
  readonly metric?: string
  readonly dimension?: string
  readonly dataset?: string
  readonly datasource?: string
  readonly category?: string
  readonly expires?: string
}

export interface GroupInFile {
  readonly code: string
  readonly id?: string
  readonly displayName?: string
  readonly parent?: string
}

export interface DatasourceInFile {
  readonly name: string
  readonly displayName?: string
  readonly type: 'FILES'
  readonly root: string
}

/** A file of a datasource. */
export interface FileInFile {
  readonly datasource: string
  readonly file: string
}

export interface DatasetInFile extends DescribedInFile {
  readonly source: FileInFile
  readonly time?: { readonly column: string; readonly grain: Grain }
  readonly columns: readonly ColumnInFile[]
  readonly relations?: readonly RelationInFile[]
  readonly filter?: string
  readonly partition?: PartitionInFile
  readonly cron?: string
  readonly layout?: Readonly<Record<string, unknown>>
  readonly owner?: string
  readonly tags?: readonly string[]
}

export interface PartitionInFile {
  readonly column: string
  readonly sourceTable?: string
  readonly sourceColumn?: string
  readonly grain?: Grain
  readonly columns?: readonly {
    readonly column: string
    readonly interval: number
    readonly sign: 'POSITIVE' | 'NEGATIVE'
  }[]
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
  readonly category?: string | CategoryRef
  readonly dataset: string
  readonly via?: string | readonly string[]
  readonly column?: string
  readonly expr?: string
  readonly values?: readonly {
    readonly value: string
    readonly name: string
    readonly description?: string
  }[]
  readonly attributes?: AttributesInFile
}

export interface AttributesInFile {
  readonly basic?: Readonly<Record<string, string>>
  readonly business?: Readonly<Record<string, string>>
  readonly technical?: Readonly<Record<string, string>>
  readonly management?: Readonly<Record<string, string>>
}

interface MetricBaseInFile extends DescribedInFile {
  readonly code?: string
  readonly category?: string | CategoryRef
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

export interface PlanInFile {
  readonly name: string
  readonly id?: string
  readonly displayName?: string
  readonly kind: PlanKind
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
  readonly filters?: readonly string[]
  readonly granularity?: PartitionGrain
  readonly updateLowerInterval?: number
  readonly updateUpperInterval?: number
  readonly cron?: string
  readonly retryCount?: number
  readonly retryInterval?: number
  readonly table?: string
  readonly source?: FileInFile
}

/** A partition has a date for a name, so it is a day or longer. */
export type PartitionGrain = Extract<Grain, 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER' | 'YEAR'>
