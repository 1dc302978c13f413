import { assertNever } from '@tributary/core'
import type { TypedExpr } from '@tributary/expression'
import { aggregateTypeError } from '../../request/errors.ts'
import { isTextExtreme, type Leaf } from '../../request/source.ts'
import { type Column, nullsOf } from '../columns/column.ts'
import type { Predicate } from '../select/predicate.ts'
import { expressionKey, type RowSpace } from '../select/row-space.ts'
import { toPredicate } from '../select/to-predicate.ts'
import { type BlockReader, blockReader, fillOf, fillPresence, plainReader } from './block-reader.ts'
import { bigLimbs, floatLimbs, type Split, WHOLE_ONLY } from './limbs.ts'
import { createSlots, type KeptSlots, type NewGroup, type Slots } from './slots.ts'

/** How a leaf is aggregated, and in which slots. */
export type LeafPlan =
  /** COUNT of rows. */
  | { readonly kind: 'rows' }
  | { readonly kind: 'count'; readonly slot: number }
  | { readonly kind: 'sum'; readonly slots: readonly number[]; readonly column: Column }
  | { readonly kind: 'extreme'; readonly extreme: number; readonly column: Column }
  /** Aggregates that need all values of a group at once: each has a job of its own. */
  | { readonly kind: 'ordered'; readonly leaf: Leaf; readonly column: Column }

/** The plans of some leaves, and the slots that they need. */
export interface LeafPlans extends KeptSlots {
  readonly leaves: readonly LeafPlan[]
}

/** Plans the leaves of one pair of windows. Throws {@link AttributionError} for an aggregate that does not take its argument's type. */
export function planLeaves(leaves: readonly Leaf[], space: RowSpace): LeafPlans {
  const slots = createSlots()
  const planned = leaves.map((leaf) => planLeaf(leaf, space, slots))
  return { leaves: planned, ...slots.kept() }
}

function planLeaf(leaf: Leaf, space: RowSpace, slots: Slots): LeafPlan {
  const filter = leaf.filter === null ? null : toPredicate(leaf.filter, space)
  const column = leaf.argument === null ? null : argumentColumn(leaf, leaf.argument, space)
  const key = `${expressionKey(leaf.argument)} ${expressionKey(leaf.filter)}`
  switch (leaf.aggregate) {
    case 'COUNT': {
      if (filter === null && (column === null || nullsOf(column) === 0)) return { kind: 'rows' }
      const [slot] = slots.group(countGroup(`count ${key}`, column, filter))
      return { kind: 'count', slot: slot! }
    }
    case 'SUM': {
      const kept = slots.group(sumGroup(`sum ${key}`, column!, filter))
      return { kind: 'sum', slots: kept, column: column! }
    }
    case 'MIN':
    case 'MAX': {
      const which = leaf.aggregate
      // Numbers beyond 2^53 are compared by their codes, which have the same order.
      const kept = column!.kind === 'bigs' ? space.coded(column!) : column!
      const open = (): BlockReader => extremeReader(kept, filter)
      const extreme = slots.extreme({ key: `${which} ${key}`, which, open })
      return { kind: 'extreme', extreme, column: kept }
    }
    case 'COUNT_DISTINCT':
      // Makes the codes now, so that threads share them.
      space.coded(column!)
      return { kind: 'ordered', leaf, column: column! }
    case 'PERCENTILE':
    case 'PERCENTILE_DISC':
    case 'VARIANCE':
    case 'STDDEV':
      return { kind: 'ordered', leaf, column: column! }
    default:
      return assertNever(leaf.aggregate)
  }
}

function argumentColumn(leaf: Leaf, argument: TypedExpr, space: RowSpace): Column {
  const { type } = argument
  const isNumber = type === 'INT' || type === 'DECIMAL' || type === 'DOUBLE' || type === 'NULL'
  const takesAny = leaf.aggregate === 'COUNT' || leaf.aggregate === 'COUNT_DISTINCT'
  if (!takesAny && !isNumber && !isTextExtreme(leaf)) {
    throw aggregateTypeError(leaf.name, leaf.aggregate, type)
  }
  return columnOf(argument, space)
}

/** A column as it lies in memory, or an expression as a column. */
export function columnOf(typed: TypedExpr, space: RowSpace): Column {
  if (typed.kind === 'reference') {
    const place = space.place(typed)
    if (place.kind === 'own') return place.column
  }
  return space.computed(typed)
}

function countGroup(key: string, column: Column | null, filter: Predicate | null): NewGroup {
  const open = (): BlockReader =>
    blockReader({ fill: fillPresence(column), filter, missing: 0, split: WHOLE_ONLY })
  return { key, size: 1, plain: false, open }
}

function sumGroup(key: string, column: Column, filter: Predicate | null): NewGroup {
  const split = splitOf(column)
  const size = split.count
  if (column.kind === 'floats' && size === 1 && filter === null && nullsOf(column) === 0) {
    return { key, size, plain: true, open: () => plainReader(column.values) }
  }
  // A NULL and a rejected row add -0, which leaves every sum unchanged, also that of no rows.
  const open = (): BlockReader => blockReader({ fill: fillOf(column), filter, missing: -0, split })
  return { key, size, plain: false, open }
}

function splitOf(column: Column): Split {
  if (column.kind === 'coded') return WHOLE_ONLY
  return column.kind === 'bigs' ? bigLimbs(column) : floatLimbs(column)
}

function extremeReader(column: Column, filter: Predicate | null): BlockReader {
  return blockReader({ fill: fillOf(column), filter, missing: Number.NaN, split: WHOLE_ONLY })
}
