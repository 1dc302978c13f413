import { formatExact } from './numbers.ts'

// Comma-separated values, in a terminal, on a page and in files.

/** A cell of a table: text, a number, or nothing. */
export type CsvCell = string | number | null

/** How {@link formatCsvLine} writes a cell. */
export interface CsvOptions {
  /**
   * Whether a text that a spreadsheet would run as a formula gets an apostrophe before it. A program that reads the file again
   * would find the apostrophe in the text. @defaultValue true
   */
  readonly guardsFormulas?: boolean
}

/**
 * A line of comma-separated values by RFC 4180, without its end: a text with a comma, a quote, a line break or a blank at an end
 * is quoted. A null is an empty cell, and an empty text is `""`. Numbers have all their digits.
 */
export function formatCsvLine(
  cells: readonly CsvCell[],
  { guardsFormulas = true }: CsvOptions = {},
): string {
  return cells
    .map((cell) => {
      if (cell === null) return ''
      if (typeof cell === 'number') return formatExact(cell)
      return quoteCell(guardsFormulas ? guardFormula(cell) : cell)
    })
    .join(',')
}

function quoteCell(text: string): string {
  return text === '' || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The beginning of a formula in a spreadsheet: also behind blanks, and in the full width of East Asian keyboards. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

const NUMBER = /^\s*[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i

function guardFormula(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}
