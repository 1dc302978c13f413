import type { Expr, ValueType } from '@tributary/expression'
import type { Value } from '../../sql-text/context/value.ts'
import { At } from '../../sql-text/context/value.ts'
import type { DbtMeasure } from '../manifest/measures.ts'

/** The aggregate of an ATOMIC metric and the expression that it aggregates. */
export interface AtomicParts {
  readonly aggregate:
    | 'SUM'
    | 'COUNT'
    | 'COUNT_DISTINCT'
    | 'AVG'
    | 'MIN'
    | 'MAX'
    | 'MEDIAN'
    | 'PERCENTILE'
    | 'PERCENTILE_DISC'
  readonly fraction: number | null
  /** Null to count rows. */
  readonly tree: Expr | null
  readonly type: ValueType
}

const AGGREGATES = {
  sum: 'SUM',
  count: 'COUNT',
  count_distinct: 'COUNT_DISTINCT',
  average: 'AVG',
  min: 'MIN',
  max: 'MAX',
  median: 'MEDIAN',
} as const

/** The aggregate of a measure over an expression, or why there is none. */
export function toAtomicParts(
  measure: DbtMeasure,
  { tree, type }: Value,
): AtomicParts | { readonly refused: string } {
  const { agg } = measure
  if (agg === 'percentile') return toPercentile(measure, tree)
  if (agg === 'sum_boolean')
    return { ...COUNTING, aggregate: 'SUM', tree: toZeroOrOne({ tree, type }) }
  const isOne = tree.kind === 'number' && tree.raw === '1'
  if ((agg === 'sum' && isOne) || (agg === 'count' && isConstant(tree))) {
    return { ...COUNTING, aggregate: 'COUNT', tree: null }
  }
  if (!Object.hasOwn(AGGREGATES, agg))
    return { refused: `the aggregation "${agg}", which has no counterpart` }
  const aggregate = AGGREGATES[agg as keyof typeof AGGREGATES]
  const isInteger = aggregate === 'COUNT' || aggregate === 'COUNT_DISTINCT'
  const isMean = aggregate === 'AVG' || aggregate === 'MEDIAN'
  return { aggregate, fraction: null, tree, type: isInteger ? 'INT' : isMean ? 'DOUBLE' : type }
}

const COUNTING = { fraction: null, type: 'INT' } as const

function isConstant({ kind }: Expr): boolean {
  return kind === 'number' || kind === 'string' || kind === 'boolean'
}

function toZeroOrOne(value: Value): Expr {
  const at = new At(value.tree.span)
  return at.case(value, at.int(1), at.int(0)).tree
}

function toPercentile(
  { fraction, isDiscrete }: DbtMeasure,
  tree: Expr,
): AtomicParts | { readonly refused: string } {
  if (fraction === null || fraction < 0 || fraction > 1) {
    return { refused: 'a percentile without a fraction from 0 to 1' }
  }
  const aggregate = isDiscrete ? 'PERCENTILE_DISC' : 'PERCENTILE'
  return { aggregate, fraction, tree, type: 'DOUBLE' }
}
