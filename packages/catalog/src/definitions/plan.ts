import type { GrainWord } from '@tributary/expression'

/**
 * The contents of the table of a plan. `RESULT`: the metrics aggregated by the dimensions. `ACCELERATION`: the rows, with
 * related datasets joined. `EXTERNAL`: a file that is filled elsewhere.
 */
export type PlanKind = 'RESULT' | 'ACCELERATION' | 'EXTERNAL'

/** A materialised table that is kept up to date, so that questions can be answered from it. */
export interface PlanDefinition {
  /** A UUID: given in the file, else derived from tenant and name. */
  readonly id: string
  readonly name: string
  readonly displayName: string
  readonly kind: PlanKind
  /** Names, perhaps by grain (`metric_time__day`); each is a column of the table, called as written here. */
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
  /** Conditions on the rows; all must hold. */
  readonly filters: readonly string[]
  /** The length of a partition, when `metric_time` is among the dimensions. */
  readonly granularity: GrainWord
  /** A scheduled run refreshes the partitions from this many grains before its schedule time … */
  readonly updateLowerInterval: number
  /** … to this many grains before it, both included. */
  readonly updateUpperInterval: number
  /** Cron expression in the tenant's time zone: when it is refreshed. Null for never. */
  readonly cron: string | null
  /** How often a failed run is retried; null for never. */
  readonly retryCount: number | null
  /** Seconds between two tries; null for the worker's own. */
  readonly retryInterval: number | null
  /** The name of its table. */
  readonly table: readonly [catalog: string, schema: string, table: string]
  /** Only for EXTERNAL: the file with the rows. */
  readonly source: { readonly datasource: string; readonly file: string } | null
}
