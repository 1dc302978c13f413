import type { FileHandle } from 'node:fs/promises'
import { tableDamaged } from '../../request/errors.ts'
import { readFlatBuffer } from './read-flatbuffer.ts'
import { NOTES_KEY, type SnapshotNotes } from './snapshot-notes.ts'

const TRAILER = 10

/** The notes of a snapshot, from the end of its file. Throws {@link AttributionError} for a file that is cut off, or something else. */
export async function readNotes(file: FileHandle, path: string): Promise<SnapshotNotes> {
  const { size } = await file.stat()
  const foreign = (why: string, cause?: unknown): Error => tableDamaged(`"${path}"`, why, cause)
  if (size < 2 * TRAILER) throw foreign('the file is too short to be a snapshot')
  const trailer = await readBytes(file, size - TRAILER, TRAILER)
  if (new TextDecoder().decode(trailer.subarray(4)) !== 'ARROW1') {
    throw foreign('it does not end like an Arrow file: it is cut off, or something else')
  }
  const length = new DataView(trailer.buffer, trailer.byteOffset).getInt32(0, true)
  if (length <= 0 || length > size - 2 * TRAILER) throw foreign('its footer is damaged')
  const text = notesText(await readBytes(file, size - TRAILER - length, length), foreign)
  if (text === null) {
    throw foreign(
      'it is an Arrow file that is no snapshot; load its bytes with createColumnarSource',
    )
  }
  const notes = parseNotes(text, foreign)
  if (notes.version !== 1 && notes.version !== 2) {
    throw foreign('it was written by a later version of this package; write it again with this one')
  }
  return notes
}

function parseNotes(text: string, foreign: (why: string, cause: unknown) => Error): SnapshotNotes {
  try {
    return JSON.parse(text) as SnapshotNotes
  } catch (cause) {
    throw foreign('its notes are damaged', cause)
  }
}

function notesText(
  footer: Uint8Array,
  foreign: (why: string, cause: unknown) => Error,
): string | null {
  try {
    const pairs = readFlatBuffer(footer).table(1)?.tables(2) ?? []
    return pairs.find((pair) => pair.text(0) === NOTES_KEY)?.text(1) ?? null
  } catch (cause) {
    throw foreign('its footer is damaged', cause)
  }
}

/** Some bytes of a file. */
export async function readBytes(
  file: FileHandle,
  offset: number,
  length: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  await readInto(file, offset, bytes)
  return bytes
}

/** Fills bytes from a file; what is not there stays zero, which the length of the file rules out. */
export async function readInto(file: FileHandle, offset: number, bytes: Uint8Array): Promise<void> {
  let read = 0
  while (read < bytes.length) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, offset + read)
    if (bytesRead === 0) return
    read += bytesRead
  }
}
