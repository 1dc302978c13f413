import type { SqlResult } from '../../src/drivers/sql-driver.ts'
import { keyText } from '../../src/key-text.ts'

/** A result row by row, every value as the language's text. */
export function linesOf({ rowCount, columns }: SqlResult): readonly (readonly (string | null)[])[] {
  const texts = columns.map(keyText)
  return Array.from({ length: rowCount }, (_, i) => texts.map((all) => all[i]!))
}
