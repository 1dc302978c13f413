import type { TypedExpr } from '../../tree/typed-expr.ts'
import { numberParameter } from '../argument-kinds.ts'
import type { AggregateDefinition } from '../definition.ts'
import { complainOfArgument } from '../wrong-argument.ts'
import { aggregateFunction } from './aggregate-function.ts'

/** `Percentile(number, fraction)`. */
export const percentile: AggregateDefinition = aggregateFunction({
  name: 'Percentile',
  description:
    'The value of a number below which a fraction of the rows is, between the two nearest in proportion.',
  parameters: [numberParameter('number'), numberParameter('fraction')],
  result: 'DOUBLE',
  accepts([, fraction], site) {
    if (fractionOf(fraction!.typed) !== null) return true
    const expected = 'a constant between 0 and 1'
    complainOfArgument(site, fraction!, { function: 'Percentile', parameter: 'fraction', expected })
    return false
  },
  aggregated: ({ args }, leaf) =>
    leaf({
      aggregate: 'PERCENTILE',
      argument: args[0]!,
      filter: null,
      fraction: fractionOf(args[1]!) ?? 0.5,
    }),
})

function fractionOf(typed: TypedExpr): number | null {
  if (typed.kind !== 'constant' || typed.constant.type === 'NULL') return null
  const fraction = Number(typed.constant.value)
  return fraction >= 0 && fraction <= 1 ? fraction : null
}
