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
import { BLOCK_ROWS, blocksOf, type WindowRows } from '../select/block.ts'
import type { LeafPlans } from './leaf-plan.ts'
import type { ExtremeSlot } from './slots.ts'

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

/** Counts and sums the rows of a window per group of some groupings. Yields after every block. */
export function* sumWindow(
  window: WindowRows,
  groupings: readonly GroupSpace[],
  plans: LeafPlans,
): Generator<void, readonly GroupTotals[]> {
  const readers = plans.groups.map((group) => group.open())
  const extremes = plans.extremes.map(({ which, open }) => ({ which, reader: open() }))
  const totals = groupings.map((space) => createTotals(space, plans))
  const [first, second] = totals
  const paired = totals.length === 2 && plans.slots === 1
  for (const block of blocksOf(window)) {
    const { count } = block
    const numbers = readers.flatMap((reader) => reader.read(block))
    const extremeNumbers = extremes.map(({ reader }) => reader.read(block)[0]!)
    const codes = totals.map((one) => one.codesOf(block))
    if (paired) {
      const pair = [codes[0]!, codes[1]!] as const
      addRowsTwice(pair, count, numbers[0]!, [first!.accumulators(), second!.accumulators()])
    }
    for (const [index, one] of totals.entries()) {
      if (!paired) addAll(one, codes[index]!, { count, numbers })
      for (const [place, { which }] of extremes.entries()) {
        const keep = which === 'MIN' ? keepLeast : keepGreatest
        keep(codes[index]!, count, extremeNumbers[place]!, one.extreme(place))
      }
    }
    yield
  }
  return totals.map((one) => one.result())
}

/** At most three numbers per loop: with more, the processor runs out of registers. */
function addAll(
  totals: GrowingTotals,
  codes: Codes,
  { count, numbers }: { readonly count: number; readonly numbers: readonly Numbers[] },
): void {
  const accumulators = totals.accumulators()
  addRows(codes, count, numbers.slice(0, 3), accumulators)
  for (let at = 3; at < numbers.length; at += 3) {
    addNumbers(codes, count, numbers.slice(at, at + 3), { ...accumulators, offset: at + 1 })
  }
}

interface GrowingTotals {
  codesOf(block: Parameters<GroupNumbers['codesOf']>[0]): Codes
  accumulators(): { readonly sums: Float64Array; readonly stride: number }
  extreme(index: number): Float64Array
  result(): GroupTotals
}

function createTotals(space: GroupSpace, plans: LeafPlans): GrowingTotals {
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
      if (numbers.size() > capacity) grow(numbers.size())
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
