import type { Leaf } from '@tributary/attribution'

/** How a leaf is aggregated, as answers say it. */
export function leafInWords({
  aggregate,
  nested,
  otherWindow,
  fraction,
}: Pick<Leaf, 'aggregate' | 'nested' | 'otherWindow' | 'fraction'>): string {
  const aggregateText = fraction === undefined ? aggregate : `${aggregate} ${fraction}`
  const steps = nested === undefined ? aggregateText : `${nested.aggregate} of ${aggregateText}`
  return otherWindow === undefined ? steps : `${steps} in another period`
}
