import { numberParameter } from '../argument-kinds.ts'
import type { AggregateDefinition } from '../definition.ts'
import { firstType } from '../number/keep-type.ts'
import { aggregateFunction } from './aggregate-function.ts'

/** `Min(number)`. */
export const min: AggregateDefinition = aggregateFunction({
  name: 'Min',
  description: 'The smallest value of a number over all rows; NULL over no value.',
  parameters: [numberParameter('number')],
  result: firstType,
  aggregated: ({ args }, leaf) => leaf({ aggregate: 'MIN', argument: args[0]!, filter: null }),
})
