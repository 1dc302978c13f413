import { invalidImport } from '../errors.ts'

/** A CSV text taken apart. */
export interface Csv {
  readonly head: readonly string[]
  readonly rows: readonly CsvRow[]
}

/** A row of as many cells as the head has. */
export interface CsvRow {
  /** The text of each cell; undefined when it is empty and not in quotes. */
  readonly cells: readonly (string | undefined)[]
  /** Where the row begins, from 1. */
  readonly line: number
}

/**
 * Takes CSV apart (RFC 4180): quotes, doubled quotes, line breaks in quotes; lines end with CR LF or LF. Throws
 * LINEAGE_INVALID_IMPORT for a quote that does not end, text after a quote, and a row of another length.
 */
export function parseCsv(file: string, text: string): Csv {
  const rows: CsvRow[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  let line = 1
  while (at < text.length) {
    const row = parseRow(file, text, { at, line })
    if (row.cells.length > 1 || row.cells[0] !== undefined) rows.push({ cells: row.cells, line })
    ;({ at, line } = row.next)
  }
  const [first, ...rest] = rows
  if (first === undefined) throw invalidImport({ file, path: '' }, 'is empty, expected a head line')
  const head = first.cells.map((cell) => (cell ?? '').trim())
  for (const { cells, line: begin } of rest) {
    if (cells.length === head.length) continue
    const place = { file, path: `line ${begin}` }
    throw invalidImport(place, `has ${cells.length} fields, the head has ${head.length}`)
  }
  return { head, rows: rest }
}

interface Position {
  readonly at: number
  readonly line: number
}

const PLAIN = /[^,\r\n"]*/y
const QUOTED = /"((?:[^"]|"")*)"/y

function parseRow(
  file: string,
  text: string,
  from: Position,
): { readonly cells: (string | undefined)[]; readonly next: Position } {
  const cells: (string | undefined)[] = []
  let { at, line } = from
  for (;;) {
    const isQuoted = text[at] === '"'
    const pattern = isQuoted ? QUOTED : PLAIN
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match === null)
      throw invalidImport({ file, path: `line ${line}` }, 'has a quote without end')
    at = pattern.lastIndex
    line += match[0].split('\n').length - 1
    const cell = isQuoted ? match[1]!.replaceAll('""', '"') : match[0]
    cells.push(cell === '' && !isQuoted ? undefined : cell)
    if (text[at] === ',') {
      at += 1
      continue
    }
    if (at === text.length) return { cells, next: { at, line } }
    const end = /\r?\n/y
    end.lastIndex = at
    if (!end.test(text)) {
      throw invalidImport({ file, path: `line ${line}` }, 'has text beside a quote')
    }
    return { cells, next: { at: end.lastIndex, line: line + 1 } }
  }
}
