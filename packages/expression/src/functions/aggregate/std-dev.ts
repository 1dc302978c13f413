import { numberParameter } from '../argument-kinds.ts'
import type { AggregateDefinition } from '../definition.ts'
import { aggregateFunction } from './aggregate-function.ts'

/** `StdDev(number)`. */
export const stdDev: AggregateDefinition = aggregateFunction({
  name: 'StdDev',
  description:
    'The standard deviation of a number over all rows as a sample; NULL of fewer than two values.',
  parameters: [numberParameter('number')],
  result: 'DOUBLE',
  aggregated: ({ args }, leaf) => leaf({ aggregate: 'STDDEV', argument: args[0]!, filter: null }),
})
