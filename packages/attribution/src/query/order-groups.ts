import { type SlicedWork, sortInSlices } from '@tributary/core/internal'
import type { ValueType } from '@tributary/expression'
import { compareDecimals, parseDecimal } from '@tributary/expression/internal'
import type { JoinedParts } from './join-parts.ts'
import { compareMetricValues, type MetricValue } from './parts/part-values.ts'
import type { QueryKey, QueryRequest } from './parts/query-request.ts'

/** Groups in the order that a query asks for. Yields between comparisons. */
export function* orderGroups(
  groups: readonly number[],
  joined: JoinedParts,
  { keys, orders }: Pick<QueryRequest, 'keys' | 'orders'>,
): SlicedWork<readonly number[]> {
  const named = orders.map(({ column, direction }) => {
    const key = keys.findIndex(({ name }) => name === column)
    const at = key < 0 ? joined.values.get(column)! : keyAt(joined, key)
    return { at, compare: key < 0 ? compareMetricValues : pickKeyComparison(keys[key]!), direction }
  })
  const byKeys = keys.map((key, index) => {
    return { at: keyAt(joined, index), compare: pickKeyComparison(key), direction: 'ASC' as const }
  })
  const all = [...named, ...byKeys]
  return yield* sortInSlices(groups, (a, b) => {
    for (const { at, compare, direction } of all) {
      const order = compareWithNullsLast(at(a), at(b), { compare, direction })
      if (order !== 0) return order
    }
    return 0
  })
}

type Comparison = (a: NonNullable<MetricValue>, b: NonNullable<MetricValue>) => number

function keyAt({ keys }: JoinedParts, index: number): (row: number) => MetricValue {
  return (row) => keys[index]![row] ?? null
}

/** A group without a value is last in both directions. */
function compareWithNullsLast(
  a: MetricValue,
  b: MetricValue,
  { compare, direction }: { readonly compare: Comparison; readonly direction: 'ASC' | 'DESC' },
): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const order = compare(a, b)
  return direction === 'ASC' ? order : -order
}

const NUMBERS: ReadonlySet<ValueType> = new Set(['INT', 'DECIMAL', 'DOUBLE'])

/** How the texts of a key order. */
function pickKeyComparison({ type }: QueryKey): Comparison {
  return NUMBERS.has(type) ? compareNumbers : compareMetricValues
}

/** Texts of numbers by size, those beyond 2^53 to the last digit too. */
function compareNumbers(a: NonNullable<MetricValue>, b: NonNullable<MetricValue>): number {
  const difference = Number(a) - Number(b)
  if (Number.isFinite(Number(a)) && Number.isFinite(Number(b))) {
    if (difference !== 0 || a === b) return difference
    return compareDecimals(parseDecimal(String(a)), parseDecimal(String(b)))
  }
  return Number.isNaN(difference) ? compareMetricValues(a, b) : difference
}
