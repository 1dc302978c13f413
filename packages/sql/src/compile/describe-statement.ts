import { type Constant, toText } from '@tributary/expression'
import type { SqlStatement } from './sql-statement.ts'

/** A statement for people: its text and, below it, a line `$1 = value (TYPE)` per parameter. */
export function describeStatement(statement: SqlStatement): string {
  const values = statement.parameters.map((constant, i) => `$${i + 1} = ${describe(constant)}`)
  return [statement.text, ...(values.length > 0 ? ['', ...values] : [])].join('\n')
}

function describe(constant: Constant): string {
  switch (constant.type) {
    case 'NULL':
      return 'NULL'
    case 'STRING':
      return `${JSON.stringify(constant.value)} (STRING)`
    case 'DECIMAL':
      return `${constant.value} (DECIMAL)`
    default:
      return `${toText(constant.value, constant.type)} (${constant.type})`
  }
}
