import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { FREE_EXPANSION, MOST_EXPANSION } from './expansion.ts'
import { assertZipExpands } from './zip.ts'

type Cell = string | number | boolean | Date | null

/** The largest workbook, and the largest of its parts that is held in memory, in bytes. */
const MOST_BYTES = 256 * 2 ** 20

/** A workbook in memory. */
export interface Workbook {
  readonly bytes: Buffer
  /** The names of its sheets in order, without those that are hidden. */
  readonly sheets: readonly string[]
}

/** Opens an XLSX workbook. Throws for what is none, is encrypted, or expands beyond the limits of compressed files. */
export async function openWorkbook(path: string): Promise<Workbook> {
  const { size } = await stat(path)
  if (size > MOST_BYTES) {
    const most = MOST_BYTES / 2 ** 20
    throw new Error(`the workbook has more than ${most} MiB, which is the limit. Save it as CSV.`)
  }
  const bytes = await readFile(path)
  assertWorkbook(bytes)
  await assertZipExpands(bytes, {
    total: Math.max(FREE_EXPANSION, size * MOST_EXPANSION),
    held: MOST_BYTES,
    isHeld: (name) => !/worksheets\/[^/]*$/.test(name),
  })
  const sheets: string[] = []
  await explainDamage(() =>
    readXlsx(bytes, {
      sheets: ({ name, hidden, veryHidden }) => {
        if (!hidden && !veryHidden) sheets.push(name)
        return false
      },
    }),
  )
  return { bytes, sheets }
}

function assertWorkbook(bytes: Buffer): void {
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) {
    throw new Error(
      'it is encrypted, or written in the format of Excel 97. Save it as XLSX without a password.',
    )
  }
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK')
    throw new Error('it is no XLSX workbook: its content is of another format.')
}

async function explainDamage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const reason = 'it is damaged: a part of the workbook cannot be read.'
    throw new Error(reason, { cause })
  }
}

/** The columns from the first to the one after the last that have values. */
interface Extent {
  readonly from: number
  readonly to: number
}

/** Rows by which the columns of a sheet are found at first. */
const FIRST_ROWS = 1000

/**
 * Writes a sheet as CSV with commas: row n of the sheet is line n, dates are as in ISO 8601, and a line break in a cell is a
 * blank. Columns without any value before the first one are left out.
 */
export async function writeSheet(
  { bytes }: Workbook,
  sheet: string,
  target: string,
): Promise<void> {
  const first = await explainDamage(() => findExtent(bytes, sheet, FIRST_ROWS))
  if (await explainDamage(() => writeRows(bytes, sheet, first, target))) return
  const all = await explainDamage(() => findExtent(bytes, sheet, 0))
  await explainDamage(() => writeRows(bytes, sheet, all, target))
}

async function findExtent(bytes: Buffer, sheet: string, maxRows: number): Promise<Extent> {
  let [from, to] = [Number.POSITIVE_INFINITY, 0]
  for await (const { values } of streamXlsxRows(bytes, {
    sheet,
    ...(maxRows > 0 && { maxRows }),
  })) {
    const used = measureRow(values)
    from = Math.min(from, used.from)
    to = Math.max(to, used.to)
  }
  return { from: Math.min(from, to), to }
}

function measureRow(values: readonly unknown[]): Extent {
  const hasValue = (cell: unknown): boolean => cell !== null && cell !== ''
  const from = values.findIndex(hasValue)
  if (from < 0) return { from: Number.POSITIVE_INFINITY, to: 0 }
  return { from, to: values.findLastIndex(hasValue) + 1 }
}

/** Whether all values were in the extent; when one was not, the file is not complete. */
async function writeRows(
  bytes: Buffer,
  sheet: string,
  { from, to }: Extent,
  target: string,
): Promise<boolean> {
  const stream = createWriteStream(target)
  const width = to - from
  let line = 0
  let part = ''
  let isInside = true
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      const used = measureRow(values)
      if (used.to === 0) continue
      isInside = used.from >= from && used.to <= to
      if (!isInside) break
      // A line of one empty cell would be a row.
      if (width > 1 || line === 0) part += '\n'.repeat(Math.max(index - line, 0))
      line = index + 1
      const cells = Array.from({ length: width }, (_, i) => formatCell(values[from + i] as Cell))
      part += `${cells.join(',')}\n`
      if (part.length < 2 ** 16) continue
      if (!stream.write(part)) await once(stream, 'drain')
      part = ''
    }
  } finally {
    stream.end(part)
    await finished(stream)
  }
  return isInside
}

function formatCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return formatMoment(cell)
  const text = String(cell).replace(/[\r\n]+/g, ' ')
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The first moment of the calendar of spreadsheets; before it are times of day. */
const FIRST_DAY = Date.UTC(1900, 0, 1)

function formatMoment(moment: Date): string {
  const time = moment.getTime()
  if (Number.isNaN(time)) return ''
  // Serial numbers are days: seconds have an error of a few milliseconds.
  const seconds = new Date(Math.round(time / 1000) * 1000).toISOString()
  if (time < FIRST_DAY) return seconds.slice(11, 19)
  return seconds.endsWith('T00:00:00.000Z') ? seconds.slice(0, 10) : seconds.slice(0, 19)
}
