import type { AccountDefinition } from '../definitions/account.ts'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import type { DatasourceDefinition } from '../definitions/datasource.ts'
import type { DateTagDefinition } from '../definitions/date-tag.ts'
import type { DimensionDefinition } from '../definitions/dimension.ts'
import type { MetricDefinition } from '../definitions/metric.ts'
import type { PeriodDefinition } from '../definitions/period.ts'

/** Everything that the workspace files of one tenant define, defaults filled in, references checked. */
export interface Workspace {
  readonly tenant: string
  readonly timeZone: string
  readonly accounts: readonly AccountDefinition[]
  readonly datasources: readonly DatasourceDefinition[]
  readonly datasets: readonly DatasetDefinition[]
  readonly dimensions: readonly DimensionDefinition[]
  readonly metrics: readonly MetricDefinition[]
  readonly periods: readonly PeriodDefinition[]
  readonly dateTags: readonly DateTagDefinition[]
}
