import { assertNever, type Clock, systemClock } from '@tributary/core'
import type { SlicedWork } from '@tributary/core/internal'
import type { LineageGraph } from '../graph/graph.ts'
import type { LineageChange } from '../model/change.ts'
import type { JournalEntry, LineageJournal } from './journal.ts'

/** Options of {@link recordToJournal}. */
export interface JournalRecorderOptions {
  readonly journal: LineageJournal
  /** The last entry of the journal; null when it is empty. */
  readonly last: Pick<JournalEntry, 'version' | 'at'> | null
  /** @defaultValue the machine's clock */
  readonly clock?: Clock
}

/** Records the changes of a graph. */
export interface JournalRecorder {
  /** The version of the graph: that of its last change. */
  readonly version: number
  /** Calls `work` and records its changes with `actor` as their author. */
  as<Result>(actor: string, work: () => Result): Result
  /** Writes the recorded entries. Rejects when the journal does; the entries are then kept for the next call. */
  flush(): Promise<void>
  /** Stops recording. */
  stop(): void
}

/** Author of changes made outside {@link JournalRecorder.as}. */
const NOBODY = 'system'

/**
 * Records every change of `graph` from now on; `flush` writes what was recorded to the journal.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { createLineageGraph, openFileJournal, recordToJournal } from '@tributary/lineage'
 * const folder = await mkdtemp(join(tmpdir(), 'lineage-'))
 * const journal = await openFileJournal(join(folder, 'lineage.journal'))
 * const graph = createLineageGraph()
 * const recorder = recordToJournal(graph, { journal, last: null })
 * recorder.as('ann', () => graph.clear())
 * await recorder.flush()
 * recorder.version // => 1
 * await journal.close()
 * await rm(folder, { recursive: true })
 * ```
 */
export function recordToJournal(
  graph: LineageGraph,
  { journal, last, clock = systemClock }: JournalRecorderOptions,
): JournalRecorder {
  let noted: JournalEntry[] = []
  let version = last?.version ?? 0
  let at = last?.at ?? ''
  let actor = NOBODY
  const stop = graph.observe((change) => {
    const now = clock.now().toISOString()
    if (now > at) at = now
    version += 1
    noted.push({ version, at, actor, change })
  })
  return {
    get version() {
      return version
    },
    as: (name, work) => {
      const before = actor
      actor = name
      try {
        return work()
      } finally {
        actor = before
      }
    },
    flush: async () => {
      const entries = noted
      if (entries.length === 0) return
      noted = []
      await journal.append(entries).catch((error: unknown) => {
        noted = [...entries, ...noted]
        throw error
      })
    },
    stop,
  }
}

/** Changes applied between two yields: less than a millisecond of work. */
const APPLIED_AT_ONCE = 128

/** {@link applyChange} as work in slices: changes that are made together are applied some at a time. */
export function* applyInSlices(graph: LineageGraph, change: LineageChange): SlicedWork<void> {
  if (change.op !== 'together') {
    applyChange(graph, change)
    return
  }
  for (const [place, singleChange] of change.changes.entries()) {
    applyChange(graph, singleChange)
    if (place % APPLIED_AT_ONCE === 0) yield
  }
}

/** Applies a change to a graph that is in the state before the change. */
export function applyChange(graph: LineageGraph, change: LineageChange): void {
  switch (change.op) {
    case 'set':
      graph.setVertex(change.vertex, change.source)
      return
    case 'release':
      graph.releaseVertex(change.vertex, change.source)
      return
    case 'drop':
      graph.dropVertex(change.vertex)
      return
    case 'state':
      graph.addEdge(change.edge, change.source)
      return
    case 'retract':
      graph.retractEdge(change.edge, change.source)
      return
    case 'clearEdges':
      graph.clearEdges()
      return
    case 'clear':
      graph.clear()
      return
    case 'together':
      for (const singleChange of change.changes) applyChange(graph, singleChange)
      return
    default:
      assertNever(change)
  }
}
