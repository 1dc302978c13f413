import { assertNever } from '@tributary/core'

/** Why a materialised table does not answer a request. */
export type RouteReason =
  /** Nothing was ever written to it. */
  | { readonly kind: 'NOT_WRITTEN' }
  /** Its contents are unknown: its store does not answer this process. */
  | { readonly kind: 'NOT_REACHABLE' }
  /** All of it was written before its source or its definition changed. */
  | { readonly kind: 'OUTDATED' }
  /** It lacks rows that the request asks for: its own condition is not implied. */
  | { readonly kind: 'ROWS_LEFT_OUT' }
  /** It lacks a column that the request groups by, compares or aggregates, or has it by a coarser period only. */
  | {
      readonly kind: 'COLUMN_MISSING'
      readonly column: string
      readonly isTime: boolean
      readonly use: string
    }
  /** The table of the plan does not have the column that a measure aggregates. */
  | { readonly kind: 'MEASURE_MISSING'; readonly measure: string }
  /** A number that cannot be put together from parts is asked for by less than the table has it. */
  | {
      readonly kind: 'NOT_EXACT_GRAIN'
      readonly measure: string
      readonly aggregate: string
      readonly column: string
    }
  /** Doubles would be added in another order, so the last digit may differ. */
  | { readonly kind: 'DOUBLE_SUM'; readonly measure: string }
  /** Some window may hold rows without a time, which are in no partition. */
  | { readonly kind: 'TIME_OPEN' }
  /** How far the data reaches is not known for the time that the request asks for. */
  | { readonly kind: 'FRONTIER_UNKNOWN' }
  /** Partitions that the windows need were never written. */
  | ({ readonly kind: 'PARTITIONS_MISSING' } & CountedPartitions)
  /** Partitions that the windows need were written from an older state of the source. */
  | ({ readonly kind: 'PARTITIONS_STALE' } & CountedPartitions)
  /** The table of another plan can answer from fewer rows; null when the reader may not see that plan. */
  | { readonly kind: 'LARGER'; readonly than: string | null }

/** Partitions of a reason. */
export interface CountedPartitions {
  readonly count: number
  /** The day with which the first begins. */
  readonly first: string
  /** Whether there are more, which were not counted. @defaultValue false */
  readonly isAtLeast?: boolean
}

/** A reason as a sentence for people, without a full stop. */
export function reasonText(reason: RouteReason): string {
  switch (reason.kind) {
    case 'NOT_WRITTEN':
      return 'nothing was written to it yet: backfill the plan'
    case 'NOT_REACHABLE':
      return 'its tables cannot be read from this process'
    case 'OUTDATED':
      return 'all of it was written before its source or its definition changed: backfill the plan'
    case 'ROWS_LEFT_OUT':
      return "the plan's filters leave out rows that are asked for"
    case 'COLUMN_MISSING':
      return reason.isTime
        ? `it does not have "${reason.column}" by periods as short as ${reason.use} needs`
        : `it has no column for "${reason.column}", which ${reason.use} needs`
    case 'MEASURE_MISSING':
      return `it does not store what "${reason.measure}" aggregates`
    case 'NOT_EXACT_GRAIN':
      return `"${reason.measure}" is a ${reason.aggregate}, which cannot be computed from partial results, and "${reason.column}" splits its rows`
    case 'DOUBLE_SUM':
      return `"${reason.measure}" adds doubles, whose last digit depends on the order: store the column as DECIMAL to add up its partial sums`
    case 'TIME_OPEN':
      return 'a window is not bounded by the time of its partitions'
    case 'FRONTIER_UNKNOWN':
      return 'it does not record how far the data reaches'
    case 'PARTITIONS_MISSING':
      return `${partitions(reason)} not written yet, the first is ${reason.first}`
    case 'PARTITIONS_STALE':
      return `${partitions(reason)} older than the source, the first is ${reason.first}`
    case 'LARGER':
      return reason.than === null
        ? 'the table of another plan can answer too, from fewer rows'
        : `the table of "${reason.than}" can answer too, from fewer rows`
    default:
      return assertNever(reason)
  }
}

function partitions({ count, isAtLeast = false }: CountedPartitions): string {
  if (count === 1 && !isAtLeast) return '1 partition that is needed is'
  return `${isAtLeast ? 'at least ' : ''}${count} partitions that are needed are`
}
