import type { NumberForm, NumberStyle } from '@tributary/core/numbers'
import type { GroupRow, MetricValue } from '../../analysis/group-table.ts'
import { texts } from '../../text/language.ts'
import { createNumberStyle, exactText } from '../../text/numbers.ts'

/** The name of a group: its values, joined by a multiplication sign. */
export function groupLabel({ labels, missing }: GroupRow): string {
  return labels.map((label, at) => (missing[at] ? texts.value.why.noValue : label)).join(' × ')
}

/** How the numbers of an answer are written. */
export interface Styles {
  /** Values of the metric and their changes. */
  readonly value: NumberStyle
  /** Contributions and their parts. */
  readonly part: NumberStyle
}

/** The styles of rows that are shown together. */
export function createRowStyles(form: NumberForm, rows: readonly GroupRow[]): Styles {
  const parts = rows.map(({ contribution }) => contribution)
  return {
    value: createNumberStyle(form, {
      values: rows.flatMap(({ current, compare }) => [compare, current]),
      changes: rows.map(({ growth }) => growth),
    }),
    part: createNumberStyle(form, { values: parts, changes: parts }),
  }
}

/** Attributes of an element with a rounded number: all digits are shown on hovering, and copied with the whole element. */
export function exactly(value: MetricValue): { readonly title?: string; 'data-exact'?: string } {
  if (value === null) return {}
  const text = exactText(value)
  return { title: text, 'data-exact': text }
}
