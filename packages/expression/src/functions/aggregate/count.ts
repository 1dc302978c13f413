import { anyParameter } from '../argument-kinds.ts'
import type { AggregateDefinition } from '../definition.ts'
import { aggregateFunction } from './aggregate-function.ts'

/** `Count(value)`. */
export const count: AggregateDefinition = aggregateFunction({
  name: 'Count',
  description: 'How many rows there are, or in how many of them a value is not NULL.',
  parameters: [anyParameter('value', { optional: true })],
  result: 'INT',
  aggregated: ({ args }, leaf) =>
    leaf({ aggregate: 'COUNT', argument: args[0] ?? null, filter: null }),
})
