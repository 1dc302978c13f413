import { isDecimal } from '../../values/value.ts'
import { numberParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { everywhere, type SqlForm } from '../sql-forms.ts'
import { sqlText } from '../sql-text.ts'
import { firstType } from './keep-type.ts'
import { roundDecimal } from './round-decimal.ts'
import { unlessInt, withRoom } from './whole-number.ts'

const raised: SqlForm = ([number]) => sqlText`ceil(${number!.text})`

/** `Ceil(number)`. */
export const ceil: ScalarDefinition = plainFunction({
  name: 'Ceil',
  family: 'number',
  description: 'The smallest whole number that is not under the number, in its type.',
  parameters: [numberParameter('number')],
  examples: [
    { text: 'Ceil(2.5)', result: '3' },
    { text: 'Ceil(-2.5)', result: '-2' },
    { text: 'Ceil(7)', result: '7' },
  ],
  result: firstType,
  refine: unlessInt,
  evaluate: ([number]) =>
    isDecimal(number!) ? roundDecimal(number, 0, 'up') : Math.ceil(number as number),
  sql: everywhere(raised, { duckdb: withRoom(raised) }),
})
