import type { Value, ValueType } from '@tributary/expression'
import { unitsAt } from '../../numbers/decimal.ts'
import type { Column } from './column.ts'
import { encodeDays, encodeDoubles, encodeFlags, encodeUnits } from './encode-numbers.ts'
import { encodeTexts } from './encode-texts.ts'
import { decimalOfValue, doubleOfValue } from './units.ts'

/** The column of values that an expression of a type gave. */
export function encodeLanguageValues(type: ValueType, values: readonly Value[]): Column {
  switch (type) {
    case 'BOOLEAN':
      return encodeFlags(values as readonly (boolean | null)[], values.length)
    case 'INT':
    case 'TIMESTAMP':
      return encodeUnits('expression', { type, scale: 0 }, values as readonly (bigint | null)[])
    case 'DECIMAL': {
      const decimals = values.map((value) => (value === null ? null : decimalOfValue(value)))
      const scale = decimals.reduce((most, one) => Math.max(most, one?.scale ?? 0), 0)
      const units = decimals.map((one) => (one === null ? null : unitsAt(one, scale)))
      return encodeUnits('expression', { type, scale }, units)
    }
    case 'DOUBLE':
      return encodeDoubles(numbersOf(values)).column
    case 'DATE':
      return encodeDays(numbersOf(values))
    default:
      return encodeTexts('expression', values as readonly (string | null)[], values.length)
  }
}

function numbersOf(values: readonly Value[]): Float64Array {
  return Float64Array.from(values, (value) => (value === null ? Number.NaN : doubleOfValue(value)))
}
