import { keyText } from '../../src/results/key-text.ts'
import type { SqlResult } from '../../src/results/sql-result.ts'

/** A result row by row, every value as the language's text. */
export function linesOf({ rowCount, columns }: SqlResult): readonly (readonly (string | null)[])[] {
  const texts = columns.map(keyText)
  return Array.from({ length: rowCount }, (_, i) => texts.map((all) => all[i]!))
}
