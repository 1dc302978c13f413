import type { SlicedWork } from '@tributary/core/internal'
import { joinGroups } from '../plan/join-facts.ts'
import type { AggregateFrame } from '../request/source.ts'
import type { MetricValue, MetricValues } from './parts/part-values.ts'

/** The groups of all parts, each once, with the values of their metrics. */
export interface JoinedParts {
  readonly count: number
  /** A column per key. */
  readonly keys: readonly (readonly (string | null)[])[]
  /** The value of each metric by group. */
  readonly values: ReadonlyMap<string, (row: number) => MetricValue>
  /** Whether a group has rows of one of the metrics, or is a period that is filled in. */
  isThere(row: number): boolean
}

/** One part: its groups, and the values of its metrics; none for periods that are filled in. */
export interface PartGroups {
  readonly frame: Pick<AggregateFrame, 'rowCount' | 'keys'>
  readonly metrics: readonly MetricValues[]
  /**
   * Whether a metric, by its place, has a value in a group that the part does not have, given by its keys.
   * @defaultValue it has
   */
  isSeen?(metric: number, keys: readonly (string | null)[]): boolean
}

/**
 * Joins the groups of parts by their keys. A metric whose part does not have a group has the value there that it has over
 * no rows; null in a period from which it looks at nothing. Yields between groups.
 */
export function* joinParts(parts: readonly PartGroups[]): SlicedWork<JoinedParts> {
  const [first] = parts
  if (parts.length === 1) {
    const { frame, metrics } = first!
    const values = new Map(metrics.map((metric) => [metric.name, metric.at]))
    const isThere = (row: number): boolean => hasRows(metrics, row)
    return { count: frame.rowCount, keys: frame.keys, values, isThere }
  }
  const { keys, rows, rowCount } = yield* joinGroups(parts.map(({ frame }) => frame))
  const values = new Map<string, (row: number) => MetricValue>()
  for (const [index, { metrics, isSeen }] of parts.entries()) {
    const partRows = rows[index]!
    for (const [metric, { name, at, none }] of metrics.entries()) {
      const getGroupKeys = (group: number) => keys.map((column) => column[group] ?? null)
      const isNone = (group: number): boolean => isSeen?.(metric, getGroupKeys(group)) ?? true
      values.set(name, (group) => {
        if (partRows[group]! >= 0) return at(partRows[group]!)
        return isNone(group) ? none : null
      })
    }
  }
  const isThere = (group: number): boolean =>
    parts.some(({ metrics }, index) => {
      const row = rows[index]![group]!
      return row >= 0 && hasRows(metrics, row)
    })
  return { count: rowCount, keys, values, isThere }
}

function hasRows(metrics: readonly MetricValues[], row: number): boolean {
  return metrics.length === 0 || metrics.some((metric) => metric.isThere(row))
}
