import type { TimeComparisonRequest } from '@tributary/contract'
import { isAverageOfPrevious, isRange } from '@tributary/platform/internal'
import {
  type TArray,
  type TBoolean,
  type TInteger,
  type TNull,
  type TNumber,
  type TObject,
  type TOptional,
  type TString,
  type TUnion,
  Type,
} from 'typebox'
import { createCliError } from '../errors.ts'
import { readComparedWindows } from '../flags/ranges.ts'
import type { ToolSession } from './tool.ts'

const RANGE =
  '2001, 2001-Q2, 2001-06, 2001-W23, 2001-06-01, 2001-06-01..2001-06-15, last-month, last-7d, mtd, today, or a condition such as [metric_time] >= "2001-06-01"'

/** A cell of a table. */
export const cell: TUnion<[TString, TNumber, TNull]> = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Null(),
])

/** A number, or null. */
export const number = (description: string): TUnion<[TNumber, TNull]> =>
  Type.Union([Type.Number(), Type.Null()], { description })

/** A number, a text where a number would lose digits of a whole number or decimal, or null. */
export const exactNumber = (description: string): TUnion<[TNumber, TString, TNull]> =>
  Type.Union([Type.Number(), Type.String(), Type.Null()], {
    description: `${description} A text where a number would lose digits.`,
  })

/** A text of at least one character. */
export const name = (description: string): TString => Type.String({ minLength: 1, description })

/** Names, at most twenty. */
export const names = (description: string): TArray<TString> =>
  Type.Array(Type.String({ minLength: 1 }), { description, maxItems: 20 })

/** A whole number that may be left out. */
export const optionalInteger = (
  minimum: number,
  maximum: number,
  description: string,
): TOptional<TInteger> => Type.Optional(Type.Integer({ minimum, maximum, description }))

/** Conditions on rows. */
export const conditions: TOptional<TArray<TString>> = Type.Optional(
  Type.Array(Type.String({ minLength: 1 }), {
    maxItems: 50,
    description: 'Conditions on rows, all of which must hold: [origin_state] = "TX", [delay] > 15.',
  }),
)

/** A range of time that may be left out. */
export const optionalTime: TOptional<TString> = Type.Optional(name(`The range of time: ${RANGE}.`))

/** The metric of a question. */
export const metric: TString = name('The metric by name.')

/** The range to explain, and the one that it is compared with. */
export const compared: {
  readonly current: TOptional<TString>
  readonly compare: TOptional<TString>
} = {
  current: Type.Optional(
    name(`The range to explain; the latest comparable period of the data without it: ${RANGE}.`),
  ),
  compare: Type.Optional(
    name(
      'The range to compare it with: such a range, previous (the period before, when left out), year (the same a year before), or average-of-4-previous (means per base period against those of the four periods before).',
    ),
  ),
}

/** The ranges that an answer compares. */
export const comparedRanges: TObject<{ current: TString; compare: TString }> = Type.Object(
  { current: Type.String(), compare: Type.String() },
  { description: 'The ranges that are compared.' },
)

/** Whether means are compared. */
export const average: TOptional<TBoolean> = Type.Optional(
  Type.Boolean({ description: 'Compare means per period, for ranges of different length.' }),
)

/** The field of a request that a range of time is: words, or a condition. */
export function timeField(time: string | undefined): {
  readonly range?: string
  readonly timeConstraint?: string
} {
  if (time === undefined) return {}
  return isRange(time) ? { range: time } : { timeConstraint: time }
}

/** The arguments of a comparison of two ranges of time. */
export interface ComparisonInput {
  readonly metric: string
  readonly current?: string
  readonly compare?: string
  readonly average?: boolean
  readonly filters?: string[]
}

/** A comparison as requests have it, and its ranges as a person reads them. */
export interface ToolComparison {
  readonly attribution: TimeComparisonRequest['attribution']
  readonly ranges: { readonly current: string; readonly compare: string }
}

/** Reads a comparison; without `current` it is the one that the data of the metric has by default. */
export async function toComparison(
  { metric: metricName, average: isMean, filters, ...texts }: ComparisonInput,
  { readMoment, operations, signal }: ToolSession,
): Promise<ToolComparison> {
  const { current: currentText, compare: compareText } =
    texts.current === undefined
      ? { ...(await readDefault(metricName, operations, signal)), ...texts }
      : { compare: 'previous', ...texts, current: texts.current }
  const moment = await readMoment(metricName, [currentText, compareText])
  const { current, compare } = readComparedWindows(currentText, compareText, moment)
  return {
    attribution: {
      attributionCalculateType:
        isMean || isAverageOfPrevious(compareText) ? ('AVG' as const) : ('ALL' as const),
      currentTimeConstraint: current.condition,
      compareTimeConstraint: compare.condition,
      ...(filters && { filters }),
    },
    ranges: { current: current.note, compare: compare.note },
  }
}

async function readDefault(
  metricName: string,
  operations: ToolSession['operations'],
  signal: AbortSignal,
): Promise<{ readonly current: string; readonly compare: string }> {
  const { comparison } = await operations.datasetExtent({ metric: metricName }, { signal })
  if (comparison === null) throw createCliError('noPeriods', { metric: metricName })
  return { current: comparison.current, compare: comparison.compare }
}
