import { endianness } from 'node:os'
import { crc32 } from 'node:zlib'
import { fileDamagedError } from '../model/errors.ts'
import {
  alignLength,
  CHECKSUM,
  MAGIC,
  PREFIX,
  SECTIONS,
  type SnapshotHeader,
  type SnapshotSection,
} from './layout.ts'
import { LineageSnapshot } from './snapshot.ts'

/** Bytes of one checksum step. */
const BLOCK = 16 * 1_048_576

/**
 * Reads the bytes of `encodeLineageSnapshot`, which must begin at a multiple of 8 in their buffer and stay
 * unchanged afterwards. Throws LINEAGE_FILE_DAMAGED with `name` when they are incomplete, changed, or of another
 * layout or byte order; the snapshot can then be made again from the journal.
 */
export function decodeLineageSnapshot(
  encodedBytes: Uint8Array<ArrayBuffer>,
  name: string,
): LineageSnapshot {
  const bytes = Buffer.from(encodedBytes.buffer, encodedBytes.byteOffset, encodedBytes.byteLength)
  if (bytes.length < PREFIX || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw fileDamagedError(
      name,
      `is no lineage snapshot of this version, which begins with ${MAGIC}`,
    )
  }
  if (computeChecksum(bytes) !== bytes.readUInt32LE(CHECKSUM)) {
    throw fileDamagedError(name, 'is not what was written: its checksum is another')
  }
  const end = PREFIX + bytes.readUInt32LE(CHECKSUM + 4)
  const header = JSON.parse(bytes.toString('utf8', PREFIX, end)) as SnapshotHeader
  if (header.endianness !== endianness()) {
    throw fileDamagedError(name, `was written with the byte order ${header.endianness}, not ours`)
  }
  return new LineageSnapshot(header, readSections(bytes, end, header))
}

function computeChecksum(bytes: Buffer): number {
  let sum = 0
  for (let at = CHECKSUM + 4; at < bytes.length; at += BLOCK) {
    sum = crc32(bytes.subarray(at, at + BLOCK), sum)
  }
  return sum
}

function readSections(
  bytes: Buffer<ArrayBuffer>,
  start: number,
  { lengths }: SnapshotHeader,
): Readonly<Record<SnapshotSection, Uint8Array<ArrayBuffer>>> {
  const sections: Partial<Record<SnapshotSection, Uint8Array<ArrayBuffer>>> = {}
  let at = start
  for (const name of SECTIONS) {
    sections[name] = new Uint8Array(bytes.buffer, bytes.byteOffset + at, lengths[name])
    at += alignLength(lengths[name])
  }
  return sections as Record<SnapshotSection, Uint8Array<ArrayBuffer>>
}
