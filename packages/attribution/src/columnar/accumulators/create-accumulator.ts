import { assertNever } from '@tributary/core'
import type { Leaf } from '../../source.ts'
import type { Accumulator } from './accumulator.ts'
import { createCount } from './count.ts'
import { createCountDistinct } from './count-distinct.ts'
import { createDoubleSum } from './double-sum.ts'
import { createExactSum } from './exact-sum.ts'
import { createExtreme } from './extreme.ts'

/** Whether a leaf's numbers are exact: counts are, and whatever is made of INT or DECIMAL. */
export function isExact(leaf: Leaf): boolean {
  if (leaf.aggregate === 'COUNT' || leaf.aggregate === 'COUNT_DISTINCT') return true
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
    default:
      return assertNever(leaf.aggregate)
  }
}
