import { groupLimitError } from '../../request/errors.ts'
import type { AggregateFrame, AggregateRequest, MeasureColumns } from '../../request/source.ts'
import type { GroupSpace } from '../groups/group-space.ts'
import { foldNestedAggregate } from './fold-nested.ts'
import { type GroupTable, groupTable } from './group-table.ts'
import type { JobResult } from './pass.ts'
import { getWindowPairIndex, type RequestPlan } from './request-plan.ts'

/**
 * Makes the frames of a request from the results of all its jobs. Yields between steps. Throws {@link AttributionError}
 * when they have more than `maxGroups` groups together.
 */
export function* answerFrames(
  request: AggregateRequest,
  plan: RequestPlan,
  results: readonly JobResult[],
  maxGroups: number = Infinity,
): Generator<void, readonly AggregateFrame[]> {
  let begin = plan.main.jobs.length
  const main = results.slice(0, begin)
  const nested = plan.nested.map(({ pass }) => {
    const passResults = results.slice(begin, begin + pass.jobs.length)
    begin += pass.jobs.length
    return passResults
  })
  const frames: AggregateFrame[] = []
  let groups = 0
  const assertRoom = (more: number): void => {
    groups += more
    if (groups > maxGroups) throw groupLimitError(maxGroups)
  }
  for (const [grouping, space] of plan.groupings.entries()) {
    const table = yield* groupTable(plan.main, main, { grouping, assertRoom })
    const inner: GroupTable[] = []
    for (const [index, { pass }] of plan.nested.entries()) {
      inner.push(yield* groupTable(pass, nested[index]!, { grouping }))
    }
    const { keys } = table
    frames.push({
      rowCount: keys.length,
      keys: yield* keyColumns(keys, space),
      ...(hasOrderedKeys(space) && { ordered: true }),
      measures: request.measures.map((_, measure) =>
        measureColumns(request, plan, { measure, table, inner }),
      ),
      present: { current: table.present[0]!, compare: table.present[1]! },
    })
    yield
  }
  return frames
}

function measureColumns(
  request: AggregateRequest,
  plan: RequestPlan,
  at: {
    readonly measure: number
    readonly table: GroupTable
    readonly inner: readonly GroupTable[]
  },
): MeasureColumns {
  const measure = request.measures[at.measure]!
  if (measure.nested === undefined) {
    const pair = getWindowPairIndex(measure)
    const { numbers, texts } = at.table
    const current = texts[pair * 2]!.get(at.measure)
    const compare = texts[pair * 2 + 1]!.get(at.measure)
    return {
      current: numbers[pair * 2]!.get(at.measure)!,
      compare: numbers[pair * 2 + 1]!.get(at.measure)!,
      ...(current && compare && { texts: { current, compare } }),
    }
  }
  const index = plan.nested.findIndex((nestedPass) => nestedPass.measure === at.measure)
  const fold = (window: number) =>
    foldNestedAggregate(
      measure.nested!,
      { table: at.inner[index]!, window, inner: plan.nested[index]!.inner },
      at.table.keys,
    )
  return { current: fold(0), compare: fold(1) }
}

/** Dense group keys ascend, and dictionary texts ascend with their codes. */
function hasOrderedKeys({ dense, dimensions }: GroupSpace): boolean {
  return dense && dimensions.length > 0 && dimensions.every(({ ordered }) => ordered)
}

/** Groups whose texts are read between two yields. */
const BLOCK = 2_048

function* keyColumns(
  keys: Float64Array,
  space: GroupSpace,
): Generator<void, readonly (readonly (string | null)[])[]> {
  const [only, ...more] = space.dimensions
  if (only === undefined) return []
  if (more.length === 0) {
    const texts = new Array<string | null>(keys.length)
    for (let from = 0; from < keys.length; from += BLOCK) {
      const block = only.texts(keys.subarray(from, from + BLOCK))
      for (let at = 0; at < block.length; at++) texts[from + at] = block[at]!
      yield
    }
    return [texts]
  }
  const columns = space.dimensions.map(() => new Array<string | null>(keys.length))
  const digits = new Float64Array(BLOCK)
  for (let from = 0; from < keys.length; from += BLOCK) {
    const count = Math.min(BLOCK, keys.length - from)
    const remainingKeys = keys.slice(from, from + count)
    for (let index = columns.length - 1; index >= 0; index--) {
      const { size, texts } = space.dimensions[index]!
      takeDigit(remainingKeys, size, digits)
      const blockTexts = texts(digits.subarray(0, count))
      for (let at = 0; at < count; at++) columns[index]![from + at] = blockTexts[at]!
    }
    yield
  }
  return columns
}

/** Takes the lowest digit off every key. */
function takeDigit(keys: Float64Array, size: number, digits: Float64Array): void {
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!
    const above = Math.floor(key / size)
    keys[at] = above
    digits[at] = key - above * size
  }
}
