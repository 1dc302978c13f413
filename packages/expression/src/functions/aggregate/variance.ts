import { numberParameter } from '../argument-kinds.ts'
import type { AggregateDefinition } from '../definition.ts'
import { aggregateFunction } from './aggregate-function.ts'

/** `Variance(number)`. */
export const variance: AggregateDefinition = aggregateFunction({
  name: 'Variance',
  description: 'The variance of a number over all rows as a sample; NULL of fewer than two values.',
  parameters: [numberParameter('number')],
  result: 'DOUBLE',
  aggregated: ({ args }, leaf) => leaf({ aggregate: 'VARIANCE', argument: args[0]!, filter: null }),
})
