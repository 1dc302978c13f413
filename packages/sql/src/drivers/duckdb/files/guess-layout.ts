import { DELIMITERS, readRecord } from './csv.ts'
import type { FileFormat, FileToRead } from './file-table.ts'
import { openFirstText, type RawContext } from './raw-parts.ts'

/** How a CSV is laid out where that is not what is found without a word, and why. */
export interface GuessedLayout {
  readonly format: Pick<FileFormat, 'delimiter' | 'skipRows' | 'header'>
  /** The character that separates the cells; null for a file that is no CSV. */
  readonly delimiter: string | null
  /** A sentence for each key of the format. */
  readonly notes: readonly string[]
}

/** Guesses the layout of a CSV from its beginning; what `format` says already is taken. Empty for other files. */
export async function guessLayout(file: FileToRead, context: RawContext): Promise<GuessedLayout> {
  const first = await openFirstText(file, context)
  if (first?.kind !== 'CSV') return { format: {}, delimiter: null, notes: [] }
  const { path, head } = first.text
  const { format = {} } = file
  if (!first.isSheet)
    return guessTextLayout(head, { format, isTabbed: /\.tsv(\.\w+)?$/i.test(path) })
  const layout = guessTextLayout(head, { format: { ...format, delimiter: ',' }, isTabbed: false })
  const { delimiter: _, ...sheetFormat } = layout.format
  return { ...layout, format: sheetFormat, delimiter: null }
}

/** The declared format, and whether the name of the file says that tabs separate its cells. */
interface Declared {
  readonly format: FileFormat
  readonly isTabbed: boolean
}

/** Guesses the layout of a text that is the beginning of a CSV. */
export function guessTextLayout(head: string, { format, isTabbed }: Declared): GuessedLayout {
  const separatorLine = /^\ufeff?"?sep=(.|\\t)"?\s*(\r\n|\n|\r)/i.exec(head)
  const named = separatorLine?.[1] === '\\t' ? '\t' : separatorLine?.[1]
  const declared = format.delimiter ?? named ?? (isTabbed ? '\t' : undefined)
  const delimiter = declared ?? findDelimiter(head, format.skipRows ?? 0)
  const records = readLines(head, delimiter, format.skipRows ?? 0)
  if (records.length === 0) return { format: {}, delimiter, notes: [] }
  const width = findWidth(records)
  const first = format.skipRows === undefined ? findFirstRecord(records, width) : 0
  const lines = records[first]!.line
  const header = format.header ?? hasHeader(records.slice(first))
  const notes: string[] = []
  if (lines > 0 && format.skipRows === undefined) {
    const skipped = head.split(/\r\n|\n|\r/, lines).map((line) => line.trim())
    const example = skipped.find((line) => line !== '') ?? ''
    notes.push(
      `${lines === 1 ? 'line 1 is' : `lines 1 to ${lines} are`} passed over (skipRows: ${lines}): "${shorten(example)}" is no row of the table`,
    )
  }
  if (!header && format.header === undefined)
    notes.push(
      'the first row has values and no names (header: false): the columns are column0, column1, …',
    )
  const foundDelimiter = findHeaderDelimiter(head, lines)
  const isUnusual = format.delimiter === undefined && !isTabbed && delimiter !== foundDelimiter
  if (isUnusual) notes.push(`the cells are separated by ${delimiter === '\t' ? 'tabs' : delimiter}`)
  return {
    format: {
      ...(isUnusual && { delimiter }),
      ...(lines > 0 && { skipRows: lines }),
      ...(!header && { header: false }),
    },
    delimiter,
    notes,
  }
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

interface Line {
  readonly cells: readonly string[]
  /** How many lines are before it. */
  readonly line: number
}

const LOOKED_AT = 200

function readLines(head: string, delimiter: string, skip: number): readonly Line[] {
  const lines: Line[] = []
  let at = 0
  let line = 0
  while (at < head.length && lines.length < LOOKED_AT) {
    const { cells, end } = readRecord(head, at, delimiter)
    // Text after the end of a quote is no cell: the line is taken as it is.
    const remainder = head.slice(end, findLineEnd(head, end))
    const isBlank = cells.length === 1 && cells[0]!.trim() === '' && remainder === ''
    if (line >= skip && !isBlank) lines.push({ cells, line })
    const next = findLineEnd(head, end)
    const ending = /^(\r\n|\n|\r)/.exec(head.slice(next, next + 2))?.[0] ?? ''
    line += head.slice(at, next).split(/\r\n|\n|\r/).length
    if (ending === '') break
    at = next + ending.length
  }
  return lines
}

function findLineEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}

