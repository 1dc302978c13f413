import { type FileHandle, open } from 'node:fs/promises'
import { fileDamagedError } from '../model/errors.ts'
import { isChange, type JournalEntry, type LineageJournal } from './journal.ts'

/**
 * A journal in a file, one entry as JSON a line. An entry counts once its line is complete: an append that a crash
 * cut short is truncated when the file is opened. Only one process may have it open.
 */
export interface FileJournal extends LineageJournal {
  /** Closes the file; later calls reject. */
  close(): Promise<void>
}

const NEWLINE = 0x0a
const BLOCK = 65_536

/**
 * Opens a journal file and creates it when it is missing. Rejects with LINEAGE_FILE_DAMAGED when the end of the file is
 * not the beginning of an entry: then it is not a journal, and stays as it is.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { openFileJournal } from '@tributary/lineage'
 * const folder = await mkdtemp(join(tmpdir(), 'lineage-'))
 * const journal = await openFileJournal(join(folder, 'lineage.journal'))
 * const change = { op: 'clear' } as const
 * await journal.append([{ version: 1, at: '2026-01-31T00:00:00.000Z', actor: 'ann', change }])
 * (await Array.fromAsync(journal.read())).length // => 1
 * await journal.close()
 * await rm(folder, { recursive: true })
 * ```
 */
export async function openFileJournal(path: string): Promise<FileJournal> {
  const file = await open(path, 'a+')
  try {
    await truncateUnfinishedLine(file, path)
  } catch (error) {
    await file.close()
    throw error
  }
  let last: Promise<void> = Promise.resolve()
  const write = async (text: string): Promise<void> => {
    const { size } = await file.stat()
    try {
      await file.appendFile(text)
      await file.datasync()
    } catch (error) {
      // Half a line would spoil the line that is written after it, such as when a full disk has room again.
      await file.truncate(size).catch(() => {})
      throw error
    }
  }
  return {
    append: (entries) => {
      const text = entries.map(formatEntryLine).join('')
      last = last.catch(() => {}).then(() => write(text))
      return last
    },
    read: (after) => readEntries(file, path, after ?? 0),
    close: async () => {
      await last.catch(() => {})
      await file.close()
    },
  }
}

/** Beginning of every line. */
const BEGINNING = '{"version":'

function formatEntryLine({ version, at, actor, change }: JournalEntry): string {
  return `${JSON.stringify({ version, at, actor, change })}\n`
}

async function truncateUnfinishedLine(file: FileHandle, path: string): Promise<void> {
  const end = await findLastLineEnd(file)
  const { size } = await file.stat()
  if (end === size) return
  const start = Buffer.alloc(Math.min(size - end, BEGINNING.length))
  await file.read(start, 0, start.length, end)
  // Some file systems fill up with zeros what a crash kept them from writing.
  const isBegun = BEGINNING.startsWith(start.toString().replace(/\0+$/, ''))
  if (!isBegun)
    throw fileDamagedError(path, 'is no journal: its last line has no end and is no entry')
  await file.truncate(end)
}

/** The end of the last complete line. */
async function findLastLineEnd(file: FileHandle): Promise<number> {
  let { size: end } = await file.stat()
  const block = Buffer.alloc(BLOCK)
  while (end > 0) {
    const start = Math.max(0, end - BLOCK)
    const { bytesRead } = await file.read(block, 0, end - start, start)
    const at = block.subarray(0, bytesRead).lastIndexOf(NEWLINE)
    if (at >= 0) return start + at + 1
    end = start
  }
  return 0
}

async function* readEntries(
  file: FileHandle,
  path: string,
  after: number,
): AsyncGenerator<JournalEntry> {
  const stream = file.createReadStream({ start: 0, autoClose: false, encoding: 'utf8' })
  let partialLine = ''
  let version = 0
  for await (const chunk of stream as AsyncIterable<string>) {
    const lines = (partialLine + chunk).split('\n')
    partialLine = lines.pop()!
    for (const line of lines) {
      version += 1
      if (version > after) yield parseEntry(line, version, path)
    }
  }
}

function parseEntry(line: string, version: number, path: string): JournalEntry {
  let entry: unknown
  try {
    entry = JSON.parse(line)
  } catch (cause) {
    throw fileDamagedError(path, `line ${version} is not JSON`, cause)
  }
  if (isEntry(entry, version)) return entry
  throw fileDamagedError(path, `line ${version} is not the entry of version ${version}`)
}

function isEntry(value: unknown, version: number): value is JournalEntry {
  const entry = value as Partial<JournalEntry> | null
  return entry?.version === version && typeof entry.at === 'string' && isChange(entry.change)
}
