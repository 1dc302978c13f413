import { groupLimitError } from '../../request/errors.ts'
import { type GroupNumbers, groupNumbers } from '../groups/group-numbers.ts'
import type { GroupSpace } from '../groups/group-space.ts'
import { createKeyNumbers } from '../kernels/key-numbers.ts'
import {
  addNumbers,
  addRows,
  addRowsTwice,
  type Codes,
  keepGreatest,
  keepLeast,
  type Numbers,
} from '../kernels/sums.ts'
import { BLOCK_ROWS, type Block, blocksOf, type WindowRows } from '../select/block.ts'
import type { Predicate } from '../select/predicate.ts'
import type { BlockReader } from './block-reader.ts'
import { createFilteredRows } from './filtered-rows.ts'
import type { LeafPlans } from './leaf-plan.ts'
import type { ExtremeSlot, SlotGroup } from './slots.ts'

/** The row counts, sums and extremes of the groups of one grouping in one window. */
export interface GroupTotals {
  /** The key of each place; null when places are keys. */
  readonly keys: Float64Array | null
  readonly stride: number
  /** `stride` numbers a place: the row count, then a sum per slot. */
  readonly sums: Float64Array
  /** A list per extreme: infinite where there is no value. */
  readonly extremes: readonly Float64Array[]
}

/**
 * Counts and sums the rows of a window per group of some groupings. Yields after every block. Throws
 * {@link AttributionError} as soon as the numbered groups of one are more than `maxGroups`.
 */
export function* sumWindow(
  window: WindowRows,
  groupings: readonly GroupSpace[],
  {
    plans,
    maxGroups = Infinity,
  }: { readonly plans: LeafPlans; readonly maxGroups?: number | undefined },
): Generator<void, readonly GroupTotals[]> {
  const [unfiltered, ...filtered] = openSlots(plans)
  const filteredRows = filtered.length === 0 ? null : createFilteredRows()
  const totals = groupings.map((space) => createTotals(space, plans, maxGroups))
  const [first, second] = totals
  const paired = totals.length === 2 && plans.slots === 1 && unfiltered.readers.length === 1
  for (const block of blocksOf(window)) {
    const codes = totals.map((one) => one.codesOf(block))
    const numbers = readNumbers(unfiltered, block)
    if (paired) {
      const pair = [codes[0]!, codes[1]!] as const
      const sides = [first!.accumulators(), second!.accumulators()] as const
      addRowsTwice(pair, block.count, numbers.sums[0]!, sides)
    }
    for (const [index, one] of totals.entries()) {
      if (!paired) addAll(one, codes[index]!, { counted: true, slots: unfiltered, numbers })
      keepExtremes(one, codes[index]!, { slots: unfiltered, numbers })
    }
    for (const slots of filtered) {
      const some = filteredRows!.select(slots.filter!, block)
      if (some.count === 0) continue
      const found = readNumbers(slots, some)
      for (const [index, one] of totals.entries()) {
        const groups = filteredRows!.codesOf(codes[index]!)
        addAll(one, groups, { counted: false, slots, numbers: found })
        keepExtremes(one, groups, { slots, numbers: found })
      }
    }
    yield
  }
  return totals.map((one) => one.result())
}

/** The slots that are filled from the same rows, with readers of their numbers. */
interface OpenSlots {
  /** Null: all rows of the window. */
  readonly filter: Predicate | null
  readonly readers: readonly BlockReader[]
  /** The numbers that are added in one loop. */
  readonly runs: readonly Run[]
  readonly extremes: readonly OpenExtreme[]
}

/** Numbers from one place up to another, whose slots follow one another from `offset` behind the count. */
interface Run {
  readonly from: number
  readonly to: number
  readonly offset: number
}

interface OpenExtreme {
  readonly which: ExtremeSlot['which']
  /** Its place among all extremes. */
  readonly place: number
  readonly reader: BlockReader
}

