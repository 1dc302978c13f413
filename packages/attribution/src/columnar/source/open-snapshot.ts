import { open } from 'node:fs/promises'
import { allParts, requestParts, textParts } from '../snapshot/request-parts.ts'
import { readMetadata } from '../snapshot/snapshot-metadata.ts'
import { createSnapshotReader } from '../snapshot/snapshot-reader.ts'
import {
  type ColumnarOptions,
  type ColumnarSource,
  loadRelated,
  sourceOver,
} from './columnar-source.ts'

/** How to open a snapshot. */
export type SnapshotOptions = Pick<ColumnarOptions, 'name' | 'related' | 'threads'>

/**
 * A source over a snapshot that {@link ColumnarSource.write} wrote. Opening reads its notes alone; a
 * request reads the columns that it names, of these the steps of rows that its windows touch, and what
 * was read stays in memory. Rejects with {@link AttributionError} for a file that is cut off or no snapshot.
 */
export async function openSnapshot(
  path: string,
  options: SnapshotOptions = {},
): Promise<ColumnarSource> {
  const { name = 'table', related = {}, threads = 0 } = options
  const file = await open(path)
  try {
    const { table, read } = createSnapshotReader(file, await readMetadata(file, path))
    // Threads get their dictionaries once, before the first request.
    if (threads > 0) await read(textParts(table))
    return sourceOver(name, new Map([[name, table], ...loadRelated(related)]), {
      threads,
      prepare(request, signal) {
        if (request === null) return read(allParts(table))
        const { base } = request.rows
        return base.table.join('.') === name ? read(requestParts(request, table), signal) : null
      },
      close: () => file.close(),
    })
  } catch (error) {
    await file.close()
    throw error
  }
}
