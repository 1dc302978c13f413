import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { runToEnd } from '@tributary/core/internal'
import type { LineageContent } from '../model/content.ts'
import { fileDamagedError } from '../model/errors.ts'
import { decodeLineageSnapshot } from './decode-snapshot.ts'
import { encodeLineageSnapshot, type SnapshotNotes } from './encode-snapshot.ts'
import type { LineageSnapshot } from './snapshot.ts'

/** Bytes of one read. */
const BLOCK = 16 * 1_048_576

/**
 * Opens a file of `writeLineageSnapshot`. Rejects with LINEAGE_FILE_DAMAGED when the file is something else, is incomplete,
 * has changed, or has another layout or byte order; the snapshot can then be made again from the journal. Rejects as the
 * file system does when there is no file.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { createLineageGraph, openLineageSnapshot, writeLineageSnapshot } from '@tributary/lineage'
 * const folder = await mkdtemp(join(tmpdir(), 'lineage-'))
 * const path = join(folder, 'lineage.snapshot')
 * await writeLineageSnapshot(path, createLineageGraph(), { version: 7 })
 * const snapshot = await openLineageSnapshot(path)
 * snapshot.version // => 7
 * await rm(folder, { recursive: true })
 * ```
 */
export async function openLineageSnapshot(path: string): Promise<LineageSnapshot> {
  return decodeLineageSnapshot(await readFile(path), path)
}

async function readFile(path: string): Promise<Buffer<ArrayBuffer>> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const bytes = Buffer.from(new ArrayBuffer(size))
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(bytes, at, Math.min(BLOCK, size - at), at)
      if (bytesRead === 0) throw fileDamagedError(path, `ends after ${at} of ${size} bytes`)
      at += bytesRead
    }
    return bytes
  } finally {
    await file.close()
  }
}

/**
 * Writes a lineage to a file that `openLineageSnapshot` reads. The lineage is read before the first await, so it may
 * change afterwards. The file is written whole or, when the promise rejects, left as it was.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { createLineageGraph, openLineageSnapshot, writeLineageSnapshot } from '@tributary/lineage'
 * const folder = await mkdtemp(join(tmpdir(), 'lineage-'))
 * const path = join(folder, 'lineage.snapshot')
 * await writeLineageSnapshot(path, createLineageGraph(), { version: 7 })
 * const snapshot = await openLineageSnapshot(path)
 * snapshot.version // => 7
 * await rm(folder, { recursive: true })
 * ```
 */
export async function writeLineageSnapshot(
  path: string,
  content: LineageContent,
  notes: SnapshotNotes,
): Promise<void> {
  const pieces = runToEnd(encodeLineageSnapshot(content, notes))
  // Of its own for each call: two may write to the same path at once.
  const fresh = `${path}.${randomUUID()}.new`
  try {
    const file = await open(fresh, 'w')
    try {
      for (const piece of pieces) await file.writeFile(piece)
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
