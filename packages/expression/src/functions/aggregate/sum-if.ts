import { conditionParameter, numberParameter } from '../argument-kinds.ts'
import type { AggregateDefinition } from '../definition.ts'
import { firstType } from '../number/keep-type.ts'
import { aggregateFunction } from './aggregate-function.ts'

/** `SumIf(number, condition)`. */
export const sumIf: AggregateDefinition = aggregateFunction({
  name: 'SumIf',
  description: 'The sum of a number over the rows for which a condition is TRUE.',
  parameters: [numberParameter('number'), conditionParameter('condition')],
  result: firstType,
  aggregated: ({ args }, leaf) => leaf({ aggregate: 'SUM', argument: args[0]!, filter: args[1]! }),
})
