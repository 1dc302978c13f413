import type { Grain } from '@tributary/expression'

/**
 * What a plan keeps: `RESULT` its metrics aggregated to its dimensions, `ACCELERATION` the rows themselves, joined;
 * `EXTERNAL` is a table that somebody else fills.
 */
export type PlanKind = 'RESULT' | 'ACCELERATION' | 'EXTERNAL'

/** A table that is kept up to date beside the data, so that questions are answered from it. */
export interface PlanDefinition {
  /** A UUID: given in the file, else made of tenant and name, so that it stays. */
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
  readonly granularity: Grain
  /** A scheduled run refreshes the partitions from this many grains before its schedule time … */
  readonly updateLowerInterval: number
  /** … to this many grains before it, both included. */
  readonly updateUpperInterval: number
  /** When it is refreshed, in the tenant's time zone; null for never by itself. */
  readonly cron: string | null
  /** How often a failed run is tried again; null for not at all. */
  readonly retryCount: number | null
  /** Seconds between two tries; null for the worker's own. */
  readonly retryInterval: number | null
  /** The name of its table. */
  readonly table: readonly [catalog: string, schema: string, table: string]
  /** Of EXTERNAL alone: the file that somebody else fills. */
  readonly source: { readonly datasource: string; readonly file: string } | null
}
