import type { SlicedWork } from '@tributary/core/internal'
import type { AggregateFrame } from '../request/source.ts'
import type { MetricValue, MetricValues } from './part-values.ts'

/** The groups of all parts, each once. */
export interface JoinedGroups {
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
export function* joinParts(parts: readonly PartGroups[]): SlicedWork<JoinedGroups> {
  const [first] = parts
  if (parts.length === 1) {
    const { frame, metrics } = first!
    const values = new Map(metrics.map((one) => [one.name, one.at]))
    return { count: frame.rowCount, keys: frame.keys, values }
  }
  const keys: (string | null)[][] = first!.frame.keys.map(() => [])
  const groups = new Map<string, number>()
  const places: Int32Array[] = []
  for (const { frame } of parts) {
    const rows = new Int32Array(frame.rowCount)
    for (let row = 0; row < frame.rowCount; row++) {
      if (row % SLICE_ROWS === 0) yield
      const values = frame.keys.map((key) => key[row] ?? null)
      const identity = JSON.stringify(values)
      const known = groups.get(identity)
      rows[row] = known ?? groups.size
      if (known !== undefined) continue
      groups.set(identity, groups.size)
      for (const [index, value] of values.entries()) keys[index]!.push(value)
    }
    places.push(rows)
  }
  const count = groups.size
  const values = new Map<string, (row: number) => MetricValue>()
  for (const [index, { metrics }] of parts.entries()) {
    const rows = rowsByGroup(places[index]!, count)
    for (const { name, at, none } of metrics) {
      values.set(name, (group) => (rows[group]! < 0 ? none : at(rows[group]!)))
    }
  }
  return { count, keys, values }
}

const SLICE_ROWS = 1024

/** The row of each group in a part; -1 where the part does not have it. */
function rowsByGroup(groups: Int32Array, count: number): Int32Array {
  const rows = new Int32Array(count).fill(-1)
  for (let row = 0; row < groups.length; row++) rows[groups[row]!] = row
  return rows
}
