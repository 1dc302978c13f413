import { Type } from 'typebox'
import type { NonAdditive } from '../../definitions/metric.ts'
import { closed, type InFile, name } from './parts.ts'

/** `nonAdditive` of a metric in a workspace file. */
export const nonAdditiveSchema = Type.Object(
  {
    over: Type.Literal('time', { description: 'What its values do not add up over.' }),
    take: Type.Enum(['LAST', 'FIRST', 'MIN', 'MAX', 'AVG'], {
      description:
        'How the values of several base periods become one: that of the last or first with rows, or the lowest, highest or mean.',
    }),
    per: Type.Optional(
      Type.Array(name('A dimension.'), {
        description:
          'With LAST and FIRST: dimensions of which each combination has a last or first base period of its own. Default: one of all rows.',
        minItems: 1,
      }),
    ),
  },
  { ...closed, description: 'Of balances and other stocks, which do not add up over time.' },
)

type NonAdditiveInFile = InFile<typeof nonAdditiveSchema>

/** From a workspace file. */
export function decodeNonAdditive({ take, per = [] }: NonAdditiveInFile): NonAdditive {
  return { take, per }
}

/** For a workspace file. */
export function encodeNonAdditive({ take, per }: NonAdditive): NonAdditiveInFile {
  return { over: 'time', take, ...(per.length > 0 && { per: [...per] }) }
}
