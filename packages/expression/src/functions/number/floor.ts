import { isDecimal } from '../../values/value.ts'
import { numberParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { everywhere, type SqlForm } from '../sql-forms.ts'
import { sqlText } from '../sql-text.ts'
import { firstType } from './keep-type.ts'
import { roundDecimal } from './round-decimal.ts'
import { unlessInt, withRoom } from './whole-number.ts'

const floored: SqlForm = ([number]) => sqlText`floor(${number!.text})`

/** `Floor(number)`. */
export const floor: ScalarDefinition = plainFunction({
  name: 'Floor',
  family: 'number',
  description: 'The largest whole number that is not over the number, in its type.',
  parameters: [numberParameter('number')],
  examples: [
    { text: 'Floor(2.5)', result: '2' },
    { text: 'Floor(-2.5)', result: '-3' },
    { text: 'Floor(7)', result: '7' },
  ],
  result: firstType,
  refine: unlessInt,
  evaluate: ([number]) =>
    isDecimal(number!) ? roundDecimal(number, 0, 'down') : Math.floor(number as number),
  sql: everywhere(floored, { duckdb: withRoom(floored) }),
})
