import { readFile, stat } from 'node:fs/promises'
import type { WorkspaceProblem } from '../../definitions/workspace.ts'

/** Reads one workspace file; a mistake when it cannot be read or is no UTF-8, null when it leads to a folder. */
export async function readSource(file: string): Promise<SourceText | WorkspaceProblem | null> {
  try {
    const is = await stat(file)
    if (is.isDirectory()) return null
    // Reading a pipe would wait for somebody to write.
    if (!is.isFile()) return mistake(file, 'Expected a file, found a pipe or a device', null)
    return decodeSourceText(file, await readFile(file))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return mistake(file, `Expected a file that can be read: ${message}`, null)
  }
}

function decodeSourceText(file: string, bytes: Buffer): SourceText | WorkspaceProblem {
  const text = bytes.toString('utf8')
  const again = Buffer.from(text)
  if (again.equals(bytes)) return { file, text }
  const at = again.findIndex((byte, i) => byte !== bytes[i])
  const place = createPositions(text)(bytes.toString('utf8', 0, at).length)
  const byteText = `0x${(bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`
  const message = `Expected text in UTF-8, found the byte ${byteText}`
  return mistake(file, message, 'save the file as UTF-8', place)
}

function mistake(
  file: string,
  message: string,
  suggestion: string | null,
  place: Position = { line: 1, column: 1 },
): WorkspaceProblem {
  return { file, ...place, path: '', message, suggestion }
}

/** One workspace file: its path, which messages repeat and relative folders start from, and its text. */
export interface SourceText {
  readonly file: string
  readonly text: string
}

/** A place in a file, both from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/**
 * Creates a function that converts offsets in `text` to positions. The YAML reader's own counter misses line ends
 * after an error.
 */
export function createPositions(text: string): (offset: number) => Position {
  const starts = [0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1))
    starts.push(end + 1)
  return (offset) => {
    const inside = Math.min(Math.max(offset, 0), text.length)
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= inside) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: inside - starts[low]! + 1 }
  }
}
