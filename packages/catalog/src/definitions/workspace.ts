import type {
  AccountDefinition,
  CategoryDefinition,
  GrantDefinition,
  GroupDefinition,
} from './access.ts'
import type { CalendarDefinition, DateTagDefinition, PeriodDefinition } from './calendar.ts'
import type { DatasetDefinition } from './dataset.ts'
import type { DatasourceDefinition } from './datasource.ts'
import type { DimensionDefinition } from './dimension.ts'
import type { MetricDefinition } from './metric.ts'
import type { PlanDefinition } from './plan.ts'

/** Everything that the workspace files of one tenant define, defaults filled in, references checked. */
export interface Workspace {
  readonly tenant: string
  readonly timeZone: string
  readonly calendar: CalendarDefinition
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

/** A mistake in a workspace file, placed for a person and for an editor. */
export interface WorkspaceProblem {
  /** Path of the file, as given by the reader. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
  /** Where in the document: `metrics[3].expr`. */
  readonly path: string
  readonly message: string
  /** A correction, if one is known: `did you mean "flight_count"?`. */
  readonly suggestion: string | null
}

/** Whether any definition of a workspace has a row condition. */
export function hasRowConditions({ datasets, metrics }: Workspace): boolean {
  const isConditional = ({ rows }: { readonly rows?: string }) => rows !== undefined
  return datasets.some(isConditional) || metrics.some(isConditional)
}
