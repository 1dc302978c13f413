import type { AggregateRequest, WindowPair } from '@tributary/attribution'
import { isNever } from '@tributary/attribution/internal'
import { toIdentity } from '../resolve/rows/conjunction.ts'
import type { CanonicalPair, CanonicalRequest } from './canonical-request.ts'
import { implies } from './implies.ts'
import {
  findTimeIntervals,
  listNeededPartitions,
  type NeededPartitions,
} from './needed-partitions.ts'
import { rewriteMeasure } from './rewrite-measure.ts'
import { ALWAYS, type Rewriting, rewriteConditionInColumns, rewriteInColumns } from './rewriting.ts'
import type { RouteReason } from './route-reason.ts'
import type { RouteCandidate, RouteTable, TableContents } from './route-table.ts'
import { TABLE_ALIAS, toTableColumn } from './table-columns.ts'

/** The measure that counts the rows behind the rows of an aggregated table. */
const ROWS = '@rows'

/** A request over a materialised table. */
export interface RewrittenRequest {
  readonly request: AggregateRequest
  /** Positions of the measures that are counts in what was asked. */
  readonly counts: ReadonlySet<number>
  /** Whether the last measure counts the rows behind the rows. */
  readonly countsRows: boolean
  /** How many rows of the table it reads. */
  readonly rows: number
}

/** A request over a table, of the same answer; or all reasons against it. */
export function rewriteRequest(
  request: CanonicalRequest,
  table: RouteTable,
  contents: RouteCandidate['contents'],
): RewrittenRequest | readonly RouteReason[] {
  const { materialisation } = table
  const rewriting: Rewriting = { request, table, reasons: [] }
  if (!holdsRows(rewriting)) rewriting.reasons.push({ kind: 'ROWS_LEFT_OUT' })
  const measures = request.measures.map((measure) => rewriteMeasure(rewriting, measure))
  const counted =
    materialisation.form === 'AGGREGATED' && materialisation.rowCount !== null
      ? [rowsMeasure(materialisation.rowCount)]
      : []
  const [windows, ...otherWindows] = request.pairs.map((pair) => pairInColumns(rewriting, pair))
  const condition = rewriteConditionInColumns(rewriting, request.visible, 'a row condition')
  const visible = condition && { condition, lookups: [] }
  const base = { table: materialisation.table, alias: TABLE_ALIAS, ...(visible && { visible }) }
  const rewritten: AggregateRequest = {
    rows: { base, lookups: [] },
    filter: rewriteConditionInColumns(rewriting, request.filter, 'a filter'),
    windows: windows!,
    ...(otherWindows.length === 0 ? {} : { otherWindows }),
    measures: [...measures.map(({ measure }) => measure), ...counted],
    groupings: request.groupings.map((keys) =>
      keys.map(({ name, value }) => ({
        name,
        value: rewriteInColumns(rewriting, value, `grouping by "${name}"`),
      })),
    ),
    time: null,
  }
  const rows = rowsRead(rewriting, contents)
  if (rewriting.reasons.length > 0) return rewriting.reasons
  const counts = measures.flatMap(({ isCount }, index) => (isCount ? [index] : []))
  return { request: rewritten, counts: new Set(counts), countsRows: counted.length > 0, rows }
}

function rowsMeasure(column: string): AggregateRequest['measures'][number] {
  return { name: ROWS, aggregate: 'SUM', argument: toTableColumn(column, 'INT'), filter: null }
}

function pairInColumns(rewriting: Rewriting, { current, compare }: CanonicalPair): WindowPair {
  return {
    current: rewriteConditionInColumns(rewriting, current, 'the current window') ?? ALWAYS,
    compare: rewriteConditionInColumns(rewriting, compare, 'the compare window') ?? ALWAYS,
  }
}

/** The conditions that the rows of each window meet; windows that have no rows are left out. */
function listWindowConditions({ request }: Rewriting): readonly CanonicalRequest['filter'][] {
  return request.pairs.flatMap(({ current, compare }) =>
    [current, compare]
      .filter((side) => !side.some(isNever))
      .map((side) => [...request.visible, ...request.filter, ...side]),
  )
}

/** Whether the table has every row that is in a window. */
function holdsRows(rewriting: Rewriting): boolean {
  return listWindowConditions(rewriting).every((side) =>
    rewriting.table.filter.every((condition) => implies(side, condition)),
  )
}

/** How many rows the partitions that are needed have; what stands against reading them goes to the reasons. */
function rowsRead(rewriting: Rewriting, contents: RouteCandidate['contents']): number {
  const { table, reasons, request } = rewriting
  if (typeof contents === 'string') {
    reasons.push({ kind: contents })
    return 0
  }
  if (contents.partitions.size === 0) {
    reasons.push({ kind: 'NOT_WRITTEN' })
    return 0
  }
  if (!Array.from(contents.partitions.values()).some(({ isFresh }) => isFresh)) {
    reasons.push({ kind: 'OUTDATED' })
    return 0
  }
  const isWhole = request.visible.length === 0
  const isTimeKnown =
    request.time === null || (isWhole && toIdentity(request.time) === toIdentity(table.time))
  if (!isTimeKnown || (contents.frontier === null && table.time !== null)) {
    reasons.push({ kind: 'FRONTIER_UNKNOWN' })
    return 0
  }
  const { days: needed, isComplete } = findNeededPartitions(rewriting, contents)
  const missing = needed.filter((partition) => !contents.partitions.has(partition))
  const stale = needed.filter((partition) => contents.partitions.get(partition)?.isFresh === false)
  for (const [kind, names] of [
    ['PARTITIONS_MISSING', missing],
    ['PARTITIONS_STALE', stale],
  ] as const) {
    if (names.length > 0) {
      reasons.push({
        kind,
        count: names.length,
        first: names[0]!,
        ...(!isComplete && { isAtLeast: true }),
      })
    }
  }
  return needed.reduce((sum, partition) => sum + (contents.partitions.get(partition)?.rows ?? 0), 0)
}

/** The partition of a table that has no others. */
const WHOLE = 'ALL'

function findNeededPartitions(
  rewriting: Rewriting,
  { frontier, partitions }: TableContents,
): NeededPartitions {
  const { time, materialisation } = rewriting.table
  if (time === null || materialisation.partition === null)
    return { days: [WHOLE], isComplete: true }
  const sides = listWindowConditions(rewriting).map((side) => findTimeIntervals(side, time))
  const stretches = sides.filter((side) => side !== null).flat()
  if (sides.includes(null)) rewriting.reasons.push({ kind: 'TIME_OPEN' })
  const { grain } = materialisation.partition
  return listNeededPartitions(stretches, { grain, frontier, partitionCount: partitions.size })
}
