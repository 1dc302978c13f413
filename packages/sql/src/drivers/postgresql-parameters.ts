import { assertNever } from '@tributary/core'
import { type Constant, toText } from '@tributary/expression'

/** A constant as PostgreSQL takes it: text, since every placeholder is cast to its type. */
export function toPostgresqlParameter(constant: Constant): string | null {
  const { type, value } = constant
  switch (type) {
    case 'STRING':
    case 'DECIMAL':
      return value
    case 'BOOLEAN':
    case 'INT':
    case 'DOUBLE':
      return String(value)
    case 'DATE':
    case 'TIMESTAMP':
      return toText(value, type)
    case 'NULL':
      return null
    default:
      return assertNever(type)
  }
}
