import type { Measure } from '@tributary/attribution'

/** How a measure is aggregated, as answers say it. */
export function measureInWords({
  aggregate,
  nested,
  otherWindow,
  fraction,
}: Pick<Measure, 'aggregate' | 'nested' | 'otherWindow' | 'fraction'>): string {
  const aggregateText = fraction === undefined ? aggregate : `${aggregate} ${fraction}`
  const steps = nested === undefined ? aggregateText : `${nested.aggregate} of ${aggregateText}`
  return otherWindow === undefined ? steps : `${steps} in another period`
}
