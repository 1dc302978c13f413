import { isRange } from '@tributary/platform/internal'
import {
  type TArray,
  type TNull,
  type TNumber,
  type TOptional,
  type TString,
  type TUnion,
  Type,
} from 'typebox'

/** What a range of time may be, for descriptions. */
export const RANGE =
  '2001, 2001-Q2, 2001-06, 2001-W23, 2001-06-01, 2001-06-01..2001-06-15, last-month, last-7d, mtd, today, or a condition such as [metric_time] >= "2001-06-01"'

/** A cell of a table. */
export const cell: TUnion<[TString, TNumber, TNull]> = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Null(),
])

/** Names, at most twenty. */
export const names = (description: string): TArray<TString> =>
  Type.Array(Type.String({ minLength: 1 }), { description, maxItems: 20 })

/** Conditions on rows. */
export const conditions: TOptional<TArray<TString>> = Type.Optional(
  Type.Array(Type.String({ minLength: 1 }), {
    maxItems: 50,
    description: 'Conditions on rows, all of which must hold: [origin_state] = "TX", [delay] > 15.',
  }),
)

/** A range of time that may be left out. */
export const optionalTime: TOptional<TString> = Type.Optional(
  Type.String({ minLength: 1, description: `The range of time: ${RANGE}.` }),
)

/** The field of a request that a range of time is: words, or a condition. */
export function timeField(time: string | undefined): {
  readonly range?: string
  readonly timeConstraint?: string
} {
  if (time === undefined) return {}
  return isRange(time) ? { range: time } : { timeConstraint: time }
}
