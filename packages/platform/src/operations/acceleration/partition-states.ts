import { planMaterialisation } from '@tributary/catalog/internal'
import type { PartitionStatesData, PartitionStatesQuery } from '@tributary/contract'
import { addGrain, type Grain, truncate } from '@tributary/expression'
import { periodNumber, wordOfGrain } from '@tributary/expression/internal'
import { invalidRequestError } from '../../model/errors.ts'
import { readDay } from '../../requests/read-values.ts'
import type { LotState } from '../../store/tasks/read-lot-states.ts'
import type { TableState } from '../../tables/material-tables.ts'
import { createPartitionSpan, toPartitionValue } from '../../tables/partitions.ts'
import type { Session } from '../../tenant/session.ts'
import { findPlanById } from './find-plan.ts'

/** A century of days. */
const MOST_PARTITIONS = 36_525

type Run = PartitionStatesData['runs'][number]
type State = Run['state']

/**
 * The states of the partitions of a plan's table in a range of days, in runs of one state. By default the range begins
 * with the first partition that is recorded. Rejects with `PLATFORM_UNKNOWN_PLAN`, and with `PLATFORM_INVALID_REQUEST` for a range of
 * more than a century of days, or one that ends before it begins.
 */
export async function partitionStates(
  session: Session,
  query: PartitionStatesQuery,
): Promise<PartitionStatesData> {
  const { caller, tables, tasks, wholeCatalog } = session
  const plan = findPlanById(session, query.planId, 'planId')
  const { partition } = planMaterialisation(wholeCatalog, plan)
  const requestedRange = readRange(query)
  const table = await tables.state(plan.table)
  const lots = await tasks.lotsOfPlan(caller.tenant, plan.id)
  if (partition === null) return { granularity: null, runs: [wholeRun(table, lots)] }
  const { grain } = partition
  const range = withinLimit(requestedRange, knownRange(table, lots), grain)
  if (range === null) return { granularity: wordOfGrain(grain), runs: [] }
  const first = periodNumber(range.from, grain)
  const { values } = createPartitionSpan(
    { from: toPartitionValue(range.from), to: toPartitionValue(range.to) },
    grain,
  )
  const written = new Set(table?.partitions.map(({ value }) => value))
  return {
    granularity: wordOfGrain(grain),
    runs: partitionRuns(values, lotsWithin(lots, { first, grain }), written),
  }
}

/** Days as the beginnings of days, in microseconds; null where the request has none. */
interface Range<Day> {
  readonly from: Day
  readonly to: Day
}

function readRange({ from, to }: PartitionStatesQuery): Range<bigint | null> {
  const range = {
    from: from === undefined ? null : readDay(from, 'from'),
    to: to === undefined ? null : readDay(to, 'to'),
  }
  if (range.from === null || range.to === null || range.from <= range.to) return range
  throw invalidRequestError('from', `from ${from} is after to ${to}; exchange them.`)
}

/** From the first to the last partition that is recorded or that an instance was made for; null for none. */
function knownRange(table: TableState | null, lots: readonly LotState[]): Range<bigint> | null {
  const days = [
    ...(table?.partitions.map(({ value }) => value) ?? []),
    ...lots.flatMap(({ from, to }) => (from === null || to === null ? [] : [from, to])),
  ]
    .filter((day) => day !== WHOLE)
    .toSorted()
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return null
  return { from: readDay(first, 'from'), to: readDay(last, 'to') }
}

