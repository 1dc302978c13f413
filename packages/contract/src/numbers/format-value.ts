import { createAnswerStyle, NO_NUMBER, unitBehind } from '@tributary/core/numbers'

/** How people read the values of a metric: its unit and format, as `metrics/detail` and the columns of a query have them. */
export interface ValueForm {
  readonly unit: string | null
  /** `PERCENT`, `MONEY`, `DURATION` or `SI`; null for a plain number. */
  readonly format: string | null
}

/** Both values of a metric and the difference, which decide how every number of an answer is written; texts are exact. */
export interface ValueTotal {
  readonly compare: number | string | null
  readonly current: number | string | null
  readonly change: number | string | null
}

/**
 * A value of a metric with its unit, in the form of the answer that it stands in: its headline, tables, charts and sentences
 * have the same digits. All languages have the same numbers. A missing value is a dash, and a text, such as the MIN of dates,
 * is written as it is.
 * @example
 * ```ts
 * import { formatValue } from '@tributary/client/contract'
 * const total = { compare: 3.2638, current: 9.0389, change: 5.7751 }
 * formatValue(9.0389, { unit: 'minutes', format: null }, total) // => '9.039 minutes'
 * formatValue(0.1614, { unit: null, format: 'PERCENT' }, { compare: 0.11, current: 0.1614, change: 0.0514 }) // => '16.1 %'
 * ```
 */
export function formatValue(
  value: number | string | null,
  form: ValueForm,
  total: ValueTotal,
): string {
  const text = createAnswerStyle(form, total).value(value)
  return text === NO_NUMBER ? text : text + unitBehind(form)
}

/**
 * A change of a metric with its sign and unit, in the form that {@link formatValue} writes.
 * @example
 * ```ts
 * import { formatValueChange } from '@tributary/client/contract'
 * const total = { compare: 3.2638, current: 9.0389, change: 5.7751 }
 * formatValueChange(5.7751, { unit: 'minutes', format: null }, total) // => '+5.775 minutes'
 * ```
 */
export function formatValueChange(
  change: number | string | null,
  form: ValueForm,
  total: ValueTotal,
): string {
  const text = createAnswerStyle(form, total).change(change)
  return text === NO_NUMBER ? text : text + unitBehind(form)
}
