import { conditionParameter, numberParameter } from '../argument-kinds.ts'
import type { AggregateDefinition } from '../definition.ts'
import { aggregateFunction } from './aggregate-function.ts'
import { meanOf } from './mean-of.ts'

/** `AvgIf(number, condition)`. */
export const avgIf: AggregateDefinition = aggregateFunction({
  name: 'AvgIf',
  description: 'The mean of a number over the rows for which a condition is TRUE.',
  parameters: [numberParameter('number'), conditionParameter('condition')],
  result: 'DOUBLE',
  aggregated: ({ args }, leaf) => meanOf(args[0]!, args[1]!, leaf),
})