/** The whole partitions that are meant; the newest, where a range that nobody gave is too long. */
function withinLimit(
  requestedRange: Range<bigint | null>,
  recordedRange: Range<bigint> | null,
  grain: Grain,
): Range<bigint> | null {
  const from = requestedRange.from ?? recordedRange?.from ?? requestedRange.to
  const to = requestedRange.to ?? recordedRange?.to ?? requestedRange.from
  if (from === null || to === null || from > to) return null
  const range = { from: truncate(from, grain), to: truncate(to, grain) }
  if (periodNumber(range.to, grain) - periodNumber(range.from, grain) < MOST_PARTITIONS)
    return range
  if (requestedRange.from === null)
    return { ...range, from: addGrain(range.to, 1 - MOST_PARTITIONS, grain) }
  const reason = `From ${toPartitionValue(from)} to ${toPartitionValue(to)} are more than ${MOST_PARTITIONS} partitions; ask for a shorter range.`
  throw invalidRequestError('to', reason)
}

/** The partition under which a table without partitions is recorded. */
const WHOLE = 'ALL'

function wholeRun(table: TableState | null, lots: readonly LotState[]): Run {
  const [latest] = inOrder(lots)
  const isWritten = (table?.partitions.length ?? 0) > 0
  return { from: null, to: null, state: toPartitionState(latest?.status, isWritten) }
}

/** A lot by the places of its first and last partition in a list of partitions, of which it may have others too. */
export interface PlacedLot extends LotState {
  readonly first: number
  readonly last: number
}

function lotsWithin(
  lots: readonly LotState[],
  { first, grain }: { readonly first: number; readonly grain: Grain },
): readonly PlacedLot[] {
  const toPeriodIndex = (day: string, path: string) =>
    periodNumber(readDay(day, path), grain) - first
  return lots.flatMap((lot) => {
    const { from, to } = lot
    if (from === null || to === null) return []
    return { ...lot, first: toPeriodIndex(from, 'from'), last: toPeriodIndex(to, 'to') }
  })
}

/** Running lots first, then waiting lots, then the lots that ended last. */
function inOrder<Lot extends LotState>(lots: readonly Lot[]): readonly Lot[] {
  const rank = ({ status }: Lot) => (status === 'RUNNING' ? 0 : status === 'WAITING' ? 1 : 2)
  const ended = ({ endedAt }: Lot) => (endedAt === null ? 0 : Date.parse(endedAt))
  return lots.toSorted((a, b) => rank(a) - rank(b) || ended(b) - ended(a))
}

/** The status of the first lot in order that has each partition. */
function findLotStates(
  count: number,
  lots: readonly PlacedLot[],
): readonly (LotState['status'] | undefined)[] {
  const states: (LotState['status'] | undefined)[] = Array.from({ length: count })
  // The next place at or behind each that no lot has taken, so that each place is visited once.
  const next = Array.from({ length: count + 1 }, (_, place) => place)
  const freeFrom = (place: number): number => {
    let free = place
    while (next[free] !== free) free = next[free]!
    for (let at = place; at !== free; ) {
      const further = next[at]!
      next[at] = free
      at = further
    }
    return free
  }
  for (const { first, last, status } of inOrder(lots)) {
    const end = Math.min(last, count - 1)
    for (let at = freeFrom(Math.max(first, 0)); at <= end; at = freeFrom(at)) {
      states[at] = status
      next[at] = at + 1
    }
  }
  return states
}

/** A successful partition is only DONE when it is recorded: partitions beyond the data are not. */
function toPartitionState(status: LotState['status'] | undefined, isWritten: boolean): State {
  if (status !== undefined && status !== 'SUCCESS') return status
  return isWritten ? 'DONE' : 'MISSING'
}

/** Neighbouring partitions of one state, as runs. `written` are those that are recorded. */
export function partitionRuns(
  values: readonly string[],
  lots: readonly PlacedLot[],
  written: ReadonlySet<string>,
): readonly Run[] {
  const statuses = findLotStates(values.length, lots)
  const runs: { from: string; to: string; state: State }[] = []
  for (const [index, value] of values.entries()) {
    const state = toPartitionState(statuses[index], written.has(value))
    const last = runs.at(-1)
    if (last?.state === state) last.to = value
    else runs.push({ from: value, to: value, state })
  }
  return runs
}
