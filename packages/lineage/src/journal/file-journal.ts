import { type FileHandle, open } from 'node:fs/promises'
import { fileDamaged } from '../errors.ts'
import type { JournalEntry, LineageJournal } from './journal.ts'

/**
 * A journal in a file of its own, one entry as JSON on each line. An entry counts once its line has ended: what
 * a crash left of an unfinished append is cut off when the file is opened. One process may have it open.
 */
export interface FileJournal extends LineageJournal {
  /** Ends the journal; calls after that reject. */
  close(): Promise<void>
}

const NEWLINE = 0x0a
const BLOCK = 65_536

/** Opens the file, and makes it when it is missing. */
export async function openFileJournal(path: string): Promise<FileJournal> {
  const file = await open(path, 'a+')
  const end = await endOfLastLine(file)
  await file.truncate(end)
  let last: Promise<void> = Promise.resolve()
  const write = async (text: string): Promise<void> => {
    await file.appendFile(text)
    await file.datasync()
  }
  return {
    append: (entries) => {
      const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
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

/** Where the last whole line ends. */
async function endOfLastLine(file: FileHandle): Promise<number> {
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
  let rest = ''
  let version = 0
  for await (const chunk of stream as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    for (const line of lines) {
      version += 1
      if (version > after) yield parseEntry(line, version, path)
    }
  }
}

function parseEntry(line: string, version: number, path: string): JournalEntry {
  let entry: JournalEntry | null
  try {
    entry = JSON.parse(line)
  } catch (cause) {
    throw fileDamaged(path, `line ${version} is not JSON`, cause)
  }
  if (entry?.version === version && typeof entry.change?.op === 'string') return entry
  throw fileDamaged(path, `line ${version} is not the entry of version ${version}`)
}
