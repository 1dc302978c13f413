import type { AttributionTableData } from '../schemas/attribution.ts'
import type { GroupFacts, GroupFigures } from './groups.ts'

/**
 * Reads what sentences about the groups of a table are about, from a table that was asked for with `contributions`.
 * `change` is that of the overall row.
 *
 * @example
 * ```ts
 * import { GROUP_CLAIMS, readGroupFacts, sayClaims } from '@tributary/client/contract'
 *
 * const table = {
 *   dimension: 'city',
 *   table: {
 *     city: ['Oslo', 'Rome'],
 *     '@currentValue': [20, 30],
 *     '@compareValue': [10, 20],
 *     '@contribution': ['10', '10'],
 *   },
 *   warning: null,
 *   empty: false,
 * }
 * const facts = readGroupFacts(table, { metric: 'orders', change: 20 })
 * sayClaims(GROUP_CLAIMS, facts).map(({ text }) => text)
 * // => ['Oslo holds 50.0 % of the change.', 'Every group of city rose.']
 * ```
 */
export function readGroupFacts(
  data: AttributionTableData,
  { metric, change }: Pick<GroupFacts, 'metric' | 'change'>,
): GroupFacts {
  const { dimension, table, rest, missingRow = null, missingRows = {} } = data
  const names = Object.keys(table).filter((name) => !name.startsWith('@'))
  const missing = names.map((name) => new Set(missingRows[name]))
  const count = table['@currentValue']?.length ?? 0
  const readColumn = (name: string, row: number) => toNumber(table[name]?.[row])
  return {
    metric,
    change,
    dimension: dimension ?? '',
    groups: Array.from({ length: count }, (_, row): GroupFigures => {
      const isMissing = row === missingRow || (names.length === 1 && missing[0]!.has(row))
      return {
        value: isMissing ? null : names.map((name) => String(table[name]?.[row] ?? '')).join(' × '),
        current: readColumn('@currentValue', row),
        compare: readColumn('@compareValue', row),
        contribution: readColumn('@contribution', row),
        rate: readColumn('@rateContribution', row),
        mix: readColumn('@mixContribution', row),
      }
    }),
    unlisted: rest?.rows ?? 0,
  }
}

function toNumber(value: string | number | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}
