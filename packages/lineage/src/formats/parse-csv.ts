import { invalidImportError } from '../model/errors.ts'

/** A row with as many cells as the first one, the header. */
export interface CsvRow {
  /** The text of each cell; undefined when it is empty and not in quotes. */
  readonly cells: readonly (string | undefined)[]
  /** Where the row begins, from 1. */
  readonly line: number
}

/**
 * Parses CSV (RFC 4180): quotes, doubled quotes, line breaks in quotes; lines end with CR LF or LF. Throws
 * LINEAGE_INVALID_IMPORT for an unclosed quote, text after a quote, and a row of another length. Rows without any
 * text are skipped.
 */
export function* parseCsv(file: string, text: string): Generator<CsvRow, void, undefined> {
  let columns = -1
  let at = text.startsWith('\ufeff') ? 1 : 0
  let line = 1
  while (at < text.length) {
    const row = parseRow(file, text, { at, line })
    // Spreadsheets leave rows that were emptied as commas alone.
    if (row.cells.some((cell) => cell !== undefined)) {
      if (columns < 0) columns = row.cells.length
      if (row.cells.length !== columns) {
        const problem = `has ${row.cells.length} fields, the head has ${columns}`
        throw invalidImportError({ file, path: `line ${line}` }, problem)
      }
      yield { cells: row.cells, line }
    }
    ;({ at, line } = row.next)
  }
  if (columns < 0) throw invalidImportError({ file, path: '' }, 'is empty, expected a head line')
}

interface Position {
  readonly at: number
  readonly line: number
}

const PLAIN = /[^,\r\n"]*/y
const LINE_END = /\r?\n/y

function parseRow(
  file: string,
  text: string,
  from: Position,
): { readonly cells: (string | undefined)[]; readonly next: Position } {
  const cells: (string | undefined)[] = []
  let { at, line } = from
  for (;;) {
    const start = at
    const isQuoted = text[start] === '"'
    at = isQuoted ? findQuotedEnd(text, start) : findMatchEnd(PLAIN, text, start)
    if (at < 0) throw invalidImportError({ file, path: `line ${line}` }, 'has a quote without end')
    if (isQuoted) {
      const cell = text.slice(start + 1, at - 1)
      line += cell.split('\n').length - 1
      cells.push(cell.replaceAll('""', '"'))
    } else cells.push(at === start ? undefined : text.slice(start, at))
    if (text[at] === ',') {
      at += 1
      continue
    }
    if (at === text.length) return { cells, next: { at, line } }
    const end = findMatchEnd(LINE_END, text, at)
    if (end < 0) {
      const problem =
        text[at] === '\r' ? 'ends with CR, expected CR LF or LF' : 'has text beside a quote'
      throw invalidImportError({ file, path: `line ${line}` }, problem)
    }
    return { cells, next: { at: end, line: line + 1 } }
  }
}

/** Where what the sticky pattern matches at `start` ends; -1 when it does not. */
function findMatchEnd(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : -1
}

/**
 * The position after the closing quote of the cell at `start`; -1 when there is none. A regular expression would
 * use too much memory for cells of many millions of characters.
 */
function findQuotedEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at + 1
  }
  return -1
}
