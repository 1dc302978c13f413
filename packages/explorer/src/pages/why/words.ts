import type { GroupRow, MetricValue } from '../../analysis/group-table.ts'
import { numbers, texts } from '../../text/language.ts'

/** The name of a group: its values, joined by a multiplication sign. */
export function groupLabel({ labels, missing }: GroupRow): string {
  return labels.map((label, at) => (missing[at] ? texts.value.why.noValue : label)).join(' × ')
}

/** A value of a metric for people; a dash for none. */
export function valueText(value: MetricValue): string {
  if (value === null) return '–'
  return typeof value === 'number' ? numbers.value.value(value) : value
}

/** A contribution or a change for people; a dash for none. */
export function changeText(value: number | null): string {
  return value === null ? '–' : numbers.value.change(value)
}
