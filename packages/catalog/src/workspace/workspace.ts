import type { AccountDefinition } from '../definitions/account.ts'
import type { CategoryDefinition } from '../definitions/category.ts'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import type { DatasourceDefinition } from '../definitions/datasource.ts'
import type { DateTagDefinition } from '../definitions/date-tag.ts'
import type { DimensionDefinition } from '../definitions/dimension.ts'
import type { GrantDefinition } from '../definitions/grant.ts'
import type { GroupDefinition } from '../definitions/group.ts'
import type { MetricDefinition } from '../definitions/metric.ts'
import type { PeriodDefinition } from '../definitions/period.ts'
import type { PlanDefinition } from '../definitions/plan.ts'

/** Everything that the workspace files of one tenant define, defaults filled in, references checked. */
export interface Workspace {
  readonly tenant: string
  readonly timeZone: string
  readonly accounts: readonly AccountDefinition[]
  readonly categories: readonly CategoryDefinition[]
  readonly grants: readonly GrantDefinition[]
  /** The tree of groups from the top down: each after the one above it, siblings in their order. */
  readonly groups: readonly GroupDefinition[]
  readonly datasources: readonly DatasourceDefinition[]
  readonly datasets: readonly DatasetDefinition[]
  readonly dimensions: readonly DimensionDefinition[]
  readonly metrics: readonly MetricDefinition[]
  readonly periods: readonly PeriodDefinition[]
  readonly dateTags: readonly DateTagDefinition[]
  readonly plans: readonly PlanDefinition[]
}
