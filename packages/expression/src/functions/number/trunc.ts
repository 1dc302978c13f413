import { isDecimal } from '../../values/value.ts'
import { numberParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { everywhere, type SqlForm } from '../sql-forms.ts'
import { sqlText } from '../sql-text.ts'
import { firstType } from './keep-type.ts'
import { roundDecimal } from './round-decimal.ts'
import { unlessInt, withRoom } from './whole-number.ts'

const truncated: SqlForm = ([number]) => sqlText`trunc(${number!.text})`

/** `Trunc(number)`. */
export const trunc: ScalarDefinition = plainFunction({
  name: 'Trunc',
  family: 'number',
  description: 'The number without its fraction, in its type.',
  parameters: [numberParameter('number')],
  examples: [
    { text: 'Trunc(2.5)', result: '2' },
    { text: 'Trunc(-2.5)', result: '-2' },
    { text: 'Trunc(7)', result: '7' },
  ],
  result: firstType,
  refine: unlessInt,
  evaluate: ([number]) =>
    isDecimal(number!) ? roundDecimal(number, 0, 'zero') : Math.trunc(number as number),
  sql: everywhere(truncated, {
    duckdb: withRoom(truncated),
    trino: ([number]) => sqlText`truncate(${number!.text})`,
  }),
})
