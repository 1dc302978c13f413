import type { FileHandle } from 'node:fs/promises'
import { tableFromIPC } from '@uwdata/flechette'
import { tableDamagedError } from '../../request/errors.ts'
import type { Column, ColumnType, ValueRange } from '../columns/column.ts'

/** Rows of a record batch: the fewest rows of a column that are read. */
export const BATCH_ROWS: number = 2 ** 16

/** The key of {@link SnapshotMetadata} in the metadata of the Arrow schema. */
export const METADATA_KEY = 'tributary.snapshot'

/** The format that is written and read. */
export const VERSION = 4

/** The metadata of a snapshot that Arrow has no place for, as JSON in the schema's metadata. Numbers that JSON lacks are null. */
export interface SnapshotMetadata {
  readonly version: number
  readonly rows: number
  readonly sorted: { readonly column: string; readonly present: number } | null
  /** The last time of every batch of the sorted column, in microseconds as text; null for a batch without one. */
  readonly lastTimes: readonly (string | null)[]
  /** NaN and infinities that were loaded as NULL, by column. */
  readonly lost: Readonly<Record<string, number>>
  readonly columns: readonly ColumnMetadata[]
}

/** Where a buffer lies: in the file's metadata from the end of the schema message on, once read from the file's begin on. */
export type BufferPlace = readonly [offset: number, length: number]

/** A column of a snapshot. */
export interface ColumnMetadata {
  readonly name: string
  readonly type: ColumnType
  readonly scale: number
  readonly kind: Column['kind']
  readonly nulls: number
  /** Of coded columns: how many values the domain has. */
  readonly size?: number
  /** Of days and whole numbers: the first. */
  readonly first?: number
  /** Of texts: the offsets and the bytes of the dictionary. */
  readonly texts?: readonly [BufferPlace, BufferPlace]
  /** Of doubles. */
  readonly range?: SavedRange
  /** Validity and values of each batch. */
  readonly batches: readonly (readonly [BufferPlace, BufferPlace])[]
}

/** A {@link ValueRange} as JSON: null for the infinities of a column without values. */
export interface SavedRange extends Omit<ValueRange, 'min' | 'max'> {
  readonly min: number | null
  readonly max: number | null
}

const MAGIC = 'ARROW1'

/** An Arrow file begins with the padded magic, a marker and the length of the schema message. */
const HEAD = 16

/** It ends with the length of the footer and the magic. */
const TRAILER = 10

/** Where the schema message of a file ends, from its first 16 bytes. */
export function schemaEnd(head: Uint8Array): number {
  return HEAD + new DataView(head.buffer, head.byteOffset).getInt32(HEAD - 4, true)
}

/** Reads the metadata of a snapshot. Throws {@link AttributionError} for a file that is cut off, damaged or no snapshot. */
export async function readMetadata(file: FileHandle, path: string): Promise<SnapshotMetadata> {
  const damaged = (why: string, cause?: unknown): Error =>
    tableDamagedError(`"${path}"`, why, cause)
  const { size } = await file.stat()
  if (size < HEAD + TRAILER) throw damaged('the file is too short to be a snapshot')
  const head = await readBytes(file, [0, HEAD])
  const trailer = await readBytes(file, [size - TRAILER, TRAILER])
  if (trailer.toString('latin1', 4) !== MAGIC) {
    throw damaged('it does not end like an Arrow file: it is cut off, or something else')
  }
  const end = schemaEnd(head)
  const footerLength = trailer.readInt32LE(0)
  const remainingBytes = size - end - TRAILER
  if (head.toString('latin1', 0, 6) !== MAGIC || remainingBytes < 0)
    throw damaged('its begin is damaged')
  if (footerLength <= 0 || footerLength > remainingBytes) throw damaged('its footer is damaged')
  const text = metadataText(await readBytes(file, [8, end - 8]), damaged)
  const footer = await readBytes(file, [size - TRAILER - footerLength, footerLength])
  return absolute(parseMetadata(text, footer, damaged), end)
}

function metadataText(
  schema: Uint8Array,
  damaged: (why: string, cause?: unknown) => Error,
): string {
  let text: string | undefined
  try {
    text = tableFromIPC(schema).schema.metadata?.get(METADATA_KEY)
  } catch (cause) {
    throw damaged('its schema is damaged', cause)
  }
  if (text !== undefined) return text
  throw damaged('it is an Arrow file that is no snapshot; load its bytes with createColumnarSource')
}

function parseMetadata(
  text: string,
  footer: Buffer,
  damaged: (why: string, cause?: unknown) => Error,
): SnapshotMetadata {
  let metadata: SnapshotMetadata
  try {
    metadata = JSON.parse(text) as SnapshotMetadata
  } catch (cause) {
    throw damaged('its metadata is damaged', cause)
  }
  if (metadata.version !== VERSION) {
    const age = metadata.version > VERSION ? 'a later' : 'an earlier'
    throw damaged(`it was written by ${age} version of this package; write it again with this one`)
  }
  // The footer repeats the schema.
  if (!footer.includes(text)) throw damaged('its footer is damaged')
  return metadata
}

function absolute(metadata: SnapshotMetadata, begin: number): SnapshotMetadata {
  const place = ([offset, length]: BufferPlace): BufferPlace => [begin + offset, length]
  const pair = ([first, second]: readonly [BufferPlace, BufferPlace]) =>
    [place(first), place(second)] as const
  const columns = metadata.columns.map(({ texts, batches, ...columnFields }) => ({
    ...columnFields,
    ...(texts && { texts: pair(texts) }),
    batches: batches.map(pair),
  }))
  return { ...metadata, columns }
}

/** Reads a buffer of a file. */
export async function readBytes(file: FileHandle, [offset, length]: BufferPlace): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  await readInto(file, offset, bytes)
  return bytes
}

/** Fills bytes from a file; what lies beyond its end stays zero. */
export async function readInto(file: FileHandle, offset: number, bytes: Uint8Array): Promise<void> {
  let read = 0
  while (read < bytes.length) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, offset + read)
    if (bytesRead === 0) return
    read += bytesRead
  }
}
