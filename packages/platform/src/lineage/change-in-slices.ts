import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '@tributary/core'
import { runInSlices, type SlicedWork } from '@tributary/core/internal'
import type { LineageGraph } from '@tributary/lineage'
import type { LineageChange } from '@tributary/lineage/internal'
import type { Work } from '../store/database/write-queue.ts'
import type { LineageJournals } from '../store/lineage/lineage-journal.ts'
import type { JournalPlace } from '../store/lineage/lineage-snapshot.ts'

/** Options of changes that are made in slices and stored together. */
export interface SlicedChangeOptions {
  /** Aborts the work before it is stored; nothing has changed then. */
  readonly signal?: AbortSignal | undefined
  /** Writes rows that are stored with the changes or not at all; when it rejects, nothing has changed. */
  readonly alongside?: Work<void>
  /** Called with each change that is made, and with each piece of them that is stored. */
  readonly onProgress?: (progress: ChangeProgress) => void
}

/** How far a change is. */
export interface ChangeProgress {
  readonly step: 'COMPARING' | 'STORING'
  /** Changes that the step has made. */
  readonly done: number
  /** Those that it makes in all; null while that is not known. */
  readonly total: number | null
}

/** The last entry of the journal, and the number of changes that were made. */
export interface AppendedChanges {
  readonly last: JournalPlace | null
  readonly changes: number
}

interface ChangeContext {
  readonly graph: LineageGraph
  readonly journals: LineageJournals
  readonly clock: Clock
  /** The entry of the journal that the graph has last. */
  readonly last: JournalPlace | null
}

/** Changes of one piece: to write a piece takes some milliseconds, and it is a transaction of its own. */
const PIECE = 1_000

/**
 * Changes the graph and stores the changes: in pieces that nobody reads, then by one entry of the journal that names them.
 * Between the pieces others use the store. When this rejects, graph and journal are as they were; also when it returns null,
 * because another process has appended to the journal since.
 */
export async function tryChangeInSlices(
  { graph, journals, clock, last }: ChangeContext,
  actor: string,
  plan: () => SlicedWork<SlicedWork<void>>,
  { signal, alongside, onProgress = () => {} }: SlicedChangeOptions,
): Promise<AppendedChanges | null> {
  const transaction = graph.begin()
  const changes = new ChangeTexts()
  const stop = graph.observe((change) => {
    changes.add(change)
    onProgress({ step: 'COMPARING', done: changes.count, total: null })
  })
  const id = randomUUID()
  let isKept = false
  try {
    const work = await runInSlices(plan(), signal)
    await graph.detach()
    await runInSlices(work, signal)
    stop()
    let pieces = 0
    onProgress({ step: 'STORING', done: 0, total: changes.count })
    for (const text of changes.takePieces()) {
      const written = clock.now().toISOString()
      await journals.writePiece({ id, piece: pieces, at: written, changes: text })
      pieces += 1
      const done = Math.min(pieces * PIECE, changes.count)
      onProgress({ step: 'STORING', done, total: changes.count })
      // The embedded store does not yield by itself.
      await setImmediate()
      signal?.throwIfAborted()
    }
    const at = pickLater(clock.now().toISOString(), last?.at ?? '')
    const version = (last?.version ?? 0) + 1
    isKept = await journals.write(async (journal, write) => {
      for await (const _ of journal.read(last?.version ?? 0)) return false
      if (pieces > 0) await journals.appendImport(write, { id, pieces }, { version, at, actor })
      await alongside?.(write)
      return true
    })
    if (!isKept) return null
    transaction.commit()
    return { last: pieces > 0 ? { version, at } : last, changes: changes.count }
  } finally {
    stop()
    if (!isKept) {
      transaction.rollback()
      // The store may be gone; pieces that no entry names are deleted at a later start.
      await journals.dropPieces(id).catch(() => {})
    }
  }
}

/** Changes as JSON in pieces, as bytes beside the heap. Hundreds of thousands of objects would take many times the memory. */
class ChangeTexts {
  count = 0
  readonly #pieces: Buffer[] = []
  #texts: string[] = []

  add(change: LineageChange): void {
    this.count += 1
    this.#texts.push(JSON.stringify(change))
    if (this.#texts.length === PIECE) this.#join()
  }

  /** The pieces, first to last; none is kept afterwards. */
  *takePieces(): Generator<string> {
    if (this.#texts.length > 0) this.#join()
    this.#pieces.reverse()
    for (let piece = this.#pieces.pop(); piece; piece = this.#pieces.pop()) yield piece.toString()
  }

  #join(): void {
    this.#pieces.push(Buffer.from(`[${this.#texts.join(',')}]`))
    this.#texts = []
  }
}

function pickLater(a: string, b: string): string {
  return a > b ? a : b
}
