import type { Located } from '@tributary/catalog'
import {
  isAverageOfPrevious,
  isRange,
  type RangeOptions,
  rangeCondition,
  rangeText,
  readComparedRanges,
  readRange,
} from '@tributary/expression'
import { invalidRequestError } from '../model/errors.ts'
import { locatedOrNull } from './located-texts.ts'

/** The moment and the calendar that ranges in words refer to. */
export type RangeMoment = Required<Pick<RangeOptions, 'now' | 'calendar'>>

/** A field of a request that has a condition on the time, and another one that has a range in words in its place. */
export interface TimeFields {
  readonly condition: { readonly text: string | null | undefined; readonly path: string }
  readonly range: { readonly text: string | null | undefined; readonly path: string }
}

/** The text of the one of two fields that is there; null for neither. Throws for both, and for words in place of a condition. */
export function pickTimeField(
  { condition, range }: TimeFields,
  moment: RangeMoment,
): Located | null {
  const constraint = locatedOrNull(condition.text, condition.path)
  const words = locatedOrNull(range.text, range.path)
  if (constraint !== null) assertNoWords(constraint, range.path, moment)
  if (words === null) return constraint
  if (constraint === null) return words
  const [rangeName, conditionName] = [range.path, condition.path].map((path) =>
    path.split('.').at(-1),
  )
  const reason = `${rangeName} stands beside ${conditionName}; write the time range in one of them.`
  throw invalidRequestError(range.path, reason)
}

/** Throws for a condition that is only a range in words. */
function assertNoWords({ text, path }: Located, rangePath: string, moment: RangeMoment): void {
  if (!isRange(text)) return
  const condition = rangeCondition(readRange(text, { ...moment, path }))
  const message = `${path} is ${JSON.stringify(text.trim())}, a time range in words; write it in ${rangePath}, or as the condition ${condition}.`
  throw invalidRequestError(path, message)
}

/** A text as a condition: a range in words becomes one. Throws an `ExpressionError` for words that are no range. */
export function toTimeCondition({ text, path }: Located, moment: RangeMoment): Located {
  if (!isRange(text)) return { text, path }
  return { text: rangeCondition(readRange(text, { ...moment, path })), path }
}

/** The conditions of both sides of a comparison. */
export interface ComparedConditions {
  readonly current: Located
  readonly compare: Located
  /** The ranges that the words mean; null where a side is a condition. */
  readonly ranges: AnsweredRanges | null
}

/** The ranges that an answer compares, in words. */
export interface AnsweredRanges {
  readonly current: string
  readonly compare: string
  /** Whether both are only the part of their periods that has passed. */
  readonly isElapsed: boolean
}

/**
 * Reads both sides of a comparison, each a condition or a range in words. `compare` may also be `previous` or `year`, for
 * a `current` in words.
 */
export function readComparedConditions(
  current: Located,
  compare: Located,
  moment: RangeMoment,
): ComparedConditions {
  if (isRange(current.text) && isRange(compare.text)) {
    const read = readComparedRanges(current.text, compare.text, {
      ...moment,
      path: current.path,
      comparePath: compare.path,
    })
    const toText = (side: 'current' | 'compare') => rangeText(read[side], moment.calendar)
    return {
      current: { text: rangeCondition(read.current), path: current.path },
      compare: { text: rangeCondition(read.compare), path: compare.path },
      ranges: {
        current: toText('current'),
        compare: toText('compare'),
        isElapsed: read.isElapsed,
      },
    }
  }
  if (/^\s*(?:previous|year)\s*$/i.test(compare.text) || isAverageOfPrevious(compare.text)) {
    const [compareName, currentName] = [compare, current].map(({ path }) => path.split('.').at(-1))
    const message = `${compareName} is ${compare.text.trim()}, but ${currentName} is a condition, which has no range before it; write both as conditions, or ${currentName} as a range such as 2001-06.`
    throw invalidRequestError(compare.path, message)
  }
  return {
    current: toTimeCondition(current, moment),
    compare: toTimeCondition(compare, moment),
    ranges: null,
  }
}
