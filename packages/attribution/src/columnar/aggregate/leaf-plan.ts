import { assertNever } from '@tributary/core'
import type { TypedExpr } from '@tributary/expression'
import { aggregateType } from '../../errors.ts'
import type { Leaf } from '../../source.ts'
import { type BigColumn, type Column, nullsOf } from '../columns/column.ts'
import { expressionKey } from '../select/expression-key.ts'
import type { Predicate } from '../select/predicate.ts'
import type { RowSpace } from '../select/row-space.ts'
import { toPredicate } from '../select/to-predicate.ts'
import {
  type BlockReader,
  blockReader,
  type Fill,
  fillOf,
  fillPresence,
  plainReader,
  type Split,
  WHOLE_ONLY,
} from './block-reader.ts'
import { BIG_LIMBS, bigLimb, floatLimbs } from './limbs.ts'

/** How a leaf is aggregated: what is added up for it, and what it is of. */
export type LeafPlan =
  /** The number of rows itself. */
  | { readonly kind: 'rows' }
  | { readonly kind: 'count'; readonly slot: number }
  | { readonly kind: 'sum'; readonly slots: readonly number[]; readonly column: Column }
  | { readonly kind: 'extreme'; readonly extreme: number; readonly column: Column }
  /** What needs the rows of a group together: aggregated by a job of its own. */
  | { readonly kind: 'ordered'; readonly leaf: Leaf; readonly column: Column }

/** Sums or counts that are kept for every group and come of one column; leaves that need the same share them. */
export interface SlotGroup {
  readonly key: string
  /** Place of the first among all slots. */
  readonly first: number
  readonly size: number
  /** Whether numbers are read where they lie: then going over the rows again costs less than remembering them. */
  readonly plain: boolean
  /** Makes the reader: every job has its own, with scratch of its own. */
  open(): BlockReader
}

/** A least or greatest number that is kept for every group. */
export interface ExtremeSlot {
  readonly key: string
  readonly which: 'MIN' | 'MAX'
  open(): BlockReader
}

/** The plans of some leaves, and what has to be kept for them. */
export interface LeafPlans {
  readonly leaves: readonly LeafPlan[]
  readonly groups: readonly SlotGroup[]
  /** How many slots there are. */
  readonly slots: number
  readonly extremes: readonly ExtremeSlot[]
}

/** Plans the leaves of one pair of windows. Throws {@link AttributionError} for an aggregate that does not take its argument's type. */
export function planLeaves(leaves: readonly Leaf[], space: RowSpace): LeafPlans {
  const groups: SlotGroup[] = []
  const extremes: ExtremeSlot[] = []
  let slots = 0
  const placeGroup = (group: Omit<SlotGroup, 'first'>): readonly number[] => {
    let known = groups.find(({ key }) => key === group.key)
    if (known === undefined) {
      known = { ...group, first: slots }
      groups.push(known)
      slots += group.size
    }
    const { first, size } = known
    return Array.from({ length: size }, (_, index) => first + index)
  }
  const placeExtreme = (slot: ExtremeSlot): number => {
    const known = extremes.findIndex(({ key }) => key === slot.key)
    return known === -1 ? extremes.push(slot) - 1 : known
  }
  const plan = (leaf: Leaf): LeafPlan => {
    const filter = leaf.filter === null ? null : toPredicate(leaf.filter, space)
    const column = leaf.argument === null ? null : argumentColumn(leaf, leaf.argument, space)
    const key = `${expressionKey(leaf.argument)} ${expressionKey(leaf.filter)}`
    switch (leaf.aggregate) {
      case 'COUNT': {
        if (filter === null && (column === null || nullsOf(column) === 0)) return { kind: 'rows' }
        const [slot] = placeGroup(countGroup(`count ${key}`, column, filter))
        return { kind: 'count', slot: slot! }
      }
      case 'SUM': {
        const kept = placeGroup(sumGroup(`sum ${key}`, column!, filter))
        return { kind: 'sum', slots: kept, column: column! }
      }
      case 'MIN':
      case 'MAX': {
        const kept = column!.kind === 'bigs' ? space.coded(column!) : column!
        const slot = { key: `${leaf.aggregate} ${key}`, which: leaf.aggregate }
        const open = (): BlockReader => extremeReader(kept, filter)
        return { kind: 'extreme', extreme: placeExtreme({ ...slot, open }), column: kept }
      }
      case 'COUNT_DISTINCT':
        // Made now, so that threads share the codes instead of making them each.
        space.coded(column!)
        return { kind: 'ordered', leaf, column: column! }
      case 'PERCENTILE':
      case 'VARIANCE':
      case 'STDDEV':
        return { kind: 'ordered', leaf, column: column! }
      default:
        return assertNever(leaf.aggregate)
    }
  }
  const planned = leaves.map(plan)
  return { leaves: planned, groups, slots, extremes }
}

function argumentColumn(leaf: Leaf, argument: TypedExpr, space: RowSpace): Column {
  const { type } = argument
  const isNumber = type === 'INT' || type === 'DECIMAL' || type === 'DOUBLE' || type === 'NULL'
  if (leaf.aggregate !== 'COUNT' && leaf.aggregate !== 'COUNT_DISTINCT' && !isNumber) {
    throw aggregateType(leaf.name, leaf.aggregate, type)
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

type NewGroup = Omit<SlotGroup, 'first'>

function countGroup(key: string, column: Column | null, filter: Predicate | null): NewGroup {
  const open = (): BlockReader =>
    blockReader({ fill: fillPresence(column), filter, missing: 0, split: WHOLE_ONLY })
  return { key, size: 1, plain: false, open }
}

function sumGroup(key: string, column: Column, filter: Predicate | null): NewGroup {
  const [fill, split, size] = sumParts(column)
  if (column.kind === 'floats' && size === 1 && filter === null && nullsOf(column) === 0) {
    return { key, size, plain: true, open: () => plainReader(column.values) }
  }
  // A NULL and a row that is left out add -0, which changes no sum, not even one of nothing.
  const open = (): BlockReader => blockReader({ fill, filter, missing: -0, split })
  return { key, size, plain: false, open }
}

function sumParts(column: Column): readonly [Fill, Split, number] {
  if (column.kind === 'bigs') return [fillOf(column), bigSplit(column), BIG_LIMBS]
  if (column.kind === 'coded') return [fillOf(column), WHOLE_ONLY, 1]
  const { count, take } = floatLimbs(column)
  if (count === 1) return [fillOf(column), WHOLE_ONLY, 1]
  const split: Split = {
    count,
    take: (index, block, values, part) => take(index, values, part, block.count),
  }
  return [fillOf(column), split, count]
}

function bigSplit({ values: bigs }: BigColumn): Split {
  return {
    count: BIG_LIMBS,
    take(index, { from, rows, count }, values, part) {
      for (let place = 0; place < count; place++) {
        const row = rows === null ? from + place : rows[place]!
        part[place] = Number.isNaN(values[place]!) ? Number.NaN : bigLimb(bigs[row]!, index)
      }
    },
  }
}

function extremeReader(column: Column, filter: Predicate | null): BlockReader {
  return blockReader({ fill: fillOf(column), filter, missing: Number.NaN, split: WHOLE_ONLY })
}
