import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { endianness } from 'node:os'
import { crc32 } from 'node:zlib'
import { edgesIn } from '../frozen.ts'
import type { LineageContent } from '../lineage.ts'
import { columnsOf, type LineageColumns } from './columns.ts'
import { aligned, CHECKSUM, type Header, MAGIC, PREFIX, SECTIONS, type Section } from './layout.ts'

/** What {@link writeSnapshot} writes beside the lineage. */
export interface SnapshotNotes {
  /** The version of the journal that the lineage is at. */
  readonly version: number
  /** Whatever else its reader needs to know. @defaultValue nothing */
  readonly notes?: Readonly<Record<string, string>>
}

/**
 * Writes a lineage to a file that `openSnapshot` reads at once. The lineage is read before the first wait, so it
 * may change afterwards. The file is there whole or, when this rejects, as it was before.
 */
export async function writeSnapshot(
  path: string,
  content: LineageContent,
  { version, notes = {} }: SnapshotNotes,
): Promise<void> {
  const columns = columnsOf(content)
  const sections = sectionsOf(columns)
  const header: Header = {
    endianness: endianness(),
    version,
    notes,
    edgeCount: edgesIn(columns.targets.words.map((word) => word & 3)),
    stated: columns.stated,
    lengths: Object.fromEntries(
      SECTIONS.map((name) => [name, sections[name].byteLength]),
    ) as Record<Section, number>,
  }
  const bytes = SECTIONS.map((name) => padded(sections[name]))
  const fresh = `${path}.${process.pid}.new`
  try {
    const file = await open(fresh, 'w')
    try {
      await writeAll(file, [headerBytes(header), ...bytes])
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}

async function writeAll(file: FileHandle, parts: readonly Uint8Array[]): Promise<void> {
  const prefix = Buffer.alloc(PREFIX)
  prefix.write(MAGIC, 'latin1')
  prefix.writeUInt32LE(parts[0]!.byteLength, CHECKSUM + 4)
  const summed = [prefix.subarray(CHECKSUM + 4), ...parts]
  const checksum = summed.reduce((sum, part) => crc32(part, sum), 0)
  prefix.writeUInt32LE(checksum, CHECKSUM)
  for (const part of [prefix, ...parts]) await file.writeFile(part)
}

function headerBytes(header: Header): Uint8Array {
  const text = Buffer.from(JSON.stringify(header))
  // The arrays begin at a multiple of 8 from the beginning of the file.
  const room = aligned(PREFIX + text.length) - PREFIX
  return Buffer.concat([text, Buffer.alloc(room - text.length, ' ')])
}

function sectionsOf(columns: LineageColumns): Readonly<Record<Section, Uint8Array>> {
  const { sources, targets } = columns
  const { records, ends } = recordsOf(columns)
  return {
    types: columns.types,
    vertexStated: bytesOf(columns.vertexStated),
    sourceStarts: bytesOf(sources.starts),
    sourceCounts: bytesOf(sources.counts),
    sourceWords: bytesOf(sources.words),
    targetStarts: bytesOf(targets.starts),
    targetCounts: bytesOf(targets.counts),
    targetWords: bytesOf(targets.words),
    pairStated: bytesOf(columns.pairStated),
    recordEnds: bytesOf(ends),
    records,
  }
}

/** What each vertex says, as JSON in UTF-8, one after the other: it keeps every text, whole characters or not. */
function recordsOf({ vertices }: LineageColumns): {
  readonly records: Uint8Array
  readonly ends: Float64Array
} {
  const ends = new Float64Array(vertices.length)
  const parts: Buffer[] = []
  let texts = ''
  let end = 0
  for (const [number, { vertexId, displayName, description, custom }] of vertices.entries()) {
    const text = JSON.stringify([vertexId, displayName, description, custom])
    texts += text
    end += Buffer.byteLength(text)
    ends[number] = end
    if (texts.length < 1_048_576) continue
    parts.push(Buffer.from(texts))
    texts = ''
  }
  parts.push(Buffer.from(texts))
  return { records: Buffer.concat(parts), ends }
}

function bytesOf(array: Uint32Array | Float64Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}

function padded(bytes: Uint8Array): Uint8Array {
  const length = aligned(bytes.byteLength)
  if (length === bytes.byteLength) return bytes
  const larger = new Uint8Array(length)
  larger.set(bytes)
  return larger
}
