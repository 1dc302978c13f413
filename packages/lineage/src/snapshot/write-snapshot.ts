import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import type { LineageContent } from '../lineage.ts'
import { encodeSnapshot, type SnapshotNotes } from './encode-snapshot.ts'

/**
 * Writes a lineage to a file that `openSnapshot` reads at once. The lineage is read before the first wait, so it
 * may change afterwards. The file is there whole or, when this rejects, as it was before.
 */
export async function writeSnapshot(
  path: string,
  content: LineageContent,
  notes: SnapshotNotes,
): Promise<void> {
  const pieces = encodeSnapshot(content, notes)
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
