import { assertNever } from '@tributary/core'
import type { Aggregate, Leaf } from '../../source.ts'
import type { Accumulator } from './accumulator.ts'
import { createCount } from './count.ts'
import { createCountDistinct } from './count-distinct.ts'
import { createDoubleSum } from './double-sum.ts'
import { createExactSum } from './exact-sum.ts'
import { createExtreme } from './extreme.ts'
import { createPercentile } from './percentile.ts'
import { createSpread } from './spread.ts'

const ALWAYS_EXACT: ReadonlySet<Aggregate> = new Set(['COUNT', 'COUNT_DISTINCT'])
const NEVER_EXACT: ReadonlySet<Aggregate> = new Set(['PERCENTILE', 'VARIANCE', 'STDDEV'])

/** Whether a leaf's numbers are exact: counts are, and sums and extremes of INT or DECIMAL. */
export function isExact(leaf: Leaf): boolean {
  if (ALWAYS_EXACT.has(leaf.aggregate)) return true
  if (NEVER_EXACT.has(leaf.aggregate)) return false
  return leaf.argument?.type === 'INT' || leaf.argument?.type === 'DECIMAL'
}

/** A new accumulator for one group of a leaf. */
export function createAccumulator(leaf: Leaf): Accumulator {
  switch (leaf.aggregate) {
    case 'SUM':
      return isExact(leaf) ? createExactSum() : createDoubleSum()
    case 'COUNT':
      return createCount()
    case 'COUNT_DISTINCT':
      return createCountDistinct()
    case 'MIN':
    case 'MAX':
      return createExtreme(leaf.aggregate, isExact(leaf))
    case 'PERCENTILE':
      return createPercentile(leaf.fraction ?? 0.5)
    case 'VARIANCE':
    case 'STDDEV':
      return createSpread(leaf.aggregate)
    default:
      return assertNever(leaf.aggregate)
  }
}
