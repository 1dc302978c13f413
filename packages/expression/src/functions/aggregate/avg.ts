import { numberParameter } from '../argument-kinds.ts'
import type { AggregateDefinition } from '../definition.ts'
import { aggregateFunction } from './aggregate-function.ts'
import { meanOf } from './mean-of.ts'

/** `Avg(number)`. */
export const avg: AggregateDefinition = aggregateFunction({
  name: 'Avg',
  description:
    'The mean of a number over all rows; NULLs are left out. A sum over a count, so its change can be split.',
  parameters: [numberParameter('number')],
  result: 'DOUBLE',
  aggregated: ({ args }, leaf) => meanOf(args[0]!, null, leaf),
})
