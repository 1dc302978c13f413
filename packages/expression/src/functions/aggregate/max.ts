import { numberParameter } from '../argument-kinds.ts'
import type { AggregateDefinition } from '../definition.ts'
import { firstType } from '../number/keep-type.ts'
import { aggregateFunction } from './aggregate-function.ts'

/** `Max(number)`. */
export const max: AggregateDefinition = aggregateFunction({
  name: 'Max',
  description: 'The largest value of a number over all rows; NULL over no value.',
  parameters: [numberParameter('number')],
  result: firstType,
  aggregated: ({ args }, leaf) => leaf({ aggregate: 'MAX', argument: args[0]!, filter: null }),
})
