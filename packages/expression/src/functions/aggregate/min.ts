import { numberParameter } from '../argument-kinds.ts'
import type { FunctionDefinition } from '../definition.ts'
import { firstType } from '../number/keep-type.ts'
import { aggregateFunction } from './aggregate-function.ts'

/** `Min(number)`. */
export const min: FunctionDefinition = aggregateFunction({
  name: 'Min',
  description: 'The smallest value of a number over all rows; NULL over no value.',
  parameters: [numberParameter('number')],
  result: firstType,
  aggregated: ({ args }, leaf) => leaf({ aggregate: 'MIN', argument: args[0]!, filter: null }),
})
