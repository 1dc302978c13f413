import { groupLimitError } from '../../request/errors.ts'
import { type GroupNumbers, groupNumbers } from '../groups/group-numbers.ts'
import { type GroupSpace, groupSpace } from '../groups/group-space.ts'
import {
  type Accumulators,
  addNumbers,
  addRows,
  addRowsTwice,
  type Codes,
  keepGreatest,
  keepLeast,
  type Numbers,
} from '../kernels/sums.ts'
import { BLOCK_ROWS, type Block, iterateBlocks, type WindowRows } from '../select/block.ts'
import type { Predicate } from '../select/predicate.ts'
import type { BlockReader } from './block-reader.ts'
import { createFilteredRows } from './filtered-rows.ts'
import { emptyRecord, fillRecords, type GroupTotals, rollUp } from './group-totals.ts'
import type { MeasurePlans } from './measure-plan.ts'
import type { ExtremeSlot, SlotGroup } from './slots.ts'

/**
 * Counts and sums the rows of a window per group of some groupings, each combined with those beside it in one list: rows
 * are added to the combination, and its groups to those of each. Yields after every block. Throws {@link
 * AttributionError} as soon as the numbered groups of one are more than `maxGroups`.
 */
export function* sumWindow(
  window: WindowRows,
  combinations: readonly (readonly GroupSpace[])[],
  { plans, rows, maxGroups = Infinity }: SumsOptions,
): Generator<void, readonly GroupTotals[]> {
  const [unfiltered, ...filtered] = openSlots(plans)
  const filteredRows = filtered.length === 0 ? null : createFilteredRows()
  const totals = combinations.map((spaces) => {
    return createTotals(combineSpaces(spaces), plans, { rows, maxGroups })
  })
  const [first, second] = totals
  const paired = totals.length === 2 && plans.slots === 1 && unfiltered.readers.length === 1
  for (const block of iterateBlocks(window)) {
    const codes = totals.map((growingTotals) => growingTotals.codesOf(block))
    const numbers = readNumbers(unfiltered, block)
    if (paired) {
      const sides = [first!.accumulators(), second!.accumulators()] as const
      addRowsTwice([codes[0]!, codes[1]!], block.count, numbers.sums[0]!, sides)
    }
    for (const [index, growingTotals] of totals.entries()) {
      const accumulators = growingTotals.accumulators()
      const slots = { slots: unfiltered, numbers }
      if (!paired) addAll(accumulators, codes[index]!, { counted: true, ...slots })
      keepExtremes(accumulators, codes[index]!, slots)
    }
    for (const slots of filtered) {
      const some = filteredRows!.select(slots.filter!, block)
      if (some.count === 0) continue
      const filteredNumbers = readNumbers(slots, some)
      for (const [index, growingTotals] of totals.entries()) {
        const groups = filteredRows!.codesOf(codes[index]!)
        const accumulators = growingTotals.accumulators()
        addAll(accumulators, groups, { counted: false, slots, numbers: filteredNumbers })
        keepExtremes(accumulators, groups, { slots, numbers: filteredNumbers })
      }
    }
    yield
  }
  const results: GroupTotals[] = []
  for (const [index, growingTotals] of totals.entries()) {
    const spaces = combinations[index]!
    if (spaces.length === 1) results.push(growingTotals.result())
    else results.push(...rollUp(growingTotals.result(), spaces, plans))
    yield
  }
  return results
}

/** How the rows of a window are summed. */
interface SumsOptions {
  readonly plans: MeasurePlans
  /** How many rows the whole window has at most, of which these may be a part. */
  readonly rows: number
  readonly maxGroups?: number | undefined
}

/** One grouping by the keys of all. */
function combineSpaces(spaces: readonly GroupSpace[]): GroupSpace {
  const [first, ...remainingSpaces] = spaces
  if (remainingSpaces.length === 0) return first!
  const dimensions = spaces.flatMap((space) => space.dimensions)
  return groupSpace('', dimensions, Number.POSITIVE_INFINITY)
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
  /** How far it is behind the count. */
  readonly offset: number
  readonly reader: BlockReader
}

/** The slots of the rows without a filter first, then those of each filter. */
function openSlots({
  groups,
  slots,
  extremes,
}: MeasurePlans): readonly [OpenSlots, ...OpenSlots[]] {
  const filters = new Map<string, Predicate>()
  for (const { filter } of [...groups, ...extremes]) {
    if (filter !== null) filters.set(filter.key, filter.predicate)
  }
  const open = (key: string | null, filter: Predicate | null): OpenSlots => {
    const matchingGroups = groups.filter((group) => (group.filter?.key ?? null) === key)
    return {
      filter,
      readers: matchingGroups.map((group) => group.open()),
      runs: listSlotRuns(matchingGroups),
      extremes: extremes.flatMap((slot, place) => {
        if ((slot.filter?.key ?? null) !== key) return []
        return [{ which: slot.which, offset: 1 + slots + place, reader: slot.open() }]
      }),
    }
  }
  return [open(null, null), ...Array.from(filters, ([key, filter]) => open(key, filter))]
}

/** At most three numbers per loop: with more, the processor runs out of registers. */
const MOST_NUMBERS = 3

function listSlotRuns(groups: readonly SlotGroup[]): readonly Run[] {
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
  accumulators: Accumulators,
  codes: Codes,
  {
    counted,
    slots: { runs },
    numbers: { count, sums },
  }: SlotNumbers & { readonly counted: boolean },
): void {
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
  accumulators: Accumulators,
  codes: Codes,
  { slots, numbers: { count, extremes } }: SlotNumbers,
): void {
  for (const [index, { which, offset }] of slots.extremes.entries()) {
    const keep = which === 'MIN' ? keepLeast : keepGreatest
    keep(codes, count, extremes[index]!, { ...accumulators, offset })
  }
}

interface GrowingTotals {
  codesOf(block: Parameters<GroupNumbers['codesOf']>[0]): Codes
  accumulators(): Accumulators
  result(): GroupTotals
}

/** Shorter records are sooner written and read in vain than their groups are numbered. */
const WIDE_RECORD = 4

function createTotals(
  space: GroupSpace,
  plans: MeasurePlans,
  { rows, maxGroups }: { readonly rows: number; readonly maxGroups: number },
): GrowingTotals {
  const empty = emptyRecord(plans)
  const stride = empty.length
  const numbers = groupNumbers(space, BLOCK_ROWS, stride < WIDE_RECORD ? undefined : rows)
  // Records that grow are copied; of numbered groups there are seldom more than half as many as rows.
  let capacity = space.dense ? Math.max(numbers.size(), Math.min(rows, space.size) >>> 1) : 0
  let records = new Float64Array(capacity * stride)
  fillRecords(records, empty, 0)
  const grow = (size: number): void => {
    const previousCapacity = capacity
    capacity = Math.max(1024, capacity * 2, size)
    const larger = new Float64Array(capacity * stride)
    larger.set(records)
    records = larger
    fillRecords(records, empty, previousCapacity)
  }
  return {
    codesOf(block) {
      const codes = numbers.codesOf(block)
      const size = numbers.size()
      if (!space.dense && size > maxGroups) throw groupLimitError(maxGroups)
      if (size > capacity) grow(size)
      return codes
    },
    accumulators: () => ({ records, stride }),
    result: () => ({
      keys: numbers.keys(),
      stride,
      records: records.subarray(0, numbers.size() * stride),
    }),
  }
}
