import { open } from 'node:fs/promises'
import { endianness } from 'node:os'
import { crc32 } from 'node:zlib'
import { fileDamaged } from '../errors.ts'
import { aligned, CHECKSUM, type Header, MAGIC, PREFIX, SECTIONS, type Section } from './layout.ts'
import { LineageSnapshot } from './snapshot.ts'

/** Bytes that are read and summed up at once. */
const BLOCK = 16 * 1_048_576

/**
 * Opens a file of `writeSnapshot`. Rejects with LINEAGE_FILE_DAMAGED when it is not one, was not written to its
 * end, has changed since, or is of another layout or byte order: a snapshot is made anew from the journal. Rejects
 * as the file system does when there is no file.
 */
export async function openSnapshot(path: string): Promise<LineageSnapshot> {
  const bytes = await readWhole(path)
  if (bytes.length < PREFIX || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw fileDamaged(path, `is no lineage snapshot of this version, which begins with ${MAGIC}`)
  }
  if (checksumOf(bytes) !== bytes.readUInt32LE(CHECKSUM)) {
    throw fileDamaged(path, 'is not what was written: its checksum is another')
  }
  const end = PREFIX + bytes.readUInt32LE(CHECKSUM + 4)
  const header = JSON.parse(bytes.toString('utf8', PREFIX, end)) as Header
  if (header.endianness !== endianness()) {
    throw fileDamaged(path, `was written with the byte order ${header.endianness}, not ours`)
  }
  return new LineageSnapshot(header, sectionsOf(bytes, end, header))
}

async function readWhole(path: string): Promise<Buffer<ArrayBuffer>> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const bytes = Buffer.from(new ArrayBuffer(size))
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(bytes, at, Math.min(BLOCK, size - at), at)
      if (bytesRead === 0) throw fileDamaged(path, `ends after ${at} of ${size} bytes`)
      at += bytesRead
    }
    return bytes
  } finally {
    await file.close()
  }
}

function checksumOf(bytes: Buffer): number {
  let sum = 0
  for (let at = CHECKSUM + 4; at < bytes.length; at += BLOCK) {
    sum = crc32(bytes.subarray(at, at + BLOCK), sum)
  }
  return sum
}

function sectionsOf(
  bytes: Buffer<ArrayBuffer>,
  start: number,
  { lengths }: Header,
): Readonly<Record<Section, Uint8Array<ArrayBuffer>>> {
  const sections: Partial<Record<Section, Uint8Array<ArrayBuffer>>> = {}
  let at = start
  for (const name of SECTIONS) {
    sections[name] = new Uint8Array(bytes.buffer, at, lengths[name])
    at += aligned(lengths[name])
  }
  return sections as Record<Section, Uint8Array<ArrayBuffer>>
}
