import { endianness } from 'node:os'
import { crc32 } from 'node:zlib'
import type { SlicedWork } from '@tributary/core/internal'
import type { LineageContent } from '../model/content.ts'
import { countEdges } from '../view/frozen-view.ts'
import { type LineageColumns, toLineageColumns } from './columns.ts'
import {
  alignLength,
  CHECKSUM,
  MAGIC,
  PREFIX,
  SECTIONS,
  type SnapshotHeader,
  type SnapshotSection,
} from './layout.ts'

/** Metadata of a snapshot. */
export interface SnapshotNotes {
  /** The journal version of the lineage. */
  readonly version: number
  /** Notes for the reader. @defaultValue none */
  readonly notes?: Readonly<Record<string, string>>
}

/**
 * Encodes a lineage as consecutive pieces of bytes for `decodeLineageSnapshot`, as work in slices. The lineage does not change
 * before its end.
 */
export function* encodeLineageSnapshot(
  content: LineageContent,
  { version, notes = {} }: SnapshotNotes,
): SlicedWork<readonly Uint8Array[]> {
  const columns = yield* toLineageColumns(content)
  const sections = yield* encodeSections(columns)
  const header: SnapshotHeader = {
    endianness: endianness(),
    version,
    notes,
    edgeCount: countEdges(columns.targets.words.map((word) => word & 3)),
    stated: columns.stated,
    lengths: Object.fromEntries(
      SECTIONS.map((name) => [name, sections[name].byteLength]),
    ) as Record<SnapshotSection, number>,
  }
  const pieces = [encodeHeader(header), ...SECTIONS.map((name) => padBytes(sections[name]))]
  return [encodePrefix(pieces), ...pieces]
}

function encodePrefix(pieces: readonly Uint8Array[]): Uint8Array {
  const prefix = Buffer.alloc(PREFIX)
  prefix.write(MAGIC, 'latin1')
  prefix.writeUInt32LE(pieces[0]!.byteLength, CHECKSUM + 4)
  const summed = [prefix.subarray(CHECKSUM + 4), ...pieces]
  prefix.writeUInt32LE(
    summed.reduce((sum, piece) => crc32(piece, sum), 0),
    CHECKSUM,
  )
  return prefix
}

function encodeHeader(header: SnapshotHeader): Uint8Array {
  const text = Buffer.from(JSON.stringify(header))
  // The arrays begin at a multiple of 8 from the beginning of the file.
  const room = alignLength(PREFIX + text.length) - PREFIX
  return Buffer.concat([text, Buffer.alloc(room - text.length, ' ')])
}

function* encodeSections(
  columns: LineageColumns,
): SlicedWork<Readonly<Record<SnapshotSection, Uint8Array>>> {
  const { sources, targets } = columns
  const { records, ends } = yield* encodeRecords(columns)
  return {
    types: columns.types,
    vertexStated: toBytes(columns.vertexStated),
    sourceStarts: toBytes(sources.starts),
    sourceCounts: toBytes(sources.counts),
    sourceWords: toBytes(sources.words),
    targetStarts: toBytes(targets.starts),
    targetCounts: toBytes(targets.counts),
    targetWords: toBytes(targets.words),
    pairStated: toBytes(columns.pairStated),
    recordEnds: toBytes(ends),
    records,
  }
}

/** Vertices between two yields: less than a millisecond of work. */
const AT_ONCE = 256

/** Characters of the records that are made bytes at once. */
const PART = 1_048_576

/** The fields of each vertex as JSON in UTF-8, consecutively. JSON preserves texts with lone surrogates. */
function* encodeRecords({ vertices }: LineageColumns): SlicedWork<{
  readonly records: Uint8Array
  readonly ends: Float64Array
}> {
  const ends = new Float64Array(vertices.length)
  const parts: Buffer[] = []
  let texts = ''
  let end = 0
  for (const [number, { vertexId, displayName, description, custom }] of vertices.entries()) {
    const text = JSON.stringify([vertexId, displayName, description, custom])
    texts += text
    end += Buffer.byteLength(text)
    ends[number] = end
    if (number % AT_ONCE === 0) yield
    if (texts.length < PART) continue
    parts.push(Buffer.from(texts))
    texts = ''
  }
  parts.push(Buffer.from(texts))
  return { records: Buffer.concat(parts), ends }
}

function toBytes(array: Uint32Array | Float64Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}

function padBytes(bytes: Uint8Array): Uint8Array {
  const length = alignLength(bytes.byteLength)
  if (length === bytes.byteLength) return bytes
  const larger = new Uint8Array(length)
  larger.set(bytes)
  return larger
}