/** The slots of the rows without a filter first, then those of each filter. */
function openSlots({ groups, extremes }: LeafPlans): readonly [OpenSlots, ...OpenSlots[]] {
  const filters = new Map<string, Predicate>()
  for (const { filter } of [...groups, ...extremes]) {
    if (filter !== null) filters.set(filter.key, filter.predicate)
  }
  const open = (key: string | null, filter: Predicate | null): OpenSlots => {
    const own = groups.filter((group) => (group.filter?.key ?? null) === key)
    return {
      filter,
      readers: own.map((group) => group.open()),
      runs: runsOf(own),
      extremes: extremes.flatMap((slot, place) => {
        if ((slot.filter?.key ?? null) !== key) return []
        return [{ which: slot.which, place, reader: slot.open() }]
      }),
    }
  }
  return [open(null, null), ...Array.from(filters, ([key, filter]) => open(key, filter))]
}

/** At most three numbers per loop: with more, the processor runs out of registers. */
const MOST_NUMBERS = 3

function runsOf(groups: readonly SlotGroup[]): readonly Run[] {
  const slots = groups.flatMap(({ first, size }) =>
    Array.from({ length: size }, (_, index) => first + index),
  )
  const runs: Run[] = []
  for (const [index, slot] of slots.entries()) {
    const last = runs.at(-1)
    const follows = last !== undefined && slot + 1 === last.offset + index - last.from
    if (follows && index - last.from < MOST_NUMBERS)
      runs[runs.length - 1] = { ...last, to: index + 1 }
    else runs.push({ from: index, to: index + 1, offset: slot + 1 })
  }
  return runs
}

/** The numbers of a block's rows. */
interface BlockNumbers {
  readonly count: number
  readonly sums: readonly Numbers[]
  readonly extremes: readonly Numbers[]
}

function readNumbers({ readers, extremes }: OpenSlots, block: Block): BlockNumbers {
  return {
    count: block.count,
    sums: readers.flatMap((reader) => reader.read(block)),
    extremes: extremes.map(({ reader }) => reader.read(block)[0]!),
  }
}

interface SlotNumbers {
  readonly slots: OpenSlots
  readonly numbers: BlockNumbers
}

/** Adds numbers to their groups, and counts the rows where they are all those of the block. */
function addAll(
  totals: GrowingTotals,
  codes: Codes,
  {
    counted,
    slots: { runs },
    numbers: { count, sums },
  }: SlotNumbers & { readonly counted: boolean },
): void {
  const accumulators = totals.accumulators()
  const [first] = runs
  // The count and the numbers right behind it are added in one loop.
  const together = counted && first?.offset === 1 ? first : null
  if (counted) addRows(codes, count, sums.slice(0, together?.to ?? 0), accumulators)
  for (const run of runs) {
    if (run === together) continue
    const { from, to, offset } = run
    addNumbers(codes, count, sums.slice(from, to), { ...accumulators, offset })
  }
}

function keepExtremes(
  totals: GrowingTotals,
  codes: Codes,
  { slots, numbers: { count, extremes } }: SlotNumbers,
): void {
  for (const [index, { which, place }] of slots.extremes.entries()) {
    const keep = which === 'MIN' ? keepLeast : keepGreatest
    keep(codes, count, extremes[index]!, totals.extreme(place))
  }
}

interface GrowingTotals {
  codesOf(block: Parameters<GroupNumbers['codesOf']>[0]): Codes
  accumulators(): { readonly sums: Float64Array; readonly stride: number }
  extreme(index: number): Float64Array
  result(): GroupTotals
}