/** The number of cells that most records have; of several the largest. */
function findWidth(lines: readonly Line[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of lines) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return [...counts].toSorted(([a, m], [b, n]) => n - m || b - a)[0]?.[0] ?? 1
}

/** The separator by which most lines have as many cells as each other, at least two. */
function findDelimiter(head: string, skip: number): string {
  const scores = DELIMITERS.map((delimiter) => {
    const lines = readLines(head, delimiter, skip)
    const width = findWidth(lines)
    if (width < 2) return 0
    return lines.filter(({ cells }) => cells.length === width).length / lines.length
  })
  const best = Math.max(...scores)
  if (best === 0) return findHeaderDelimiter(head, skip)
  const usual = findHeaderDelimiter(head, skip)
  const alike = DELIMITERS.filter((_, i) => scores[i] === best)
  return alike.includes(usual) ? usual : alike[0]!
}

/** The separator that a reader takes which is told nothing. */
function findHeaderDelimiter(head: string, skip: number): string {
  const lines = head.split(/\r\n|\n|\r/)
  const first = lines.findIndex((line, i) => i >= skip && line.trim() !== '')
  const text = lines.slice(Math.max(first, 0)).join('\n')
  const counts = DELIMITERS.map((delimiter) => readRecord(text, 0, delimiter).cells.length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!
}

/** Lines that may come before a table. */
const MOST_SKIPPED = 50

/** The place of the first record of the table: as wide as most, and filled where a title has one or two cells. */
function findFirstRecord(lines: readonly Line[], width: number): number {
  if (width < 2) return 0
  const looksWhole = ({ cells }: Line): boolean =>
    cells.length === width && cells.filter((cell) => cell.trim() !== '').length * 2 > width
  const first = lines.slice(0, MOST_SKIPPED).findIndex(looksWhole)
  if (first <= 0) return 0
  // A record that is nearly as wide is a broken row, or names without that of the first column.
  const isTitle = ({ cells }: Line): boolean => {
    const filled = cells.filter((cell) => cell.trim() !== '').length
    return filled <= Math.max(1, Math.floor(width / 2))
  }
  return lines.slice(0, first).every(isTitle) ? first : 0
}

type CellKind = 'NUMBER' | 'DATE' | 'TEXT' | 'NOTHING'

const NUMBER = /^[(]?[-+\u2212]?[\p{Sc}%]?\s*\d[\d.,'\u2019\s]*([eE][+-]?\d+)?\s*[\p{Sc}%]?[)]?$/u
const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([T ,].*)?$/

function findKind(cell: string): CellKind {
  const text = cell.trim()
  if (text === '') return 'NOTHING'
  if (DATE.test(text)) return 'DATE'
  return NUMBER.test(text) ? 'NUMBER' : 'TEXT'
}

/** Whether the first record has names: it has none where its numbers and dates stand above numbers and dates. */
function hasHeader([first, ...lines]: readonly Line[]): boolean {
  if (first === undefined || lines.length === 0) return true
  const kinds = first.cells.map(findKind)
  if (areSteps(first.cells)) return true
  let values = 0
  for (const [i, kind] of kinds.entries()) {
    const below = lines.map(({ cells }) => findKind(cells[i] ?? '')).filter((k) => k !== 'NOTHING')
    const share = (wanted: CellKind): number =>
      below.filter((candidate) => candidate === wanted).length / Math.max(below.length, 1)
    const isTyped = share('NUMBER') > 0.8 || share('DATE') > 0.8
    if (!isTyped) continue
    if (kind === 'TEXT') return true
    if (kind !== 'NOTHING' && share(kind) > 0.8) values += 1
  }
  return values === 0
}

/** Whether the numbers of a record are names that count on, such as years. */
function areSteps(cells: readonly string[]): boolean {
  const numbers = cells.filter((cell) => /^\d{1,4}$/.test(cell.trim())).map(Number)
  const typed = cells.filter((cell) => ['NUMBER', 'DATE'].includes(findKind(cell)))
  if (numbers.length < 2 || numbers.length < typed.length) return false
  const step = numbers[1]! - numbers[0]!
  return step !== 0 && numbers.every((n, i) => i === 0 || n - numbers[i - 1]! === step)
}
