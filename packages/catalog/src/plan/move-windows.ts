import type { Leaf, WindowPair } from '@tributary/attribution'
import { type BoundedInterval, intervalsOf, type TypedExpr } from '@tributary/expression'
import { windowNotARange } from '../errors.ts'
import { allOf } from '../resolve/all-of.ts'
import { identityOf } from '../resolve/identity-of.ts'
import type { ResolvedLeaf } from '../resolve/leaf-set.ts'
import { movedInterval, type WindowMove } from '../resolve/window-move.ts'
import type { PlannedWindow } from './plan-window.ts'

/** The windows of a question, and the time that they are ranges of. */
export interface MovableWindows {
  readonly metric: string
  readonly current: PlannedWindow
  readonly compare: PlannedWindow
  readonly time: TypedExpr | null
}

/** The leaves with the windows that their moves mean. */
export interface MovedLeaves {
  readonly leaves: readonly Leaf[]
  readonly otherWindows: readonly WindowPair[]
}

/** Plans the windows of leaves that look at another period; equal moves share a pair. `CATALOG_WINDOW_NOT_A_RANGE` when a window is no range of time. */
export function moveWindows(leaves: readonly ResolvedLeaf[], windows: MovableWindows): MovedLeaves {
  const pairs = new Map<string, { readonly index: number; readonly pair: WindowPair }>()
  const placed = leaves.map(({ moves, ...leaf }): Leaf => {
    if (moves.length === 0) return leaf
    const identity = identityOf(moves)
    const known = pairs.get(identity) ?? { index: pairs.size, pair: movedPair(windows, moves) }
    pairs.set(identity, known)
    return { ...leaf, otherWindow: known.index }
  })
  return { leaves: placed, otherWindows: [...pairs.values()].map((one) => one.pair) }
}

function movedPair(windows: MovableWindows, moves: readonly WindowMove[]): WindowPair {
  const side = (window: PlannedWindow) => {
    const interval = movedInterval(rangeOf(windows, window), moves)
    return allOf([...window.filters, ...within(windows.time!, interval)])!
  }
  return { current: side(windows.current), compare: side(windows.compare) }
}

function rangeOf({ metric, time }: MovableWindows, window: PlannedWindow): BoundedInterval {
  const isTime = (one: TypedExpr) =>
    one.kind === 'reference' &&
    time?.kind === 'reference' &&
    one.name === time.name &&
    one.table === time.table
  const [only, ...others] = intervalsOf(window.time, isTime) ?? []
  if (only === undefined || others.length > 0 || only.from === null || only.to === null) {
    throw windowNotARange(metric, window.path)
  }
  return { from: only.from, to: only.to }
}

/** `time >= from AND time < to`, in the type of the time. */
function within(time: TypedExpr, { from, to }: BoundedInterval): readonly TypedExpr[] {
  return [
    { kind: 'comparison', type: 'BOOLEAN', op: '>=', left: time, right: constantOf(time, from) },
    { kind: 'comparison', type: 'BOOLEAN', op: '<', left: time, right: constantOf(time, to) },
  ]
}

const DAY = 86_400_000_000n

/** A DATE is less than a moment in a day exactly when it is less than the next day. */
function constantOf(time: TypedExpr, moment: bigint): TypedExpr {
  if (time.type !== 'DATE') {
    return { kind: 'constant', type: 'TIMESTAMP', constant: { type: 'TIMESTAMP', value: moment } }
  }
  const days = moment / DAY + (moment % DAY > 0n ? 1n : 0n)
  return { kind: 'constant', type: 'DATE', constant: { type: 'DATE', value: Number(days) } }
}
