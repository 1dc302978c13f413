import type { Measure } from '@tributary/attribution'

/** The aggregation of a measure in words, such as `SUM` or `MAX of SUM`. */
export function describeMeasure({
  aggregate,
  nested,
  otherWindow,
  fraction,
}: Pick<Measure, 'aggregate' | 'nested' | 'otherWindow' | 'fraction'>): string {
  const aggregateText = fraction === undefined ? aggregate : `${aggregate} ${fraction}`
  const steps = nested === undefined ? aggregateText : `${nested.aggregate} of ${aggregateText}`
  return otherWindow === undefined ? steps : `${steps} in another period`
}
