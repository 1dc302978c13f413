import { open } from 'node:fs/promises'
import { allParts, requestParts, textParts } from '../snapshot/request-parts.ts'
import { readMetadata } from '../snapshot/snapshot-metadata.ts'
import { createSnapshotReader } from '../snapshot/snapshot-reader.ts'
import {
  type ColumnarOptions,
  type ColumnarSource,
  loadRelatedTables,
  sourceOver,
} from './columnar-source.ts'

/** How to open a snapshot. */
export type SnapshotOptions = Pick<ColumnarOptions, 'name' | 'related' | 'threads'>

/**
 * Opens a snapshot that {@link ColumnarSource.write} saved. Opening reads its metadata; a request
 * reads the columns that it names and the record batches that its windows touch, and what was read
 * stays in memory. Rejects with {@link AttributionError} for a file that is cut off, damaged or no
 * snapshot.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { createColumnarSource, openSnapshot } from '@tributary/attribution'
 * const path = join(mkdtempSync(join(tmpdir(), 'sales-')), 'sales.arrow')
 * await createColumnarSource({ shop: ['A', 'B'], amount: [10, 20] }).write(path)
 * const sales = await openSnapshot(path)
 * Object.fromEntries(sales.columnTypes()) // => { shop: 'STRING', amount: 'INT' }
 * await sales.close()
 * ```
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
    return sourceOver(name, new Map([[name, table], ...loadRelatedTables(related)]), {
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
