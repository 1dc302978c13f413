import type { GroupFacts } from '@tributary/contract'
import type { GroupTable, MetricValue } from './group-table.ts'

/** The facts about the groups of a table that claims are made of. */
export function toGroupFacts(
  { dimensions, rows, remainder }: GroupTable,
  { metric, change }: Pick<GroupFacts, 'metric' | 'change'>,
): GroupFacts {
  return {
    metric,
    change,
    dimension: dimensions.join(','),
    groups: rows.map(({ labels, missing, current, compare, contribution, rate, mix }) => ({
      value: missing.every((isMissing) => isMissing) ? null : labels.join(' × '),
      current: toNumber(current),
      compare: toNumber(compare),
      contribution,
      rate,
      mix,
    })),
    unlisted: remainder?.groups ?? 0,
  }
}

function toNumber(value: MetricValue): number | null {
  return typeof value === 'number' ? value : null
}
