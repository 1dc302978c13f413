import type { Leaf } from '@tributary/attribution'

/** The aggregation of a leaf in words, such as `SUM` or `MAX of SUM`. */
export function describeLeaf({
  aggregate,
  nested,
  otherWindow,
  fraction,
}: Pick<Leaf, 'aggregate' | 'nested' | 'otherWindow' | 'fraction'>): string {
  const aggregateText = fraction === undefined ? aggregate : `${aggregate} ${fraction}`
  const steps = nested === undefined ? aggregateText : `${nested.aggregate} of ${aggregateText}`
  return otherWindow === undefined ? steps : `${steps} in another period`
}
