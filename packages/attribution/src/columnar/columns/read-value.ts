import { assertNever } from '@tributary/core'
import { toText, type Value } from '@tributary/expression'
import type { CodedColumn, Column, ColumnType } from './column.ts'
import { textAt } from './texts.ts'
import { valueOfUnits } from './units.ts'

/** The value of a column in a row, as the language has it. */
export function readValue(column: Column, row: number): Value {
  switch (column.kind) {
    case 'coded':
      return domainValue(column, column.codes[row]!)
    case 'floats': {
      const value = column.values[row]!
      return Number.isNaN(value) ? null : valueOfUnits(value, column)
    }
    case 'bigs':
      return column.valid?.[row] === 0 ? null : valueOfUnits(column.values[row]!, column)
    default:
      return assertNever(column)
  }
}

/** What a code of a coded column stands for; null for the code of NULL. */
export function domainValue(column: CodedColumn, code: number): Value {
  const { domain } = column
  if (code >= domain.size) return null
  switch (domain.kind) {
    case 'texts':
      return textAt(domain.texts, code)
    case 'flags':
      return code === 1
    case 'count':
      return valueOfUnits(domain.first + code, column)
    case 'numbers':
      return valueOfUnits(domain.numbers[code]!, column)
    case 'bigs':
      return valueOfUnits(domain.bigs[code]!, column)
    default:
      return assertNever(domain)
  }
}

/** A code's value as a text; null for the code of NULL. */
export function domainText(column: CodedColumn, code: number): string | null {
  const { domain, type } = column
  if (code >= domain.size) return null
  return domain.kind === 'texts'
    ? textAt(domain.texts, code)
    : toText(domainValue(column, code), type)
}

/** The types whose numbers are units, days or microseconds: whole. */
export function isWhole(type: ColumnType): boolean {
  return type !== 'DOUBLE' && type !== 'STRING'
}
