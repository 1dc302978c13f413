import { groupNumbers } from '../groups/group-numbers.ts'
import type { GroupSpace } from '../groups/group-space.ts'
import { countDistinct, type DistinctCounts, distinctCounts } from '../kernels/count-distinct.ts'
import { listRows, listStretch, type NullableCodes } from '../kernels/list-coded.ts'
import { type CodedRows, orderByCode } from '../kernels/order-by-code.ts'
import type { RowSpace } from '../select/row-space.ts'
import { toPredicate } from '../select/to-predicate.ts'
import { BLOCK_ROWS, blocksOf, rowLimit, type WindowRows } from './block.ts'
import type { GroupValues, OrderedLeaf } from './ordered-job.ts'

/**
 * How many different values the rows of every group have. The rows of the window are listed and ordered by value once
 * for all groupings, which then go over them block by block.
 */
export function* distinctValues(
  window: WindowRows,
  groupings: readonly GroupSpace[],
  of: OrderedLeaf & { readonly space: RowSpace },
): Generator<void, readonly GroupValues[]> {
  const { codes, domain } = of.space.coded(of.column)
  yield
  const listed = yield* listCoded(window, of, { codes, nullCode: domain.size })
  const ordered = orderByCode(listed, domain.size)
  yield
  const results: GroupValues[] = []
  for (const grouping of groupings) results.push(yield* countedIn(grouping, ordered))
  return results
}

/** The rows of a window that pass the leaf's filter and have a value, with the codes of these. */
function* listCoded(
  window: WindowRows,
  { leaf, space }: OrderedLeaf & { readonly space: RowSpace },
  column: NullableCodes,
): Generator<void, CodedRows> {
  const filter = leaf.filter === null ? null : toPredicate(leaf.filter, space)
  const room = rowLimit(window) + 1
  const listed = { rows: new Uint32Array(room), codes: new Uint32Array(room) }
  const passed = new Uint32Array(filter === null ? 0 : BLOCK_ROWS + 1)
  let length = 0
  for (const block of blocksOf(window)) {
    const { from, count, rows } = block
    if (filter !== null) {
      for (let index = 0; index < count; index++) passed[index] = rows?.[index] ?? from + index
      const kept = filter.refine(passed, { at: 0, count })
      length = listRows(column, passed.subarray(0, kept), listed, length)
    } else if (rows === null) {
      length = listStretch(column, { from, count }, listed, length)
    } else length = listRows(column, rows.subarray(0, count), listed, length)
    yield
  }
  return { rows: listed.rows.subarray(0, length), codes: listed.codes.subarray(0, length) }
}

function* countedIn(
  grouping: GroupSpace,
  { rows, codes }: CodedRows,
): Generator<void, GroupValues> {
  const numbers = groupNumbers(grouping, BLOCK_ROWS)
  let counted = distinctCounts(numbers.size())
  for (let begin = 0; begin < rows.length; begin += BLOCK_ROWS) {
    const block = rows.subarray(begin, begin + BLOCK_ROWS)
    const found = numbers.codesOf({ from: 0, count: block.length, rows: block })
    if (numbers.size() > counted.counts.length) counted = grown(counted, numbers.size())
    const groups = found.codes.subarray(found.at, found.at + block.length)
    countDistinct(groups, codes.subarray(begin, begin + BLOCK_ROWS), counted)
    yield
  }
  const { counts } = counted
  return { keys: numbers.keys(), values: new Float64Array(counts.subarray(0, numbers.size())) }
}

function grown({ counts, stamps }: DistinctCounts, size: number): DistinctCounts {
  const larger = distinctCounts(Math.max(size, counts.length * 2))
  larger.counts.set(counts)
  larger.stamps.set(stamps)
  return larger
}
