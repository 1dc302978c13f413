import { isDecimal } from '../../values/value.ts'
import { numberParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import type { SqlForm, SqlForms } from '../sql-forms.ts'
import { bind, sqlText } from '../sql-text.ts'
import { AS_INT, isIntArgument, LEAST_INT } from './int-argument.ts'
import { firstType } from './keep-type.ts'
import { absoluteDecimal } from './round-decimal.ts'

/** `Abs(number)`. */
export const abs: ScalarDefinition = plainFunction({
  name: 'Abs',
  family: 'number',
  description:
    'The number without its sign, in its own type; NULL of the one INT whose opposite is none.',
  parameters: [numberParameter('number')],
  examples: [
    { text: 'Abs(-3)', result: '3' },
    { text: 'Abs(-2.50)', result: '2.5' },
    { text: 'Abs(1e3)', result: '1000' },
  ],
  result: firstType,
  evaluate([number]) {
    if (typeof number === 'bigint') {
      return number === LEAST_INT ? null : number < 0n ? -number : number
    }
    return isDecimal(number!) ? absoluteDecimal(number) : Math.abs(number as number)
  },
  sql: {
    duckdb: absForm('duckdb'),
    postgresql: absForm('postgresql'),
    trino: absForm('trino'),
    clickhouse: absForm('clickhouse'),
  },
})

function absForm(dialect: keyof SqlForms): SqlForm {
  const cast = AS_INT[dialect]
  const least = bind({ type: 'INT', value: LEAST_INT })
  return ([number]) => {
    if (!isIntArgument(number!)) return sqlText`abs(${number!.text})`
    const safe = sqlText`abs(NULLIF(${cast(number!.text)}, ${least}))`
    // ClickHouse answers with an unsigned type.
    return dialect === 'clickhouse' ? cast(safe) : safe
  }
}
