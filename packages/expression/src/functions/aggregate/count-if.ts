import { conditionParameter } from '../argument-kinds.ts'
import type { AggregateDefinition } from '../definition.ts'
import { aggregateFunction } from './aggregate-function.ts'

/** `CountIf(condition)`. */
export const countIf: AggregateDefinition = aggregateFunction({
  name: 'CountIf',
  description: 'For how many rows a condition is TRUE.',
  parameters: [conditionParameter('condition')],
  result: 'INT',
  aggregated: ({ args }, leaf) => leaf({ aggregate: 'COUNT', argument: null, filter: args[0]! }),
})
