import type { GroupKey } from '@tributary/attribution'
import { type PlainGrain, type TypedExpr, typedReferences } from '@tributary/expression'
import { callNode, constantNode, mapReferences } from '@tributary/expression/internal'
import type { PlanContext } from '../plan/attribution-question.ts'
import type { findRowTime } from '../plan/plan-attribution.ts'
import type { PlannedWindow } from '../plan/plan-window.ts'
import { combineConditions, toIdentity } from '../resolve/rows/conjunction.ts'
import { toPeriodTruncation } from '../route/periods.ts'
import { splitTime } from './part-periods.ts'

/** The rows of a fact that a query reads. */
export interface QueriedRows {
  readonly context: PlanContext
  readonly keys: readonly GroupKey[]
  readonly window: PlannedWindow
  readonly filter: TypedExpr | null
  readonly time: ReturnType<typeof findRowTime>
}

/** Grains whose periods have one length. */
const FIXED: ReadonlySet<string> = new Set<PlainGrain>(['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK'])

/**
 * A metric of a fixed time before, by a part of the time such as the month from 1 to 12: its rows, each that much later. The
 * rows as they are for other metrics and other keys.
 */
export function shiftRowsLater(rows: QueriedRows): QueriedRows {
  const { context, keys, window, filter, time } = rows
  const before = fixedTimeBefore(context)
  if (before === null || time === null) return rows
  const identity = toIdentity(time.value)
  const named = (value: TypedExpr): boolean =>
    typedReferences(value).some((reference) => toIdentity(reference) === identity)
  const isPart = ({ value }: GroupKey): boolean => {
    const period = toPeriodTruncation(value)
    const isPeriod = period !== null && toIdentity(period.time) === identity
    return !isPeriod && named(value)
  }
  if (!keys.some(isPart)) return rows
  const moved = callNode('DateAdd', time.value.type, [
    time.value,
    constantNode({ type: 'INT', value: BigInt(before.count) }),
    constantNode({ type: 'STRING', value: before.grain }),
  ])
  const later = (value: TypedExpr): TypedExpr =>
    mapReferences(value, (reference) => (toIdentity(reference) === identity ? moved : reference))
  const { timed, untimed: untimedFilter } = splitTime(context, filter)
  const { metric } = context
  const windowTime = later(window.time)
  return {
    context: {
      ...context,
      metric: {
        ...metric,
        measures: metric.measures.map((measure) => ({ ...measure, moves: [] })),
      },
    },
    keys: keys.map((key) => ({ ...key, value: later(key.value) })),
    window: {
      ...window,
      time: windowTime,
      condition: combineConditions([...window.filters, windowTime]) ?? windowTime,
    },
    filter: combineConditions([...timed.map(later), untimedFilter]),
    time: { ...time, value: moved },
  }
}

/** The fixed time before that all measures of a metric look at; null where they do not. */
function fixedTimeBefore({ metric: { measures } }: PlanContext) {
  const [first] = measures
  const [move, ...more] = first?.moves ?? []
  if (move?.kind !== 'defined' || move.period.kind !== 'before' || more.length > 0) return null
  const isSame = measures.every(
    ({ moves, snapshot, nested }) =>
      snapshot === undefined &&
      nested === undefined &&
      toIdentity(moves) === toIdentity(first!.moves),
  )
  return isSame && FIXED.has(move.period.grain) ? move.period : null
}
