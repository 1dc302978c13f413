// Names and constants as texts of the language, without the parser.

import { printName, printText } from './tree/literals.ts'

/** Types of values, as the language and as the API call them. */
export type ConstantType =
  | 'BOOLEAN'
  | 'INT'
  | 'BIGINT'
  | 'DECIMAL'
  | 'DOUBLE'
  | 'STRING'
  | 'VARCHAR'
  | 'DATE'
  | 'DATETIME'
  | 'TIMESTAMP'

/**
 * Writes the name of a metric or dimension, or of a column of a dataset, as an expression names it.
 * @example
 * ```ts
 * import { nameText } from '@tributary/attribution/expression'
 * nameText('Late rate') // => '[Late rate]'
 * nameText('a ] b') // => '[a ]] b]'
 * nameText({ dataset: 'orders', column: 'day' }) // => "['orders'/'day']"
 * ```
 */
export function nameText(
  name: string | { readonly dataset: string; readonly column: string },
): string {
  return printName(typeof name === 'string' ? { kind: 'field', name } : { kind: 'column', ...name })
}

/** A number without an exponent, which the language has not. */
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)$/

/**
 * Writes a value, such as that of a dimension in an answer, as a constant of an expression: numbers and booleans as
 * they are, texts, dates and times in double quotes, null as `NULL`. Throws a TypeError for a value that is not of the
 * type, or is a number that needs an exponent or is not finite.
 * @example
 * ```ts
 * import { constantText } from '@tributary/attribution/expression'
 * constantText('O"Hare', 'STRING') // => '"O\\"Hare"'
 * constantText('2001-06-01', 'DATE') // => '"2001-06-01"'
 * constantText('12.50', 'DECIMAL') // => '12.50'
 * constantText(null, 'STRING') // => 'NULL'
 * ```
 */
export function constantText(
  value: string | number | bigint | boolean | null,
  type: ConstantType,
): string {
  if (value === null) return 'NULL'
  const text = String(value)
  switch (type) {
    case 'BOOLEAN':
      if (/^(?:true|false)$/i.test(text)) return text.toUpperCase()
      break
    case 'INT':
    case 'BIGINT':
    case 'DECIMAL':
    case 'DOUBLE':
      if (NUMBER.test(text)) return text
      break
    default:
      return printText(text)
  }
  throw new TypeError(`Expected a value of the type ${type}, found ${JSON.stringify(text)}`)
}
