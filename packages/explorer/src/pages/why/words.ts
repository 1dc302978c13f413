import type { NumberForm, NumberStyle } from '@tributary/core/numbers'
import type { GroupRow, MetricValue } from '../../analysis/group-table.ts'
import { texts } from '../../text/language.ts'
import { createTotalStyle, exactText } from '../../text/numbers.ts'

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

/** The styles of an answer: one form for all its numbers, which its total decides. */
export function createRowStyles(
  form: NumberForm,
  { compare, current, growth }: GroupRow,
  rows: readonly GroupRow[],
): Styles {
  const groups = {
    values: rows.flatMap((row) => [row.compare, row.current]),
    changes: rows.flatMap((row) => [row.growth, row.contribution]),
  }
  const style = createTotalStyle(form, { compare, current, change: growth }, { groups })
  return { value: style, part: style }
}

/** Attributes of an element with a rounded number: all digits are shown on hovering, and copied with the whole element. */
export function exactly(value: MetricValue): { readonly title?: string; 'data-exact'?: string } {
  if (value === null) return {}
  const text = exactText(value)
  return { title: text, 'data-exact': text }
}
