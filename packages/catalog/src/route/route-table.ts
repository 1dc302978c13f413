import type { Materialisation } from '@tributary/attribution/internal'
import type { TypedExpr } from '@tributary/expression'
import { canonicalizeRows } from './canonical-form.ts'
import { type CanonicalMeasure, splitCanonical, toCanonicalMeasure } from './canonical-request.ts'
import type { Frontier } from './needed-partitions.ts'
import { type TableColumns, tableColumns } from './table-columns.ts'

/** A materialised table prepared for matching requests; created once for each definition. */
export interface RouteTable {
  /** The name of its plan. */
  readonly plan: string
  readonly materialisation: Materialisation
  readonly columns: TableColumns
  /** The conditions that all of its rows fulfil. */
  readonly filter: readonly TypedExpr[]
  /** In the order of the materialisation's measures. */
  readonly measures: readonly CanonicalMeasure[]
  /** The time of its partitions; null without. */
  readonly time: TypedExpr | null
}

/** The current contents of a materialised table. */
export interface TableContents {
  /** By its first day (`2001-05-01`; `ALL` of a table without partitions): what was written, empty partitions too. */
  readonly partitions: ReadonlyMap<string, PartitionContents>
  /** The first and last time of the source in its current state; null when unknown. */
  readonly frontier: Frontier | null
}

/** A partition as it was written last. */
export interface PartitionContents {
  /** Whether the source is still the same. */
  readonly isFresh: boolean
  readonly rows: number
}

/** Prepares a plan's table for {@link routeRequest}. */
export function routeTable(plan: string, materialisation: Materialisation): RouteTable {
  const canonical = canonicalizeRows(materialisation.rows)
  const { partition, measures, filter } = materialisation
  return {
    plan,
    materialisation,
    columns: tableColumns(materialisation, canonical),
    filter: splitCanonical(canonical)(filter),
    measures: measures.map(({ measure }) => toCanonicalMeasure(measure, canonical)),
    time: partition && canonical(partition.time),
  }
}

/** A table that may answer a request. */
export interface RouteCandidate {
  readonly table: RouteTable
  /** Its contents, or why there are none. */
  readonly contents: TableContents | 'NOT_WRITTEN' | 'NOT_REACHABLE'
}
