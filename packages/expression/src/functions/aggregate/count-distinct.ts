import { anyParameter } from '../argument-kinds.ts'
import type { AggregateDefinition } from '../definition.ts'
import { aggregateFunction } from './aggregate-function.ts'

/** `CountDistinct(value)`. */
export const countDistinct: AggregateDefinition = aggregateFunction({
  name: 'CountDistinct',
  description: 'How many different values there are; NULL is none.',
  parameters: [anyParameter('value')],
  result: 'INT',
  aggregated: ({ args }, leaf) =>
    leaf({ aggregate: 'COUNT_DISTINCT', argument: args[0]!, filter: null }),
})
