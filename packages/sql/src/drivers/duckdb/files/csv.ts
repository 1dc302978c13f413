import { literal } from '../../../text/names.ts'
import type { FileFormat } from './file-table.ts'
import { pathLiteral } from './path-literal.ts'
import type { TextFile } from './text-file.ts'

/** The layout of a CSV, read from its beginning. */
export interface CsvLayout {
  readonly delimiter: string
  /** The columns in order, no two alike in lower case. */
  readonly names: readonly string[]
  /** How many lines come before the first record. */
  readonly skip: number
  readonly hasHeader: boolean
}

/** Reads the layout of a CSV from its beginning; null for a file without any text. */
export function csvLayout(
  { path, head }: Pick<TextFile, 'path' | 'head'>,
  { delimiter, header: hasHeader = true, skipRows = 0 }: FileFormat,
): CsvLayout | null {
  const lines = head.split(/\r\n|\n|\r/, skipRows + 1_000)
  const first = lines.findIndex((line, i) => i >= skipRows && line.trim() !== '')
  if (first < 0) return null
  const start = startOfLine(head, first)
  const isTabbed = /\.tsv(\.(gz|zst))?$/i.test(path)
  const used = delimiter ?? (isTabbed ? '\t' : likelyDelimiter(head.slice(start)))
  const cells = firstRecord(head.slice(start), used)
  const names = distinct(hasHeader ? cells : cells.map(() => ''))
  return { delimiter: used, names, skip: first, hasHeader }
}

function startOfLine(text: string, line: number): number {
  const ends = /\r\n|\n|\r/g
  for (let i = 0; i < line; i++) ends.exec(text)
  return ends.lastIndex
}

/** The separators of cells, in the order in which they win where a header has as many of one as of another. */
export const DELIMITERS: readonly string[] = [',', ';', '\t', '|']

function likelyDelimiter(text: string): string {
  const counts = DELIMITERS.map((delimiter) => firstRecord(text, delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!
}

function firstRecord(text: string, delimiter: string): readonly string[] {
  return readRecord(text, 0, delimiter).cells
}

/** A record of a CSV, and where it ends in the text. */
export interface CsvRecord {
  readonly cells: readonly string[]
  readonly end: number
}

/** Reads the record that begins at `start`; quoted cells may have line breaks, and two quotes for one. */
export function readRecord(text: string, start: number, delimiter: string): CsvRecord {
  const cells: string[] = []
  let at = start
  while (true) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, delimiter)
    cells.push(cell)
    if (!text.startsWith(delimiter, end)) return { cells, end }
    at = end + delimiter.length
  }
}

function quotedCell(text: string, start: number) {
  let cell = ''
  let at = start + 1
  while (at < text.length) {
    const quote = text.indexOf('"', at)
    if (quote < 0) break
    cell += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 }
    cell += '"'
    at = quote + 2
  }
  return { cell: cell + text.slice(at), end: text.length }
}

function plainCell(text: string, start: number, delimiter: string) {
  let end = start
  while (end < text.length && !/[\r\n]/.test(text[end]!) && !text.startsWith(delimiter, end)) end++
  return { cell: text.slice(start, end), end }
}

/** Names that no two columns share: those without a name are `column` and their place, later ones have `_1`, `_2`, … */
function distinct(cells: readonly string[]): readonly string[] {
  const usedNames = new Set<string>()
  return cells.map((cell, i) => {
    const name = cell === '' ? `column${i}` : cell
    let uniqueName = name
    for (let n = 1; usedNames.has(uniqueName.toLowerCase()); n++) uniqueName = `${name}_${n}`
    usedNames.add(uniqueName.toLowerCase())
    return uniqueName
  })
}

/** The SQL that reads CSV files of one layout, every cell as text. */
export function readCsv(
  files: readonly TextFile[],
  { delimiter, names, skip, hasHeader }: CsvLayout,
  isLenient: boolean,
): string {
  const columns = names.map((name) => `${literal(name)}: 'VARCHAR'`).join(', ')
  const paths = files.map(({ utf8 }) => pathLiteral(utf8)).join(', ')
  const options = [
    'auto_detect = false',
    `columns = {${columns}}`,
    `delim = ${literal(delimiter)}`,
    `quote = '"'`,
    `escape = '"'`,
    `header = ${hasHeader}`,
    `skip = ${skip}`,
    `compression = '${files[0]?.compression ?? 'none'}'`,
    ...(isLenient ? ['ignore_errors = true'] : []),
  ]
  return `read_csv([${paths}], ${options.join(', ')})`
}
