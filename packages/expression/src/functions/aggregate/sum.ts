import { numberParameter } from '../argument-kinds.ts'
import type { AggregateDefinition } from '../definition.ts'
import { firstType } from '../number/keep-type.ts'
import { aggregateFunction } from './aggregate-function.ts'

/** `Sum(number)`. */
export const sum: AggregateDefinition = aggregateFunction({
  name: 'Sum',
  description: 'The sum of a number over all rows; NULLs are left out.',
  parameters: [numberParameter('number')],
  result: firstType,
  aggregated: ({ args }, leaf) => leaf({ aggregate: 'SUM', argument: args[0]!, filter: null }),
})