function createTotals(space: GroupSpace, plans: LeafPlans, maxGroups: number): GrowingTotals {
  const numbers = groupNumbers(space, BLOCK_ROWS)
  const stride = 1 + plans.slots
  const starts = plans.extremes.map(({ which }) => startOf(which))
  let capacity = space.dense ? space.size : 0
  let sums = new Float64Array(capacity * stride).fill(-0)
  let extremes = starts.map((start) => new Float64Array(capacity).fill(start))
  const grow = (size: number): void => {
    capacity = Math.max(1024, capacity * 2, size)
    sums = grown(sums, capacity * stride, -0)
    extremes = extremes.map((one, index) => grown(one, capacity, starts[index]!))
  }
  return {
    codesOf(block) {
      const codes = numbers.codesOf(block)
      const size = numbers.size()
      if (!space.dense && size > maxGroups) throw groupLimitError(maxGroups)
      if (size > capacity) grow(size)
      return codes
    },
    accumulators: () => ({ sums, stride }),
    extreme: (index) => extremes[index]!,
    result() {
      const size = numbers.size()
      return {
        keys: numbers.keys(),
        stride,
        sums: sums.subarray(0, size * stride),
        extremes: extremes.map((one) => one.subarray(0, size)),
      }
    },
  }
}

function grown(
  values: Float64Array<ArrayBuffer>,
  length: number,
  start: number,
): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length).fill(start, values.length)
  larger.set(values)
  return larger
}

/** Merges the totals of a grouping over parts of the rows; null when there are none. */
export function mergeTotals(
  parts: readonly GroupTotals[],
  extremes: readonly ExtremeSlot[],
): GroupTotals | null {
  const [first, ...rest] = parts
  if (first === undefined || rest.length === 0) return first ?? null
  const numbers = first.keys === null ? null : createKeyNumbers()
  const places = parts.map(({ keys }) =>
    keys === null ? null : Uint32Array.from(keys, (key) => numbers!.numberOf(key)),
  )
  const size = numbers === null ? first.sums.length / first.stride : numbers.size()
  const merged: GroupTotals = {
    keys: numbers === null ? null : numbers.keys(),
    stride: first.stride,
    sums: new Float64Array(size * first.stride).fill(-0),
    extremes: extremes.map(({ which }) => new Float64Array(size).fill(startOf(which))),
  }
  parts.forEach((part, index) => {
    addPart(merged, part, { places: places[index] ?? null, extremes })
  })
  return merged
}

function addPart(
  merged: GroupTotals,
  part: GroupTotals,
  {
    places,
    extremes,
  }: { readonly places: Uint32Array | null; readonly extremes: readonly ExtremeSlot[] },
): void {
  const { stride, sums } = part
  const groups = sums.length / stride
  for (let group = 0; group < groups; group++) {
    const place = (places === null ? group : places[group]!) * stride
    for (let slot = 0; slot < stride; slot++)
      merged.sums[place + slot]! += sums[group * stride + slot]!
  }
  extremes.forEach(({ which }, index) => {
    const from = part.extremes[index]!
    const to = merged.extremes[index]!
    const better = which === 'MIN' ? Math.min : Math.max
    for (let group = 0; group < groups; group++) {
      const place = places === null ? group : places[group]!
      to[place] = better(to[place]!, from[group]!)
    }
  })
}

/** The totals of all groups together. */
export function wholeTotals(groups: GroupTotals, extremes: readonly ExtremeSlot[]): GroupTotals {
  const { stride, sums } = groups
  const whole = new Float64Array(stride).fill(-0)
  for (let place = 0; place < sums.length; place += stride) {
    for (let slot = 0; slot < stride; slot++) whole[slot]! += sums[place + slot]!
  }
  return {
    keys: null,
    stride,
    sums: whole,
    extremes: extremes.map(({ which }, index) => {
      const better = which === 'MIN' ? Math.min : Math.max
      return Float64Array.of(
        groups.extremes[index]!.reduce((best, one) => better(best, one), startOf(which)),
      )
    }),
  }
}

/** The start value of an extreme. */
function startOf(which: ExtremeSlot['which']): number {
  return which === 'MIN' ? Infinity : -Infinity
}
