import { type GroupNumbers, groupNumbers } from '../groups/group-numbers.ts'
import type { GroupSpace } from '../groups/group-space.ts'
import { addNumbers, addRows, addRowsTwice, type Codes, type Numbers } from '../kernels/add-sums.ts'
import { keepGreatest, keepLeast } from '../kernels/keep-extremes.ts'
import { BLOCK_ROWS, blocksOf, type WindowRows } from './block.ts'
import type { LeafPlans } from './leaf-plan.ts'

/** What is kept of the groups of one grouping in one window: per group its rows, sums and extremes. */
export interface GroupTotals {
  /** The key of each place; null when places are keys. */
  readonly keys: Float64Array | null
  readonly stride: number
  /** `stride` numbers a place: the row count, then a sum per slot. */
  readonly sums: Float64Array
  /** A list per extreme: infinite where there is no value. */
  readonly extremes: readonly Float64Array[]
}

/** Counts and adds up the rows of a window in the groups of some groupings, pausing after every block. */
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

/** Three numbers a pass: with more, the processor runs out of registers. */
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
  const starts = plans.extremes.map(({ which }) => (which === 'MIN' ? Infinity : -Infinity))
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
