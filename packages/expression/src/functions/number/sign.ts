import { numberOf } from '../../values/value.ts'
import { numberParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import type { SqlForm, SqlForms } from '../sql-forms.ts'
import { sqlText } from '../sql-text.ts'
import { AS_INT } from './int-argument.ts'

/** `Sign(number)`. */
export const sign: ScalarDefinition = plainFunction({
  name: 'Sign',
  family: 'number',
  description: 'The sign of a number: 1 over 0, -1 under 0, else 0.',
  parameters: [numberParameter('number')],
  examples: [
    { text: 'Sign(-2.5)', result: '-1' },
    { text: 'Sign(0)', result: '0' },
    { text: 'Sign(7)', result: '1' },
  ],
  result: 'INT',
  evaluate: ([number]) => BigInt(Math.sign(numberOf(number!))),
  sql: {
    duckdb: signForm('duckdb'),
    postgresql: signForm('postgresql'),
    trino: signForm('trino'),
    clickhouse: signForm('clickhouse'),
  },
})

function signForm(dialect: keyof SqlForms): SqlForm {
  return ([number]) => AS_INT[dialect](sqlText`sign(${number!.text})`)
}
