import { report } from '../../diagnostics/report.ts'
import { constantText, UNKNOWN } from '../../tree/typed-expr.ts'
import { countParameter, textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { bind, type SqlArgument, type SqlText, sqlText } from '../sql-text.ts'

/** `SplitPart(text, delimiter, index)`. */
export const splitPart: ScalarDefinition = plainFunction({
  name: 'SplitPart',
  family: 'text',
  description:
    'One of the parts between the delimiters of a text, the first being 1; an empty text when there is no such part.',
  parameters: [textParameter('text'), textParameter('delimiter'), countParameter('index')],
  examples: [
    { text: 'SplitPart("eu-west-1", "-", 2)', result: 'west' },
    { text: 'SplitPart("eu-west-1", "-", 4)', result: '' },
    { text: 'SplitPart("eu", "-", 1)', result: 'eu' },
  ],
  result: 'STRING',
  refine(call, args, site) {
    const delimiter = constantText(call.args[1])
    const { span } = args[1]!
    if (delimiter === null) {
      const params = { function: 'SplitPart', parameter: 'delimiter' }
      site.complain(report('EXP2008', { span, params }))
      return UNKNOWN
    }
    if (delimiter !== '') return call
    const params = { found: '', expected: 'a delimiter', reason: 'it is empty' }
    site.complain(report('EXP2006', { span, params }))
    return UNKNOWN
  },
  evaluate: ([text, delimiter, index]) =>
    (text as string).split(delimiter as string)[Number(index) - 1] ?? '',
  sql: {
    duckdb: (args) => sqlText`split_part(${pieces(args)})`,
    postgresql: ([text, delimiter, index]) =>
      sqlText`split_part(${text!.text}, ${delimiter!.text}, CAST(${place(index!)} AS integer))`,
    trino: ([text, delimiter, index]) =>
      sqlText`(CASE WHEN ${text!.text} IS NOT NULL AND ${index!.text} IS NOT NULL THEN COALESCE(split_part(${pieces([text!, delimiter!, index!])}), '') END)`,
    clickhouse: ([text, delimiter, index]) =>
      sqlText`if(isNull(${text!.text}), NULL, splitByString(${delimiter!.text}, assumeNotNull(${text!.text}))[${place(index!)}])`,
  },
})

function pieces([text, delimiter, index]: readonly SqlArgument[]): SqlText {
  return sqlText`${text!.text}, ${delimiter!.text}, ${place(index!)}`
}

/** A position that no text has. */
const NOWHERE = 2_147_483_647n

/** The index where engines count from 1; they count from the end, or fail, for what is below. */
function place({ typed, text }: SqlArgument): SqlText {
  if (typed.kind === 'constant' && typed.constant.type === 'INT') {
    const { value } = typed.constant
    return bind({ type: 'INT', value: value < 1n || value > NOWHERE ? NOWHERE : value })
  }
  return sqlText`(CASE WHEN ${text} < 1 OR ${text} > 2147483647 THEN 2147483647 ELSE ${text} END)`
}
