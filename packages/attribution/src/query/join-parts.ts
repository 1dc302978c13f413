import type { SlicedWork } from '@tributary/core/internal'
import { joinGroups } from '../plan/join-groups.ts'
import type { AggregateFrame } from '../request/source.ts'
import type { MetricValue, MetricValues } from './part-values.ts'

/** The groups of all parts, each once, with the values of their metrics. */
export interface JoinedParts {
  readonly count: number
  /** A column per key. */
  readonly keys: readonly (readonly (string | null)[])[]
  /** The value of each metric by group. */
  readonly values: ReadonlyMap<string, (row: number) => MetricValue>
}

/** One part: its groups, and the values of its metrics. */
export interface PartGroups {
  readonly frame: Pick<AggregateFrame, 'rowCount' | 'keys'>
  readonly metrics: readonly MetricValues[]
}

/**
 * Joins the groups of parts by their keys. A metric whose part does not have a group has the value there that it has over
 * no rows. Yields between groups.
 */
export function* joinParts(parts: readonly PartGroups[]): SlicedWork<JoinedParts> {
  const [first] = parts
  if (parts.length === 1) {
    const { frame, metrics } = first!
    const values = new Map(metrics.map((one) => [one.name, one.at]))
    return { count: frame.rowCount, keys: frame.keys, values }
  }
  const { keys, rows, rowCount } = yield* joinGroups(parts.map(({ frame }) => frame))
  const values = new Map<string, (row: number) => MetricValue>()
  for (const [index, { metrics }] of parts.entries()) {
    const own = rows[index]!
    for (const { name, at, none } of metrics) {
      values.set(name, (group) => (own[group]! < 0 ? none : at(own[group]!)))
    }
  }
  return { count: rowCount, keys, values }
}
