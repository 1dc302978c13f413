import { numberParameter } from '../argument-kinds.ts'
import type { AggregateDefinition } from '../definition.ts'
import { aggregateFunction } from './aggregate-function.ts'

/** `Median(number)`. */
export const median: AggregateDefinition = aggregateFunction({
  name: 'Median',
  description: 'The middle value of a number over all rows, or the mean of the two in the middle.',
  parameters: [numberParameter('number')],
  result: 'DOUBLE',
  aggregated: ({ args }, leaf) =>
    leaf({ aggregate: 'PERCENTILE', argument: args[0]!, filter: null, fraction: 0.5 }),
})
